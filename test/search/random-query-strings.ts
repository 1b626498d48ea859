import type { Random } from "./corpus.ts";
import { keywordFields, keywordValues, textFields, words } from "./random-vocabulary.ts";

/** Random query strings, valid and invalid ones. */

type Json = Record<string, unknown>;

export function randomQueryString(r: Random): Json {
  const common = {
    ...fieldsOf(r),
    ...(r.chance(0.3) ? { default_operator: "and" } : {}),
    ...(r.chance(0.2) ? { minimum_should_match: r.pick([1, 2, "60%", "-1"]) } : {}),
    ...(r.chance(0.15) ? { analyze_wildcard: true } : {}),
    ...(r.chance(0.1) ? { analyzer: r.pick(["simple", "whitespace", "stop", "keyword"]), lenient: true } : {}),
    ...(r.chance(0.15) ? { quote_field_suffix: ".keyword" } : {}),
    ...(r.chance(0.2) ? { boost: r.pick([0.5, 2]) } : {}),
    ...(r.chance(0.15) ? { fuzzy_max_expansions: 1 + r.below(5), fuzzy_prefix_length: r.below(3) } : {}),
  };
  if (r.chance(0.5)) {
    const flags = r.chance(0.2) ? { flags: r.pick(["OR|AND|WHITESPACE", "ALL", "PHRASE", "PREFIX|FUZZY", 255]) } : {};
    return { simple_query_string: { ...common, query: simple(r, 1 + r.below(common.fields ? 6 : 2)), ...flags } };
  }
  const query = common.fields ? classic(r, 2) : leaf(r);
  return {
    query_string: {
      ...common,
      query,
      ...(common.fields === undefined && r.chance(0.5) ? { default_field: r.pick(textFields) } : {}),
      ...(r.chance(0.2) ? typeOf(r, query) : {}),
      ...(r.chance(0.2) ? { tie_breaker: r.pick([0, 0.3, 1]) } : {}),
      ...(r.chance(0.2) ? { phrase_slop: r.below(4) } : {}),
      ...(r.chance(0.1) ? { rewrite: r.pick(["scoring_boolean", "top_terms_3", "constant_score"]) } : {}),
      ...(r.chance(0.1) ? { time_zone: r.pick(["+05:30", "Europe/Berlin"]) } : {}),
    },
  };
}

/** Which of several fields `cross_fields` blames depends on the addresses of Java's objects in memory. */
function typeOf(r: Random, query: string): Json {
  const type = r.pick(["best_fields", "most_fields", "cross_fields", "bool_prefix"]);
  return type === "cross_fields" && query.includes("\\*:") ? { type, lenient: true } : { type };
}

/**
 * Without fields, all are searched, which is some hundred clauses for a word: several words would exceed the embedded
 * engine's limit.
 */
function fieldsOf(r: Random): { readonly fields?: readonly string[]; readonly lenient?: boolean } {
  if (r.chance(0.1)) return {};
  if (r.chance(0.2)) return { fields: ["identification.*^2", "facility.name", "variables.variable_*"], lenient: true };
  return { fields: Array.from({ length: 1 + r.below(3) }, () => `${r.pick(textFields)}${r.pick(["", "^2", "^0.5"])}`) };
}

/** A part of a query, with operators and groups. */
function classic(r: Random, depth: number): string {
  const parts = Array.from({ length: 1 + r.below(4) }, () => {
    const part = depth > 0 && r.chance(0.25) ? `(${classic(r, depth - 1)})` : leaf(r);
    const prefix = r.pick(["", "", "", "", "+", "-", "NOT ", "!"]);
    const boost = r.chance(0.15) ? r.pick(["^2", "^0.5"]) : "";
    return prefix + field(r) + part + boost;
  });
  const joined = parts.reduce((all, part) => all + r.pick([" ", " ", " AND ", " OR ", " && ", " || "]) + part);
  // Sometimes a text that Lucene refuses.
  return r.chance(0.04) ? joined + r.pick([" AND", ")", " (", ' "', "\\", ":", "^x"]) : joined;
}

function field(r: Random): string {
  if (!r.chance(0.2)) return "";
  return `${r.pick([...textFields, r.pick(keywordFields), "nope", "facility.\\*"])}:`;
}

function leaf(r: Random): string {
  const word = r.pick(words);
  const cut = word.slice(0, 1 + r.below(4)).replace(/[^\p{L}\d]/gu, "x");
  switch (r.below(10)) {
    case 0:
      return `"${word} ${r.pick(words)}"${r.pick(["", "~1", "~3"])}`;
    case 1:
      return `${cut}*`;
    case 2:
      return r.pick([`*${cut}`, `${cut}?*`, `?${cut}*`, "*"]);
    case 3:
      return `${cut}e~${r.pick(["", "1", "2"])}`;
    case 4:
      return `/${cut}[a-p]+/`;
    case 5:
      return r.pick([`[${cut} TO ${r.pick(words)}x]`, `{${cut} TO *]`, `[* TO ${cut}}`]);
    case 6:
      return r.pick(keywordValues).replace(/[ -]/g, "\\$&");
    default:
      return word;
  }
}

function simple(r: Random, length: number): string {
  const parts = Array.from({ length }, () => {
    const word = r.pick(words);
    const part = r.pick([word, word, word, `"${word} ${r.pick(words)}"${r.pick(["", "~2"])}`, `${word.slice(0, 3)}*`]);
    const suffix = r.chance(0.15) ? r.pick(["~", "~1", "~2"]) : "";
    return r.pick(["", "", "", "-", "(", "+"]) + part + suffix + r.pick(["", "", "", ")", "|"]);
  });
  return parts.join(r.pick([" ", " ", " + ", " | "]));
}
