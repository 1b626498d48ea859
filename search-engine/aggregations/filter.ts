import type { FilterBody } from "../language/aggregations/filter.ts";
import type { MakeCollector } from "./aggregation.ts";
import { SingleBucket } from "./single-bucket.ts";

/** Documents that a clause matches. */
export const filter: MakeCollector<FilterBody> = ({ clause }, context, below) => {
  const matcher = context.matcher(clause);
  return new SingleBucket(below, (...given) => matcher.each(...given));
};
