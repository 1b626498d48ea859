import { type HostileSearch, repeated } from "./hostile-search.ts";

const optionsOfWord = (repeats: number) => ({
  suggest: {
    a: {
      text: "The quick brown fox ".repeat(repeats),
      term: {
        field: "identification.abstract.keyword",
        analyzer: "keyword",
        prefix_length: 0,
        string_distance: "jaro_winkler",
      },
    },
  },
});

const regexps = (count: number, field: string, expression: (n: number) => string) => ({
  query: { bool: { should: repeated(count, (n) => ({ regexp: { [field]: { value: expression(n) } } })) } },
});
const ofStates = (count: number) =>
  regexps(count, "identification.abstract.keyword", (n) => `(.*[a-m].{11}|.*${n}.*)&.*[qxz]{${n}}.*`);
const ofChoices = (count: number) =>
  regexps(count, "identification.abstract", (n) => `${repeated(220, (m) => `${(m * 7 + n) % 900}?`).join("")}.*`);

/** Words, patterns and expressions that match far too many terms. */
export const TEXT_SEARCHES: readonly HostileSearch[] = [
  {
    name: "a term of 900,000 characters in large or small letters",
    body: { query: { term: { "identification.abstract": { value: "Fox".repeat(300_000), case_insensitive: true } } } },
    expected: "illegal_argument_exception",
  },
  {
    name: "a prefix of 900,000 characters in large or small letters",
    body: {
      query: { prefix: { "identification.abstract": { value: "Fox".repeat(300_000), case_insensitive: true } } },
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "60 misspelt words",
    body: {
      query: {
        match: { "identification.abstract": { query: repeated(60, (n) => `qzick${n}`).join(" "), fuzziness: 2 } },
      },
    },
    expected: 200,
  },
  {
    name: "100 misspelt words",
    body: {
      query: {
        match: { "identification.abstract": { query: repeated(100, (n) => `qzick${n}`).join(" "), fuzziness: 2 } },
      },
    },
    expected: "too_many_nested_clauses",
  },
  {
    name: "3,000 words of 240 characters and those like them",
    body: {
      query: {
        bool: {
          should: repeated(3_000, (n) => ({
            fuzzy: { "identification.abstract.keyword": { value: `${n}`.padEnd(240, "fox "), fuzziness: 2 } },
          })),
        },
      },
    },
    expected: "too_many_nested_clauses",
  },
  {
    name: "60 words like thousands of others",
    body: {
      query: {
        bool: {
          should: repeated(60, (n) => ({
            fuzzy: {
              "identification.identifier.pid.keyword": {
                value: `hostile-${n}0`,
                fuzziness: 2,
                max_expansions: 100_000,
                rewrite: "scoring_boolean",
              },
            },
          })),
        },
      },
    },
    expected: "too_many_nested_clauses",
  },
  {
    name: "options of 250 words like thousands of others",
    body: {
      suggest: {
        a: {
          text: repeated(250, (n) => `hostile-${n}0`).join(" "),
          term: {
            field: "identification.identifier.pid.keyword",
            analyzer: "whitespace",
            size: 100_000,
            max_inspections: 20_000,
            prefix_length: 0,
            accuracy: 0,
            string_distance: "ngram",
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "options of a word of 5,000 characters",
    body: optionsOfWord(250),
    expected: 200,
  },
  {
    name: "options of a word of 900,000 characters",
    body: optionsOfWord(45_000),
    expected: "illegal_argument_exception",
  },
  {
    name: "nine million phrases of eight words, each with eight candidates",
    body: {
      suggest: {
        a: {
          text: repeated(8, (n) => `hostile-${n}0`).join(" "),
          phrase: {
            field: "identification.identifier.pid.keyword",
            analyzer: "whitespace",
            confidence: 0,
            max_errors: 6,
            gram_size: 3,
            shard_size: 10_000,
            direct_generator: [
              {
                field: "identification.identifier.pid.keyword",
                suggest_mode: "always",
                max_term_freq: 1,
                size: 8,
                prefix_length: 0,
              },
            ],
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "10,000 phrases with long tags around each wrong word",
    body: {
      suggest: {
        a: {
          text: repeated(6, (n) => `hostile-${n}0`).join(" "),
          phrase: {
            field: "identification.identifier.pid.keyword",
            analyzer: "whitespace",
            confidence: 0,
            max_errors: 6,
            size: 10_000,
            highlight: { pre_tag: "<".repeat(1_000), post_tag: ">".repeat(1_000) },
            direct_generator: [
              {
                field: "identification.identifier.pid.keyword",
                suggest_mode: "always",
                max_term_freq: 1,
                size: 8,
                prefix_length: 0,
              },
            ],
          },
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "a phrase with a tag of 1,000,000 characters",
    body: {
      suggest: {
        a: {
          text: "hostile-10",
          phrase: {
            field: "identification.identifier.pid.keyword",
            highlight: { pre_tag: "<".repeat(1_000_000), post_tag: "" },
          },
        },
      },
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "phrases of which each two words are looked for with 100 characters between them",
    body: {
      suggest: {
        a: {
          text: repeated(8, (n) => `hostile-${n}0`).join(" "),
          phrase: {
            field: "identification.identifier.pid.keyword",
            analyzer: "whitespace",
            confidence: 0,
            shard_size: 100,
            max_errors: 2,
            gram_size: 2,
            separator: "_".repeat(100),
            direct_generator: [
              {
                field: "identification.identifier.pid.keyword",
                suggest_mode: "always",
                max_term_freq: 1,
                size: 40,
                max_inspections: 1_000,
                prefix_length: 0,
              },
            ],
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "phrases of nine words, each with 40 candidates",
    body: {
      suggest: {
        a: {
          text: repeated(9, (n) => `hostile-${n}0`).join(" "),
          phrase: {
            field: "identification.identifier.pid.keyword",
            analyzer: "whitespace",
            max_errors: 9,
            shard_size: 40,
            direct_generator: [{ field: "identification.identifier.pid.keyword", size: 40 }],
          },
        },
      },
    },
    expected: "too_many_nested_clauses",
  },
  {
    name: "a phrase of 100 frequent words",
    body: {
      suggest: {
        a: {
          text: "the quick brown fox jumps over lazy dog ".repeat(12),
          phrase: {
            field: "identification.abstract",
            token_limit: 100_000,
            max_errors: 1,
            gram_size: 3,
            confidence: 0,
            direct_generator: [
              {
                field: "identification.abstract",
                suggest_mode: "always",
                max_term_freq: 1,
                size: 1_000,
                max_inspections: 100_000,
                prefix_length: 0,
                min_word_length: 1,
                accuracy: 0,
                string_distance: "ngram",
              },
            ],
          },
        },
      },
    },
    expected: 200,
  },
  {
    name: "options of 300 words",
    body: {
      suggest: {
        text: repeated(300, (n) => `qzick${n}`).join(" "),
        a: { term: { field: "identification.abstract" } },
      },
    },
    expected: "too_many_nested_clauses",
  },
  {
    name: "a word of 1,000 characters and those like it",
    body: {
      query: {
        fuzzy: { "identification.abstract.keyword": { value: "The quick brown fox ".repeat(50), fuzziness: 2 } },
      },
    },
    expected: 200,
  },
  {
    name: "200 phrases whose last word may be any",
    body: {
      query: {
        bool: {
          should: repeated(200, (n) => ({
            match_phrase_prefix: {
              "identification.abstract": {
                query: `fox ${n} jumps over the lazy dog the quick t`,
                slop: 1_000,
                max_expansions: 100_000,
              },
            },
          })),
        },
      },
    },
    expected: 200,
  },
  {
    name: "2,000 words across fields",
    body: {
      query: {
        multi_match: {
          query: repeated(2_000, (n) => (n % 2 === 0 ? "fox" : `w${n}`)).join(" "),
          fields: ["identification.abstract", "identification.title"],
          type: "cross_fields",
        },
      },
    },
    expected: 200,
  },
  {
    name: "a beginning in every field of text",
    body: { query: { multi_match: { query: `${"fux ".repeat(20)}t`, type: "bool_prefix", fuzziness: 2 } } },
    expected: 200,
  },
  { name: "60 regular expressions with thousands of states", body: ofStates(60), expected: "too_many_nested_clauses" },
  {
    name: "15 regular expressions with thousands of states",
    body: ofStates(15),
    expected: "circuit_breaking_exception",
  },
  { name: "15 regular expressions of 900 choices", body: ofChoices(15), expected: 200 },
  {
    name: "a regular expression that repeats what it repeats",
    body: { query: { regexp: { "identification.abstract": { value: "(a{1,200}b?){1,200}.*" } } } },
    expected: "too_complex_to_determinize_exception",
  },
  {
    name: "4,000 terms of a set, most of which every document has",
    body: {
      query: {
        terms_set: {
          "identification.abstract": {
            terms: repeated(4_000, (n) => (n % 2 === 0 ? "fox" : "dog")),
            minimum_should_match: 3_000,
          },
        },
      },
    },
    expected: 200,
  },
];
