import type { SegmentReader } from "../../index/segment.ts";
import type { ScoreFunction } from "../../language/queries/functions/function.ts";
import type { CompileContext } from "../kind.ts";
import type { NumberOfDocument } from "../nodes/function-score.ts";
import { decay } from "./decay.ts";
import { fieldValueFactor } from "./field-value-factor.ts";
import { randomScore } from "./random-score.ts";

/** Compiles a function for the index. @throws ShardFailure */
export function numbersOf(score: ScoreFunction, context: CompileContext): (segment: SegmentReader) => NumberOfDocument {
  switch (score.kind) {
    case "random_score":
      return randomScore(score, context);
    case "field_value_factor":
      return fieldValueFactor(score, context);
    default:
      return decay(score, context);
  }
}
