import { failedToCreateQuery } from "../language/errors/errors.ts";
import type { KnnBody } from "../language/queries/knn.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { MatchNone } from "./nodes/constant.ts";

/**
 * No field has vectors, so a mapped field is refused, unless a filter names an unmapped one and therefore matches
 * nothing.
 */
export const knn: Compile<KnnBody<Clause>> = ({ field, filters }, context) => {
  const isNone = ({ kind, body }: Clause) =>
    kind === "match_none" || ("field" in body && typeof body.field === "string" && !context.field(body.field));
  if (!context.field(field) || filters.some(isNone)) return new MatchNone();
  const reason = "[knn] queries are only supported on [dense_vector] fields";
  throw failedToCreateQuery("illegal_argument_exception", reason);
};
