import { aggregation, belowTerms, repeated, suggestion, TEXT } from "./limit-examples.ts";
import { DATE, ILLEGAL, type ListedLimits, limits } from "./listed-limit.ts";

const byDistance = (origins: number) => ({ _geo_distance: { "facility.location": repeated(origins, () => [1, 1]) } });

/** Limits of pages of hits and their content, in the order of the document. */
export const PAGE_LIMITS = {
  SEARCH_WINDOW: {
    name: "`from` and `size` together, also of `inner_hits`; a page may be set smaller by `AIRLOG_MAX_PAGE`",
    beyond: ILLEGAL,
    example: { size: limits.SEARCH_WINDOW + 1 },
  },
  MAX_RESCORE_WINDOW: {
    name: "`window_size` of `rescore`",
    beyond: ILLEGAL,
    example: { rescore: { window_size: limits.MAX_RESCORE_WINDOW + 1, query: { rescore_query: { match_all: {} } } } },
  },
  MAX_SORT_KEYS: {
    name: "keys of `sort`",
    beyond: ILLEGAL,
    example: { sort: repeated(limits.MAX_SORT_KEYS + 1, () => "_score") },
  },
  MAX_SORT_TEXT_LENGTH: {
    name: "characters of `missing` and `format` of all keys of a `sort`",
    beyond: ILLEGAL,
    example: { sort: repeated(2, () => ({ [DATE]: { format: "y".repeat(limits.MAX_SORT_TEXT_LENGTH / 2 + 1) } })) },
  },
  MAX_SORT_VALUES: {
    name: "`from` and `size` times keys of `sort`, of a page and of its `inner_hits` together",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: { size: limits.SEARCH_WINDOW, sort: repeated(11, () => DATE) },
  },
  MAX_BUCKET_SORT_VALUES: {
    name: "`from` and `size` times keys of `sort`, of all `top_hits` together",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms({ a: { top_hits: { size: limits.MAX_TOP_HITS_WINDOW, sort: repeated(11, () => DATE) } } }),
  },
  MAX_ORIGINS: {
    name: "places that the `_geo_distance` of all keys of `sort` start from, also inside hits and buckets",
    beyond: ILLEGAL,
    example: {
      sort: byDistance(limits.MAX_ORIGINS),
      aggs: { a: { top_hits: { sort: byDistance(1) } } },
    },
  },
  MAX_GROUP_SEARCHES: {
    name: "`size` times `inner_hits` of `collapse`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: { size: 1_000, collapse: { field: DATE, inner_hits: repeated(11, () => ({ name: "a", size: 0 })) } },
  },
  MAX_GROUP_HITS: {
    name: "`size` times `from` and `size` of these `inner_hits`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: { size: 10, collapse: { field: DATE, inner_hits: { name: "a", from: 1, size: 1_000 } } },
  },
  MAX_PATTERNS: {
    name: "patterns of `_source`",
    beyond: ILLEGAL,
    example: { _source: repeated(limits.MAX_PATTERNS + 1, (n) => `a${n}`) },
  },
  MAX_STARRED_PATTERNS: {
    name: "patterns with a star among its `includes`, and among its `excludes`",
    beyond: ILLEGAL,
    example: { _source: repeated(limits.MAX_STARRED_PATTERNS + 1, (n) => `a${n}*`) },
  },
  MAX_FETCHED_FIELDS: {
    name: "entries of `fields`, and of `docvalue_fields`",
    beyond: ILLEGAL,
    example: { fields: repeated(limits.MAX_FETCHED_FIELDS + 1, (n) => `a${n}`) },
  },
  MAX_DOCVALUE_FIELDS: { name: "fields that `docvalue_fields` finds", beyond: ILLEGAL, by: "engine" },
  MAX_HIGHLIGHT_FIELDS: {
    name: "fields of `highlight`",
    beyond: ILLEGAL,
    example: { highlight: { fields: repeated(limits.MAX_HIGHLIGHT_FIELDS + 1, (n) => ({ [`a${n}`]: {} })) } },
  },
  MAX_HIGHLIGHTED_FUZZY: {
    name: "bytes of fuzzy terms, and of texts with `fuzziness`, times the fields that each is looked for in and highlighted in; without `require_field_match`, or with `matched_fields`, times both",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: {
      query: { fuzzy: { [TEXT]: "a".repeat(193) } },
      highlight: { require_field_match: false, fields: { "*": {} } },
    },
  },
  MAX_TAG_LENGTH: {
    name: "characters of a tag of `highlight`, also of a `phrase` suggestion",
    beyond: ILLEGAL,
    example: {
      highlight: { pre_tags: ["a".repeat(limits.MAX_TAG_LENGTH + 1)], post_tags: [""], fields: { [TEXT]: {} } },
    },
  },
  MAX_PAGE_TAGS: {
    name: "`size` times characters of the tags around a match, of a page and of its `inner_hits` together",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: {
      size: 1_000,
      highlight: { pre_tags: "a".repeat(90), post_tags: "b".repeat(11), fields: { [TEXT]: {} } },
    },
  },
  MAX_BUCKET_TAGS: {
    name: "`size` times characters of the tags around a match, of all `top_hits` together",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms({
      a: { top_hits: { size: 100, highlight: { pre_tags: "a".repeat(101), post_tags: "", fields: { [TEXT]: {} } } } },
    }),
  },
  MAX_HIGHLIGHTED_PHRASE_WORDS: {
    name: "words of a text at all places of a highlighted phrase with `slop`",
    beyond: ILLEGAL,
    by: "embedded",
  },
  MAX_FORMAT_LENGTH: {
    name: "characters of a format of dates or numbers",
    beyond: ILLEGAL,
    example: aggregation("avg", { field: "revision", format: "0".repeat(limits.MAX_FORMAT_LENGTH + 1) }),
  },
  MAX_DATE_TEXT_LENGTH: {
    name: "characters of a text that a date is looked for in, and of what is added to the date",
    beyond: "parse_exception",
    by: "embedded",
    example: { query: { range: { [DATE]: { gte: `2000${" ".repeat(limits.MAX_DATE_TEXT_LENGTH)}` } } } },
  },
  MAX_PHRASE_SHARD_SIZE: {
    name: "`shard_size` of a `phrase` suggestion",
    beyond: ILLEGAL,
    example: suggestion("phrase", "fox", { shard_size: limits.MAX_PHRASE_SHARD_SIZE + 1 }),
  },
} satisfies ListedLimits;
