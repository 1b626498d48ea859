import { type HostileSearch, repeated } from "./hostile-search.ts";

const BEGIN = "temporal_extent.time_period_begin";
const BROKEN = "circuit_breaking_exception";

/** An alias of a region with half a billion spellings. */
const ALIAS = "America/Argentina/ComodRivadavia";

const unknownMembers = Object.fromEntries(repeated(90_000, (n) => [`m${n}`, 0]));
const aggregation = (kind: string, body: object) => ({ size: 0, aggs: { a: { [kind]: body } } });
const ranges = (count: number, range: (n: number) => object) => ({
  query: { bool: { should: repeated(count, (n) => ({ range: { [BEGIN]: range(n) } })) } },
});

/** The name with letters in upper or lower case by the bits of the number, except for the first one. */
const spelled = (name: string, bits: number) =>
  [...name].map((letter, place) => (place > 0 && (bits >> (place % 20)) & 1 ? letter.toUpperCase() : letter)).join("");

/** Bodies that take long to read, or to keep. */
export const LANGUAGE_SEARCHES: readonly HostileSearch[] = [
  ...["filters", "nested", "sampler", "top_hits", "max_bucket"].map((kind) => ({
    name: `90,000 members of ${kind} that it does not know`,
    body: aggregation(kind, unknownMembers),
    expected: "parsing_exception",
  })),
  ...["query_string", "simple_query_string"].map((kind) => ({
    name: `90,000 members of ${kind} that it does not know`,
    body: { query: { [kind]: unknownMembers } },
    expected: "parsing_exception",
  })),
  {
    name: "900 ranges, each in another format of 1,000 characters",
    body: ranges(900, (n) => ({ gte: "now", format: `${"dM".repeat(498)}${1_000 + n}` })),
    expected: 200,
  },
  {
    name: "3,500 dates that the first alternative of a format takes long to refuse",
    body: aggregation("date_range", {
      field: BEGIN,
      format: `${"[dMdMdMdM]".repeat(70)}x||'${"1".repeat(246)}'yyyy`,
      ranges: repeated(3_500, () => ({ from: "1".repeat(250) })),
    }),
    expected: BROKEN,
  },
  {
    name: "a date in a region that 300,000 days are added to",
    body: ranges(1, () => ({ gte: `now${"+3d".repeat(300_000)}`, time_zone: "Europe/Berlin" })),
    expected: "parse_exception",
  },
  {
    name: "4,000 dates in a region that 50 days each are added to, one by one",
    body: ranges(4_000, (n) => ({ gte: `now-${n * 150}d${"+3d".repeat(50)}`, time_zone: "Asia/Tokyo" })),
    expected: BROKEN,
  },
  {
    name: "15,000 spellings of a time zone",
    body: { query: { terms: { [BEGIN]: repeated(15_000, (n) => `2020-01-01T00${spelled(ALIAS, n)}`) } } },
    expected: 200,
  },
];
