import type { AggregationKind } from "./aggregation.ts";
import { cardinality } from "./cardinality.ts";
import { dateHistogram } from "./date-histogram.ts";
import { avg, max, min } from "./metrics.ts";
import { terms } from "./terms.ts";

const kinds: readonly AggregationKind[] = [avg, cardinality, dateHistogram, max, min, terms];

/** Every kind of aggregation. */
export const aggregationKinds: ReadonlyMap<string, AggregationKind> = new Map(kinds.map((kind) => [kind.name, kind]));
