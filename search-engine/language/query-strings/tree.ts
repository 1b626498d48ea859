import type { ShardFailure } from "../errors/errors.ts";

/** A parsed query string. `field` is undefined where the text names none. */
export type QueryTree = Leaf | Group | BoostedTree;

/** A malformed query, as far as it could be read. */
export interface MalformedText {
  readonly kind: "malformed";
  /** Leaves that Lucene compiles before it reaches the syntax error: their errors come first. */
  readonly leaves: readonly Leaf[];
  readonly failure: ShardFailure;
}

export type Leaf = TextLeaf | PhraseLeaf | RangeLeaf | FuzzyLeaf | PatternLeaf;

/** Words outside quotes: all between two operators. */
export interface TextLeaf {
  readonly kind: "text";
  readonly field: string | undefined;
  readonly text: string;
}

export interface PhraseLeaf {
  readonly kind: "phrase";
  readonly field: string | undefined;
  readonly text: string;
  /** Undefined: the clause's `phrase_slop`. */
  readonly slop: number | undefined;
}

export interface RangeLeaf {
  readonly kind: "range";
  readonly field: string | undefined;
  /** Undefined: open. */
  readonly lower: string | undefined;
  readonly upper: string | undefined;
  readonly includesLower: boolean;
  readonly includesUpper: boolean;
}

export interface FuzzyLeaf {
  readonly kind: "fuzzy";
  readonly field: string | undefined;
  readonly text: string;
  /** The text behind the tilde; empty: the clause's `fuzziness`. */
  readonly fuzziness: string;
}

export interface PatternLeaf {
  /** The text of a prefix has no escapes; a wildcard pattern is as written. */
  readonly kind: "prefix" | "wildcard" | "regexp";
  readonly field: string | undefined;
  readonly text: string;
}

export interface BoostedTree {
  readonly kind: "boosted";
  readonly tree: QueryTree;
  readonly boost: number;
}

export interface Group {
  readonly kind: "group";
  readonly members: readonly GroupMember[];
}

export interface GroupMember {
  /** The operator before it. */
  readonly conjunction: "and" | "or" | undefined;
  readonly modifier: "required" | "prohibited" | undefined;
  readonly tree: QueryTree;
  /** Words without an operator, which become separate clauses. */
  readonly isWords: boolean;
}
