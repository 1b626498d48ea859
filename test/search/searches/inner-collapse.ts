import { family, type Search } from "./search.ts";

const title = "identification.title";
const size = "distribution_information.transfersize.size";
const begin = "temporal_extent.time_period_begin";
const product = "product_type.keyword";
const repository = "dataset_metadata.repository.repository_id.keyword";
const facility = "facility.identifier.keyword";

const few = { name: "x", size: 3, _source: false };
const second = (field: string, more: object = {}) => ({ ...few, collapse: { field }, ...more });

const innerHits: readonly unknown[] = [
  second(repository),
  second(repository, { sort: [{ [size]: "asc" }] }),
  second(repository, { size: 2, from: 1, sort: ["_doc"] }),
  second(facility, { sort: [{ [begin]: "desc" }] }),
  [second(repository), { ...few, name: "y" }],
  second("unmapped"),
  second(title),
  second(size),
  second(begin),
  second("facility.active"),
  second(product),
  second(repository, { size: 0 }),
  second(repository, { sort: [{ [size]: "asc" }], track_scores: true }),
  second(repository, { fields: [title] }),
  { ...few, collapse: { field: repository, inner_hits: { name: "z" } } },
  { ...few, collapse: { field: repository, max_concurrent_group_searches: 2 } },
  { ...few, collapse: { field: repository, sort: 1 } },
  { ...few, collapse: {} },
  { ...few, collapse: 5 },
  { ...few, collapse: null },
];

/** Groups whose inner hits are grouped once more. */
export const innerCollapseSearches: readonly Search[] = innerHits.flatMap((inner_hits, n) => [
  ...family(`best ozone records, inner collapse ${n}`, [
    { size: 4, _source: false, query: { match: { [title]: "ozone" } }, collapse: { field: product, inner_hits } },
  ]),
  ...family(`largest records, inner collapse ${n}`, [
    { size: 3, from: 1, _source: false, sort: [{ [size]: "desc" }], collapse: { field: facility, inner_hits } },
  ]),
]);
