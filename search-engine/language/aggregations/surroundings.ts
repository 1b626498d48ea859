import { illegalOnShard } from "../errors/errors.ts";
import type { Aggregation } from "./table.ts";

/** A `reverse_nested` stands at any depth below a `nested`. @throws ShardFailure */
export function checkReverseNested(tree: readonly Aggregation[]): void {
  for (const { kind, name, below } of tree) {
    if (kind === "reverse_nested") {
      throw illegalOnShard(`Reverse nested aggregation [${name}] can only be used inside a [nested] aggregation`);
    }
    if (kind !== "nested") checkReverseNested(below);
  }
}

/** A sample of which nothing is aggregated is refused. @throws ShardFailure */
export function checkSamplers(tree: readonly Aggregation[]): void {
  for (const { kind, below } of tree) {
    checkSamplers(below);
    if (kind === "sampler" && below.length === 0) {
      throw illegalOnShard("Sampler aggregation must be used with child aggregations.");
    }
  }
}
