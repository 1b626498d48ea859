import { f64, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { FieldConfig } from "../language/aggregations/field-config.ts";
import type { WeightedAvgBody } from "../language/aggregations/weighted-avg.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { AggregationContext, Collector, MakeCollector } from "./aggregation.ts";
import { valueMembers } from "./metrics.ts";
import { OwnerSums } from "./owner-numbers.ts";
import { checkValues, eachNumber, type NumberSource, numberSource } from "./values.ts";

/** Mean of a field's values, each with the weight that another field gives its document. */
export const weightedAvg: MakeCollector<WeightedAvgBody> = ({ value, weight, format }, context) => {
  const [values, weights] = [sourceOf(value, format, context), sourceOf(weight, format, context)];
  // The answer is formatted as a number, whatever the types of the fields.
  const { asText } = numberSource("weighted_avg", "", context, { format });
  return new WeightedAverage(values, weights, asText, context);
};

function sourceOf(
  { field: name, missing }: FieldConfig,
  format: string | undefined,
  context: AggregationContext,
): NumberSource {
  const field = checkValues({ field: name, format, valueType: undefined }, context);
  if (field && (field.kind === "keyword" || field.kind === "geo_point")) {
    throw illegalOnShard(`Expected numeric type on field [${name}], but got [${field.kind}]`);
  }
  return numberSource("weighted_avg", name, context, { missing });
}

class WeightedAverage implements Collector {
  readonly #values: NumberSource;
  readonly #weights: NumberSource;
  readonly #asText: NumberSource["asText"];
  readonly #products: OwnerSums;
  readonly #sums: OwnerSums;

  constructor(
    values: NumberSource,
    weights: NumberSource,
    asText: NumberSource["asText"],
    { work }: AggregationContext,
  ) {
    this.#values = values;
    this.#weights = weights;
    this.#asText = asText;
    this.#products = new OwnerSums(work);
    this.#sums = new OwnerSums(work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const weightOf = weightsIn(segment, this.#weights);
    eachNumber(this.#values, segment, docs, count, (index, value) => {
      const weight = weightOf(u32(docs, index));
      if (Number.isNaN(weight)) return;
      const owner = owners ? u32(owners, index) : 0;
      this.#products.add(owner, value * weight);
      this.#sums.add(owner, weight);
    });
  }

  metric(owner: number): number {
    return this.#products.get(owner) / this.#sums.get(owner);
  }

  result(owner: number): string {
    const mean = this.metric(owner);
    return valueMembers({ asText: this.#asText }, Number.isNaN(mean) ? undefined : mean);
  }
}

/** The weight of a document, NaN for none. @throws ShardFailure for several */
function weightsIn(segment: SegmentReader, { values: valuesIn, missing }: NumberSource): (doc: number) => number {
  const held = valuesIn(segment);
  if (!held) return () => missing;
  const { offsets, values } = held;
  return (doc) => {
    const from = offsets ? u32(offsets, doc) : doc;
    const count = offsets ? u32(offsets, doc + 1) - from : Number(!Number.isNaN(f64(values, doc)));
    if (count > 1) {
      throw illegalOnShard(
        "Encountered more than one weight for a single document. Use a script to combine multiple weights-per-doc into a single value.",
      );
    }
    return count === 0 ? missing : f64(values, from);
  };
}
