import { catalogueMapping } from "../../platform/search/mapping.ts";
import { Schema } from "../../search-engine/index/schema.ts";
import { type HostileSearch, repeated } from "./hostile-search.ts";

/** The fields of the catalogue. */
const FIELDS = new Schema(catalogueMapping, 0).names();

/** Searches with an expensive page. */
export const HIGHLIGHT_BODIES: readonly HostileSearch[] = [
  {
    name: "fragments of every field of every record",
    body: {
      size: 10_000,
      _source: false,
      query: { match: { "identification.abstract": "fox dog lazy" } },
      highlight: { require_field_match: false, order: "score", fields: { "*": {}, "v*": { type: "plain" } } },
    },
    expected: 200,
  },
  {
    name: "three short patterns of every field in every field of every record",
    body: {
      size: 10_000,
      _source: false,
      query: { query_string: { query: "*a* *e* *o*", fields: ["*"] } },
      highlight: { require_field_match: false, fields: { "*": { number_of_fragments: 1 } } },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "20 words of 1,000 characters and those like them in every field",
    body: {
      size: 1,
      query: {
        bool: {
          should: [
            { match_all: {} },
            ...repeated(20, (n) => ({
              fuzzy: { "identification.abstract.keyword": { value: `${n}`.padEnd(1_000, "the quick"), fuzziness: 2 } },
            })),
          ],
        },
      },
      highlight: { require_field_match: false, fields: { "*": {} } },
    },
    expected: 200,
  },
  {
    name: "4,000 words looked for in each of 256 fields that no record has, for 200 top_hits",
    body: {
      size: 0,
      query: { bool: { should: repeated(4_000, (n) => ({ term: { "identification.abstract": `w${n}` } })) } },
      aggs: Object.fromEntries(
        repeated(200, (hits) => [
          `h${hits}`,
          { top_hits: { highlight: { fields: Object.fromEntries(repeated(256, (n) => [`a${n}`, {}])) } } },
        ]),
      ),
    },
    expected: 200,
  },
  {
    name: "fragments of phrases that begin everywhere",
    body: {
      highlight: {
        highlight_query: {
          bool: {
            should: repeated(300, () => ({
              match_phrase: { "identification.abstract": { query: "fox ".repeat(10), slop: 1_000_000 } },
            })),
          },
        },
        fields: { "identification.abstract": { type: "plain" } },
      },
    },
    expected: 200,
  },
  {
    name: "fragments of 60 wildcards of 1,000 characters",
    body: {
      size: 200,
      highlight: {
        highlight_query: {
          bool: {
            should: repeated(60, (n) => ({
              wildcard: { "identification.abstract.keyword": `${"*e?".repeat(300)}${n}*` },
            })),
          },
        },
        fields: { "identification.abstract.keyword": { type: "plain" } },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "fragments of 1,300 words that are marked only where each lacks another",
    body: {
      size: 60,
      _source: false,
      highlight: {
        highlight_query: {
          bool: {
            should: repeated(1_300, (n) => ({
              bool: {
                must: { term: { "identification.abstract": `w${n}` } },
                must_not: { term: { "identification.abstract": "dog" } },
              },
            })),
          },
        },
        fields: { "identification.abstract": {} },
      },
    },
    expected: 200,
  },
  {
    name: "fragments of 1,300 words of every record, each marked only where another is not",
    body: {
      size: 10_000,
      _source: false,
      highlight: {
        highlight_query: {
          bool: {
            should: repeated(1_300, (n) => ({
              bool: {
                must: { term: { "identification.abstract": n === 0 ? "dog" : `w${n}` } },
                must_not: { term: { "identification.abstract": "dog" } },
              },
            })),
          },
        },
        fields: { "identification.abstract": {} },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "words of every field marked in every other field of every record",
    body: {
      size: 10_000,
      _source: false,
      query: { query_string: { query: repeated(50, (n) => ["fox", "dog", "lazy", `w${n}`][n % 4]).join(" ") } },
      highlight: { fields: { "*": { matched_fields: [...FIELDS, ...repeated(10_000, (n) => `no_such_field${n}`)] } } },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "a fragment of each word of every record, with every option and the longest tags",
    body: {
      size: 10_000,
      _source: false,
      highlight: {
        ...{ tags_schema: "styled", pre_tags: ["<".repeat(1_000)], post_tags: [">".repeat(1_000)], encoder: "html" },
        ...{ number_of_fragments: 1_000_000, fragment_size: 1, no_match_size: 1_000_000, order: "score" },
        ...{ type: "unified", boundary_scanner: "word", boundary_chars: " ", boundary_scanner_locale: "de" },
        ...{ boundary_max_scan: 1_000_000, phrase_limit: 1_000_000, max_analyzed_offset: 1_000_000 },
        ...{ fragmenter: "span", highlight_filter: true, force_source: true, options: {} },
        require_field_match: false,
        highlight_query: { match: { "identification.abstract": "the quick brown fox jumps over lazy dog" } },
        fields: { "*": { fragment_offset: 1 } },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "values of 256 patterns of fields in every record",
    body: { size: 10_000, _source: false, fields: repeated(256, (n) => (n % 2 === 0 ? "*" : `*${n}*`)) },
    expected: 200,
  },
  {
    name: "values of 256 patterns of many stars at every path of every record",
    body: {
      size: 10_000,
      _source: false,
      fields: repeated(256, (n) => ({ field: `*${"*e*a".repeat(300)}${n}`, include_unmapped: true })),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "10,000 groups, each of whose hits is better than the one before",
    body: {
      size: 10_000,
      _source: false,
      collapse: { field: "identification.identifier.pid.keyword" },
      sort: repeated(60, () => ({ "temporal_extent.time_period_begin": "desc" })),
    },
    expected: 200,
  },
  {
    name: "10,000 hits rescored 1,000 times",
    body: {
      _source: false,
      rescore: repeated(1000, () => ({
        query: { rescore_query: { match: { "identification.abstract": "fox dog lazy" } } },
        window_size: 10_000,
      })),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "eight searches inside each of 10,000 hits",
    body: {
      size: 10_000,
      _source: false,
      query: { match: { "identification.abstract": "fox dog lazy" } },
      collapse: {
        field: "identification.identifier.pid.keyword",
        inner_hits: repeated(8, (n) => ({ name: `i${n}`, size: 10_000, _source: false })),
      },
    },
    expected: "circuit_breaking_exception",
  },
];
