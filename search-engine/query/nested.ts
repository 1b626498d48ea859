import { failedToCreateQuery } from "../language/errors/errors.ts";
import type { NestedBody } from "../language/queries/nested.ts";
import type { Compile } from "./kind.ts";
import { MatchNone } from "./nodes/constant.ts";

/** The mapping has no nested fields. */
export const nested: Compile<NestedBody> = ({ path, ignoreUnmapped }) => {
  if (ignoreUnmapped) return new MatchNone();
  const reason = `[nested] failed to find nested object under path [${path}]`;
  throw failedToCreateQuery("illegal_state_exception", reason);
};
