import { queries, type Search } from "./search.ts";

const title = "identification.title";
const positive = { match: { [title]: "cloud radar" } };
const negative = { term: { "product_type.keyword": "model" } };
const phrase = { match_phrase: { [title]: "cloud radar" } };
const boosting = { boosting: { positive, negative, negative_boost: 0.3 } };

export const boostingSearches: readonly Search[] = queries("boosting", [
  boosting,
  { boosting: { positive, negative, negative_boost: 0 } },
  { boosting: { positive, negative, negative_boost: 1 } },
  { boosting: { positive, negative, negative_boost: "2.5" } },
  { boosting: { positive, negative, negative_boost: 0.1, boost: 3 } },
  { boosting: { positive, negative: phrase, negative_boost: 0.7 } },
  { boosting: { positive: phrase, negative, negative_boost: 0.7 } },
  { boosting: { positive: [positive], negative: [phrase, negative], negative_boost: [0.1, 0.6] } },
  { boosting: { positive: { match_all: {} }, negative, negative_boost: 0.4 } },
  { boosting: { positive: { match_none: {} }, negative, negative_boost: 0.4 } },
  { boosting: { positive, negative: { match_none: {} }, negative_boost: 0.4 } },
  { boosting: { positive: { bool: { must_not: [phrase] } }, negative, negative_boost: 0.4 } },
  { boosting: { positive: boosting, negative: phrase, negative_boost: 0.5 } },
  { bool: { should: [boosting, boosting] } },
  { bool: { must: [boosting], should: [{ match: { "identification.abstract": "ozone" } }] } },
  { bool: { filter: [boosting] } },
  { constant_score: { filter: boosting } },
  { boosting: {} },
  { boosting: { positive } },
  { boosting: { positive, negative } },
  { boosting: { positive, negative, negative_boost: -1 } },
  { boosting: { positive, negative, negative_boost: "x" } },
  { boosting: { positive: 5, negative, negative_boost: 1 } },
  { boosting: { positive: null, negative, negative_boost: 1 } },
  { boosting: { positive, negative, negative_boost: 1, nope: 1 } },
  { boosting: { nope: {} } },
  { boosting: { nope: [] } },
  { boosting: { positive: { nope: {} } } },
]);
