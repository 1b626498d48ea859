import { countBits } from "../../bytes/arrays.ts";
import type { Query, Weight } from "../query.ts";
import { BitsScorer } from "./docs.ts";

/** Documents that have any value in the field. */
export class Present implements Query {
  readonly field: string;
  readonly key: string;
  constructor(field: string) {
    this.field = field;
    this.key = `present(${field})`;
  }
  createWeight(_index: unknown, _scoring: boolean, boost: number): Weight {
    return {
      scorer: (segment) => {
        const bits = segment.present(this.field);
        return bits && new BitsScorer(bits, segment.maxDoc, countBits(bits), boost);
      },
    };
  }
}
