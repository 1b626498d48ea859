import { failedToCreateQuery } from "../errors/errors.ts";

/** How the terms of a multi-term query are scored. */
export type Rewrite =
  /** Every match scores the clause's boost. */
  | { readonly kind: "constant" }
  /** Each term has a score of its own; `constant` drops the scores but keeps the limit of terms. */
  | { readonly kind: "scoring"; readonly constant: boolean }
  /**
   * Only the best terms, each scored by itself, with the frequency of the most frequent one (blended), or by its
   * likeness alone.
   */
  | { readonly kind: "top"; readonly size: number; readonly score: "own" | "blended" | "likeness" };

const named: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ["constant_score", { kind: "constant" }],
  ["constant_score_blended", { kind: "constant" }],
  ["constant_score_boolean", { kind: "scoring", constant: true }],
  ["scoring_boolean", { kind: "scoring", constant: false }],
]);

const scores = new Map([
  ["top_terms_", "own"],
  ["top_terms_boost_", "likeness"],
  ["top_terms_blended_freqs_", "blended"],
] as const);

const MAX_JAVA_INTEGER = 2 ** 31 - 1;

/** Reads the name of a rewrite method. @throws ShardFailure */
export function rewriteNamed(name: string): Rewrite {
  const known = named.get(name);
  if (known) return known;
  const [, method = "", digits = ""] = /^(\D*)(\d.*)$/s.exec(name) ?? [];
  if (digits !== "" && (!/^\d+$/.test(digits) || Number(digits) > MAX_JAVA_INTEGER)) {
    throw failedToCreateQuery("number_format_exception", `For input string: "${digits}"`);
  }
  const size = Number(digits);
  for (const [prefix, score] of scores) {
    if (method !== prefix || digits === "") continue;
    // Elasticsearch fails here with a null pointer.
    if (size === 0) throw failedToCreateQuery("illegal_argument_exception", `rewrite_method [${name}] keeps no term`);
    return { kind: "top", size, score };
  }
  throw failedToCreateQuery("illegal_argument_exception", `Failed to parse rewrite_method [${name}]`);
}
