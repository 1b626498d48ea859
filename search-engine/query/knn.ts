import { failedToCreateQuery } from "../language/errors.ts";
import type { KnnBody } from "../language/queries/knn.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { MatchNone } from "./nodes/constant.ts";
import { rewrite } from "./query.ts";

/** No field has vectors: one that is mapped is refused, unless nothing passes a filter. */
export const knn: Compile<KnnBody<Clause>> = ({ field, filters }, context) => {
  const passing = filters.map((filter) => rewrite(context.compile(filter)));
  if (!context.field(field) || passing.some((filter) => filter instanceof MatchNone)) return new MatchNone();
  const reason = "[knn] queries are only supported on [dense_vector] fields";
  throw failedToCreateQuery("illegal_argument_exception", reason);
};
