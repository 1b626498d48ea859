import type { DerivativeBody, PipelineBody } from "../language/aggregations/pipeline.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import type { AddedNumber, MakeCollector } from "./aggregation.ts";
import { type AsText, collecting, filled, finite } from "./pipelines.ts";
import { numberSource } from "./values.ts";

/** Differences of neighbours in a histogram. Unlike `serial_diff`, it answers a difference to or from a gap: as null. */
export const derivative: MakeCollector<PipelineBody & DerivativeBody> = (
  { path, gapPolicy, format, unit },
  context,
) => {
  const { asText } = numberSource("pipeline", "", context, { format });
  return collecting({
    path,
    ofParent: (buckets) => {
      const numbers = filled(buckets, gapPolicy);
      const keys = buckets.map(({ bucket }) => bucket.key ?? Number.NaN);
      return numbers.map((number, place) => {
        const [before, key] = [numbers[place - 1], keys[place - 1]];
        if (before === undefined || key === undefined) return undefined;
        const units = unit === undefined ? Number.NaN : ((keys[place] ?? Number.NaN) - key) / unit;
        const value = number - before;
        return { value, normalized: units > 0 ? value / units : undefined };
      });
    },
    members: (added) => `${finite(asText, added.value)}${normalizedMembers(added, asText)}`,
  });
};

function normalizedMembers({ normalized }: AddedNumber, asText: AsText): string {
  if (normalized === undefined) return "";
  if (!Number.isFinite(normalized)) return ',"normalized_value":null';
  const text = asText(normalized);
  const asString = text === undefined ? "" : `,"normalized_value_as_string":${JSON.stringify(text)}`;
  return `,"normalized_value":${javaDouble(normalized)}${asString}`;
}
