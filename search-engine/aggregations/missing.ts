import { hasBit, u32 } from "../bytes/arrays.ts";
import type { ValuesBody } from "../language/aggregations/values.ts";
import type { MakeCollector } from "./aggregation.ts";
import { SingleBucket } from "./single-bucket.ts";
import { checkValues, numberSource } from "./values.ts";

/** Documents without a value in a field. With `missing` there are none. */
export const missing: MakeCollector<ValuesBody> = (body, context, below) => {
  const field = checkValues(body, context);
  if (field?.kind === "date" || field?.kind === "double" || field?.kind === "boolean") {
    numberSource("missing", body.field, context, body);
  }
  return new SingleBucket(below, (segment, docs, count, take) => {
    if (body.missing !== undefined) return;
    const present = segment.present(body.field);
    for (let index = 0; index < count; index++) {
      if (!present || !hasBit(present, u32(docs, index))) take(index);
    }
  });
};
