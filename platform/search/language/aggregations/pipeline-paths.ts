import { reduceFailure } from "../errors.ts";
import { invalidRequest, type PipelineBody } from "./pipeline.ts";
import { type Aggregation, aggregationKinds } from "./table.ts";

/** Pipelines that add a number to each bucket of the histogram that they stand in. */
const OF_A_PARENT: ReadonlySet<string> = new Set(["cumulative_sum", "derivative", "serial_diff"]);
const HISTOGRAMS: ReadonlySet<string> = new Set(["histogram", "date_histogram"]);

/**
 * Checks where pipelines stand, and that their paths lead somewhere. `parent`: the aggregation that they stand in.
 * @throws SearchRejected
 */
export function checkPipelines(siblings: readonly Aggregation[], parent: Aggregation | undefined): void {
  for (const each of siblings) {
    if (aggregationKinds[each.kind].makes !== "pipeline" || !("bucketsPath" in each.body)) continue;
    if (OF_A_PARENT.has(each.kind)) checkOfParent(each, each.body, siblings, parent);
    else checkOfSibling(each, each.body, siblings);
  }
}

function checkOfParent(
  { kind, name }: Aggregation,
  { path, bucketsPath }: PipelineBody,
  siblings: readonly Aggregation[],
  parent: Aggregation | undefined,
): void {
  const rule = `${kind} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  if (!parent) throw invalidRequest(`${rule} but doesn't have a parent`);
  if (!HISTOGRAMS.has(parent.kind)) throw invalidRequest(rule);
  const [first] = path;
  const isThere = first?.name.startsWith("_") || siblings.some((each) => each.name === first?.name);
  if (!isThere) throw invalidRequest(`No aggregation found for path [${bucketsPath}]`);
  for (const each of siblings) if (each.name === first?.name) checkNumber(each);
}

/** @throws SearchRejected for hits, which pipelines can't compute with */
function checkNumber({ kind, name }: Aggregation): void {
  if (aggregationKinds[kind].makes !== "hits") return;
  const expected = "buckets_path must reference either a number value or a single value numeric metric aggregation";
  throw reduceFailure("illegal_argument_exception", `${expected}, got: [InternalTopHits] at aggregation [${name}]`);
}

function checkOfSibling(
  { name }: Aggregation,
  { path: [first, ...rest], bucketsPath }: PipelineBody,
  siblings: readonly Aggregation[],
): void {
  const target = siblings.find((each) => each.name === first?.name);
  if (!target) throw invalidRequest(`No aggregation found for path [${bucketsPath}]`);
  if (aggregationKinds[target.kind].makes !== "buckets") {
    throw invalidRequest(
      `Unable to find unqualified multi-bucket aggregation in buckets_path. Path must include a multi-bucket aggregation for aggregation [${name}]`,
    );
  }
  let below = target.below;
  for (const element of rest) {
    if (element.name.startsWith("_")) return;
    const inner = below.find((each) => each.name === element.name);
    if (!inner) throw invalidRequest(`No aggregation [${element.name}] found for path [${bucketsPath}]`);
    // A path through several lists of buckets would be Elasticsearch's too, by the key of a bucket.
    if (aggregationKinds[inner.kind].makes === "buckets") {
      throw invalidRequest(`buckets_path [${bucketsPath}] leads through more than one multi-bucket aggregation`);
    }
    checkNumber(inner);
    below = inner.below;
  }
}
