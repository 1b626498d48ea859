import { family, type Search } from "./search.ts";

const cloud = { match: { "identification.abstract": "cloud radar" } };
const model = { term: { "product_type.keyword": "model" } };
const title = { match: { "identification.title": "cloud" } };
const bare = { _source: false };
const collapse = { field: "facility.identifier.keyword" };

/** A pass over the best hits. */
const pass = (rescore_query: object, more: object = {}, window: object = {}) => ({
  query: { rescore_query, ...more },
  ...window,
});

export const rescoreSearches: readonly Search[] = [
  ...family("rescore", [
    { ...bare, query: cloud, rescore: pass(model) },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 3 }) },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 30 }), size: 5 },
    { ...bare, query: cloud, rescore: pass(title, { query_weight: 0.7, rescore_query_weight: 1.2 }) },
    { ...bare, query: cloud, rescore: pass(title, { score_mode: "avg" }, { window_size: 50 }) },
    { ...bare, query: cloud, rescore: pass(title, { score_mode: "max" }, { window_size: 50 }) },
    { ...bare, query: cloud, rescore: pass(title, { score_mode: "min" }, { window_size: 50 }) },
    { ...bare, query: cloud, rescore: pass(title, { score_mode: "multiply" }, { window_size: 50 }) },
    { ...bare, query: cloud, rescore: pass(title, { score_mode: "Total" }, { window_size: 50 }) },
    { ...bare, query: cloud, rescore: pass(title, { query_weight: 0.1 }, { window_size: 5 }), size: 20 },
    { ...bare, query: cloud, rescore: pass(title, { query_weight: -1 }, { window_size: 5 }) },
    { ...bare, query: cloud, rescore: pass(model, { query_weight: 0, rescore_query_weight: -2 }) },
    { ...bare, query: cloud, rescore: [pass(title, {}, { window_size: 40 }), pass(model, {}, { window_size: 4 })] },
    { ...bare, query: cloud, rescore: [pass(title), pass(model), pass(cloud, { score_mode: "multiply" })], size: 4 },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 0 }) },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: "7" }) },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 7.9 }) },
    { ...bare, query: cloud, rescore: pass(title, { query_weight: "2" }) },
    { ...bare, query: cloud, rescore: pass(title), from: 3, size: 4 },
    { ...bare, query: cloud, rescore: pass(title), from: 30, size: 4 },
    { ...bare, query: cloud, rescore: pass(title), size: 0 },
    { ...bare, query: cloud, rescore: pass(title), sort: ["_score"] },
    { ...bare, query: cloud, rescore: pass(title), sort: [], track_scores: true },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 40 }), min_score: 0.5 },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 40 }), post_filter: model },
    { ...bare, query: cloud, rescore: pass(title), track_total_hits: false },
    { ...bare, query: cloud, rescore: pass({ match_none: {} }) },
    { ...bare, query: { match_none: {} }, rescore: pass(title) },
    { ...bare, rescore: pass(title, {}, { window_size: 100 }), size: 5 },
    { ...bare, rescore: [] },
    { ...bare, query: model, rescore: pass({ match_phrase: { "identification.abstract": "cloud radar" } }) },
    { ...bare, query: cloud, rescore: pass(title, {}, { window_size: 40 }), collapse },
    { ...bare, query: cloud, rescore: pass(title, { query_weight: 0.2 }, { window_size: 3 }), collapse, size: 5 },
    {
      ...bare,
      query: cloud,
      rescore: pass({ prefix: { "identification.title": "c" } }),
      aggs: { n: { max: { field: "distribution_information.transfersize.size" } } },
    },
  ]),
  ...family("rescore refused", [
    { rescore: 5 },
    { rescore: null },
    { rescore: {} },
    { rescore: { window_size: 5 } },
    { rescore: [5] },
    { rescore: { foo: {} } },
    { rescore: { foo: 5 } },
    { rescore: { query: 5 } },
    { rescore: { query: null } },
    { rescore: { query: [] } },
    { rescore: { query: {} } },
    { rescore: { query: { rescore_query: 5 } } },
    { rescore: { query: { rescore_query: {} } } },
    { rescore: { query: { rescore_query: { foo: {} } } } },
    { rescore: { ...pass(title), script: { script: "_score" } } },
    { rescore: pass(title, { foo: 1 }) },
    { rescore: pass(title, { score_mode: "foo" }) },
    { rescore: pass(title, { score_mode: 5 }) },
    { rescore: pass(title, { query_weight: "x" }) },
    { rescore: pass(title, { query_weight: null }) },
    { rescore: pass(title, {}, { window_size: "x" }) },
    { rescore: pass(title, {}, { window_size: true }) },
    { rescore: pass(title, {}, { window_size: null }) },
    { rescore: pass(title, {}, { window_size: {} }) },
    { rescore: pass(title, {}, { window_size: 10_001 }) },
    { rescore: pass({ range: { "temporal_extent.time_period_begin": { gte: "x" } } }) },
    { rescore: pass(title), sort: ["product_type.keyword"] },
    { rescore: pass(title), sort: [{ _score: "asc" }] },
    { rescore: pass(title), sort: ["_score", "_doc"], size: 0 },
  ]),
];
