import { type HostileSearch, repeated } from "./hostile-search.ts";

/** What is done once more with the best hits. */
export const PAGE_SEARCHES: readonly HostileSearch[] = [
  {
    name: "10,000 hits rescored 1,000 times",
    body: {
      _source: false,
      rescore: repeated(1000, () => ({
        query: { rescore_query: { match: { "identification.abstract": "fox dog lazy" } } },
        window_size: 10_000,
      })),
    },
    expected: 200,
  },
];
