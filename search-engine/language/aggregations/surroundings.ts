import { illegalOnShard } from "../errors/errors.ts";
import type { Aggregation } from "./table.ts";

/** Refuses a `reverse_nested` that is not below a `nested`, at any depth. @throws ShardFailure */
export function checkReverseNested(tree: readonly Aggregation[]): void {
  for (const { kind, name, below } of tree) {
    if (kind === "reverse_nested") {
      throw illegalOnShard(`Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`);
    }
    if (kind !== "nested") checkReverseNested(below);
  }
}

/** Refuses a sampler without sub-aggregations. @throws ShardFailure */
export function checkSamplers(tree: readonly Aggregation[]): void {
  for (const { kind, below } of tree) {
    checkSamplers(below);
    if (kind === "sampler" && below.length === 0) {
      throw illegalOnShard("Sampler aggregation must be used with child aggregations.");
    }
  }
}
