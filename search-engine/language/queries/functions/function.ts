import type { JsonValue } from "../../json/json.ts";
import type { MultiValueMode } from "../multi-value-mode.ts";

/** A function of a document for `function_score`. */
export type ScoreFunction = RandomScore | FieldValueFactor | Decay;

/** The metadata field that `random_score` may use to distinguish documents. */
export const SEQUENCE_NUMBER = "_seq_no";

export interface RandomScore {
  readonly kind: "random_score";
  /** A Java int; undefined: a new one for each search. */
  readonly seed: number | undefined;
  /** Documents with the same value of the field, or SEQUENCE_NUMBER, get the same number; needed with a seed. */
  readonly field: string | undefined;
}

export const MODIFIERS = [
  ...(["none", "log", "log1p", "log2p", "ln", "ln1p", "ln2p", "square", "sqrt", "reciprocal"] as const),
];
export type Modifier = (typeof MODIFIERS)[number];

export interface FieldValueFactor {
  readonly kind: "field_value_factor";
  readonly field: string;
  readonly factor: number;
  readonly modifier: Modifier;
  /** The value of documents without one; undefined: such documents are refused. */
  readonly missing: number | undefined;
}

export interface Decay {
  readonly kind: "gauss" | "exp" | "linear";
  readonly field: string;
  /** `origin`, `scale`, `offset` and `decay` as given: their meaning depends on the type of the field. */
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly mode: MultiValueMode;
}

/** How the results of several functions are combined. */
export type ScoreMode = "first" | "avg" | "max" | "sum" | "min" | "multiply";
/** How the combined result is combined with the score of the query. */
export type BoostMode = "multiply" | "replace" | "sum" | "avg" | "min" | "max";
