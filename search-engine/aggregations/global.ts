import type { GlobalBody } from "../language/aggregations/global.ts";
import type { MakeCollector } from "./aggregation.ts";
import { SingleBucket } from "./single-bucket.ts";

/** Collects every document that it is given: `run` also gives it those that the search does not match. */
export const global: MakeCollector<GlobalBody> = (_body, _context, below) =>
  new SingleBucket(below, (_segment, _docs, count, take) => {
    for (let index = 0; index < count; index++) take(index);
  });
