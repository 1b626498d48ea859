import { queries, type Search } from "./search.ts";

const title = "identification.title";
const abstract = "identification.abstract";
const cloud = { match: { [title]: "cloud radar" } };
const ice = { match: { [abstract]: { query: "ice ozone", boost: 1.7 } } };
const model = { term: { "product_type.keyword": "model" } };
const none = { match_none: {} };

export const disMaxSearches: readonly Search[] = queries("dis_max", [
  { dis_max: { queries: [cloud, ice] } },
  { dis_max: { queries: [cloud, ice], tie_breaker: 0 } },
  { dis_max: { queries: [cloud, ice], tie_breaker: 0.4, boost: 2 } },
  { dis_max: { queries: [cloud, ice, model], tie_breaker: 1 } },
  { dis_max: { queries: [cloud, ice, model], tie_breaker: "0.25" } },
  { dis_max: { queries: cloud } },
  { dis_max: { queries: [cloud] } },
  { dis_max: { queries: [cloud], tie_breaker: 0.5, boost: 0.1 } },
  { dis_max: { queries: [cloud, cloud], tie_breaker: 0.3 } },
  { dis_max: { queries: [none] } },
  { dis_max: { queries: [none, cloud] } },
  { dis_max: { queries: [{ dis_max: { queries: [cloud, model], tie_breaker: 0.2 } }, ice], tie_breaker: 0.7 } },
  { dis_max: { queries: [{ bool: { must_not: [model] } }, cloud] } },
  { bool: { must: [{ dis_max: { queries: [cloud, ice] } }], filter: [model] } },
  { bool: { filter: [{ dis_max: { queries: [cloud, ice] } }] } },
  { bool: { should: [{ dis_max: { queries: [cloud, ice] } }, { dis_max: { queries: [cloud, ice] } }] } },
  { constant_score: { filter: { dis_max: { queries: [cloud, ice] } } } },
  { dis_max: {} },
  { dis_max: { queries: [] } },
  { dis_max: { queries: 5 } },
  { dis_max: { queries: null } },
  { dis_max: { queries: ["x"] } },
  { dis_max: { queries: [{ nope: {} }] } },
  { dis_max: { nope: [] } },
  { dis_max: { nope: {} } },
  { dis_max: { nope: 1, queries: [cloud] } },
  { dis_max: { queries: [cloud], tie_breaker: "x" } },
  { dis_max: { queries: [cloud, ice], tie_breaker: -1 } },
  { dis_max: { queries: [cloud, ice], tie_breaker: 1.1 } },
]);
