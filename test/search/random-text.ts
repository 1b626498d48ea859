import type { Random } from "./corpus.ts";
import { keywordFields, keywordValues, textFields, words } from "./random-vocabulary.ts";

/** Random queries of words that are misspelt or cut off. */

type Json = Record<string, unknown>;

export function randomTextQuery(r: Random): Json {
  const boost = r.chance(0.2) ? { boost: r.pick([0.5, 2, 3.7]) } : {};
  const field = r.pick(textFields);
  switch (r.below(9)) {
    case 0:
      return r.chance(0.3)
        ? {
            fuzzy: {
              [r.pick(keywordFields)]: { value: misspelt(r, r.pick(keywordValues)), ...fuzziness(r), ...boost },
            },
          }
        : { fuzzy: { [field]: { value: misspelt(r, r.pick(words).toLowerCase()), ...fuzziness(r), ...boost } } };
    case 1:
      return {
        match: {
          [field]: {
            query: text(r, 1 + r.below(3), misspelt),
            ...matching(r),
            ...fuzzyWords(r),
            ...analyzer(r),
            ...boost,
          },
        },
      };
    case 2:
      return {
        match_phrase_prefix: {
          [field]: {
            query: `${text(r, r.below(3))} ${r.pick(words).slice(0, 1 + r.below(4))}`,
            ...(r.chance(0.5) ? { slop: r.below(6) } : {}),
            ...(r.chance(0.3) ? { max_expansions: 1 + r.below(4) } : {}),
            ...boost,
          },
        },
      };
    case 3:
      return {
        match_bool_prefix: {
          [field]: {
            query: `${text(r, r.below(3), misspelt)} ${r.pick(words).slice(0, 1 + r.below(4))}`,
            ...matching(r),
            ...(r.chance(0.4) ? fuzzyWords(r) : {}),
            ...boost,
          },
        },
      };
    case 4:
    case 5:
      return { multi_match: { ...randomMultiMatch(r), ...boost } };
    case 6:
      return {
        regexp: {
          [r.pick([field, ...keywordFields])]: {
            value: expression(r, r.pick([...words, ...keywordValues]), 3),
            ...(r.chance(0.3) ? { case_insensitive: true } : {}),
            ...(r.chance(0.2)
              ? { flags: r.pick(["NONE", "COMPLEMENT|INTERSECTION", "INTERVAL", "ANYSTRING|EMPTY"]) }
              : {}),
            ...rewrite(r),
            ...boost,
          },
        },
      };
    case 7:
      return {
        terms_set: {
          [r.chance(0.5) ? field : r.pick(keywordFields)]: {
            terms: Array.from({ length: 1 + r.below(4) }, () => r.pick([...words, ...keywordValues])),
            ...r.pick([
              { minimum_should_match: r.pick([0, 1, 2, "-1", "60%"]) },
              { minimum_should_match_field: r.pick(["facility.active", "distribution_information.transfersize.size"]) },
            ]),
            ...boost,
          },
        },
      };
    default:
      return r.pick([
        {
          prefix: {
            [field]: {
              value: r
                .pick(words)
                .slice(0, 1 + r.below(3))
                .toLowerCase(),
              ...rewrite(r),
              ...boost,
            },
          },
        },
        {
          wildcard: {
            [field]: { value: `${r.pick(words).slice(0, 1)}*${r.pick(["?", "", "e"])}`, ...rewrite(r), ...boost },
          },
        },
        { match_phrase: { [field]: { query: text(r, 3), slop: r.below(4), analyzer: "stop", ...boost } } },
      ]);
  }
}

function randomMultiMatch(r: Random): Json {
  const type = r.pick(["best_fields", "most_fields", "cross_fields", "phrase", "phrase_prefix", "bool_prefix"]);
  const isPhrase = type.startsWith("phrase");
  const isFuzzy = (type.endsWith("t_fields") || type === "bool_prefix") && r.chance(0.4);
  const names = r.pick([
    Array.from({ length: 1 + r.below(4) }, () => `${r.pick(textFields)}${r.pick(["", "", "^2", "^0.5"])}`),
    [r.pick(textFields), ...(isPhrase ? [] : [r.pick(keywordFields), r.pick(keywordFields)])],
    ["identification.*^2", "facility.name", ...(isPhrase ? [] : ["variables.variable_*"])],
  ]);
  return {
    query: r.chance(0.2) ? r.pick(keywordValues) : text(r, 1 + r.below(3), isFuzzy ? misspelt : undefined),
    fields: names.length === 1 && r.chance(0.3) ? names[0] : names,
    type,
    ...(r.chance(0.3) ? { tie_breaker: r.pick([0, 0.3, 1]) } : {}),
    ...(isPhrase && r.chance(0.5) ? { slop: r.below(4) } : {}),
    ...(names.some((name) => name.includes("*")) ? { lenient: true } : {}),
    ...matching(r),
    ...(isFuzzy ? fuzzyWords(r) : {}),
    ...(r.chance(0.1) ? { analyzer: r.pick(["simple", "whitespace", "stop"]) } : {}),
  };
}

const text = (r: Random, length: number, change = (_: Random, word: string) => word): string =>
  Array.from({ length }, () => change(r, r.pick(words))).join(" ");

/** The word with one or two edits. */
export function misspelt(r: Random, word: string): string {
  let letters = [...word];
  for (let edits = r.below(3); edits > 0; edits--) {
    const at = r.below(letters.length + 1);
    const [letter = "x", next = ""] = letters.slice(at, at + 2);
    const edited = r.pick([[], [letter, letter], ["e"], next === "" ? [letter] : [next, letter]]);
    letters = [...letters.slice(0, at), ...edited, ...letters.slice(at + (edited.length === 2 && next !== "" ? 2 : 1))];
  }
  return letters.join("");
}

/** A regular expression that resembles the word. */
function expression(r: Random, word: string, depth: number): string {
  const [...letters] = word;
  const at = r.below(letters.length + 1);
  const [before, after] = [letters.slice(0, at).join(""), letters.slice(at).join("")];
  const inner = () => (depth > 0 ? expression(r, r.pick(words), depth - 1) : r.pick(words));
  return r.pick([
    `${before}.*`,
    `.*${after}`,
    `${before}(${inner()}|${after || "x"})`,
    `${before}[${letters.slice(at, at + 2).join("") || "a-f"}]${letters.slice(at + 1).join("")}`,
    `${before}[^${letters[at] ?? "x"}]*`,
    `(${before}|${inner()})${after}?`,
    `~(${inner()})`,
    `${before}.{1,3}&~(.*${letters[0] ?? ""}a.*)`,
    `@${after}`,
    `aa<0${r.below(3)}-${3 + r.below(20)}>`,
    `(${inner()})+`,
    `\\w{${r.below(4)},}${after}`,
  ]);
}

const rewrites = [
  ...["constant_score", "constant_score_blended", "scoring_boolean"],
  ...["top_terms_3", "top_terms_boost_4", "top_terms_blended_freqs_2"],
];

const rewrite = (r: Random): Json => (r.chance(0.6) ? { rewrite: r.pick(rewrites) } : {});

const edits = (r: Random): Json => ({
  fuzziness: r.pick(["AUTO", "AUTO:2,5", 0, 1, 2]),
  ...(r.chance(0.3) ? { prefix_length: r.below(3) } : {}),
  ...(r.chance(0.3) ? { max_expansions: 1 + r.below(4) } : {}),
});

const fuzziness = (r: Random): Json => ({
  ...edits(r),
  ...(r.chance(0.3) ? { transpositions: false } : {}),
  ...(r.chance(0.3) ? { rewrite: r.pick(rewrites.filter((each) => each !== "scoring_boolean")) } : {}),
});

const fuzzyWords = (r: Random): Json => ({
  ...edits(r),
  ...(r.chance(0.3) ? { fuzzy_transpositions: false } : {}),
  ...(r.chance(0.3) ? { fuzzy_rewrite: r.pick(rewrites.filter((each) => each !== "scoring_boolean")) } : {}),
});

const matching = (r: Random): Json => ({
  ...(r.chance(0.3) ? { operator: "and" } : {}),
  ...(r.chance(0.3) ? { minimum_should_match: r.pick([1, 2, "60%", "-1", "2<70%", "1<-50% 3<2"]) } : {}),
});

const analyzer = (r: Random): Json =>
  r.chance(0.2) ? { analyzer: r.pick(["standard", "simple", "whitespace", "stop", "keyword"]) } : {};
