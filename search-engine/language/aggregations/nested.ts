import { parsingException } from "../errors/errors.ts";
import { type JsonValue, locationOfEnd, locationOfValue } from "../json/json.ts";
import { tokenOf } from "../members/options.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface NestedBody {
  readonly path: string | undefined;
}

/** Nested documents below a path. */
export const nested: AggregationKind<NestedBody> = {
  options: undefined,
  makes: "bucket",
  read(members) {
    const { name, body } = members;
    const path = pathOf(members);
    if (path !== undefined) return { path };
    throw parsingException(`Missing [path] field for nested aggregation [${name}]`, locationOfEnd(body));
  },
};

/** Documents that nested ones belong to. */
export const reverseNested: AggregationKind<NestedBody> = {
  options: undefined,
  makes: "bucket",
  read: (members) => ({ path: pathOf(members) }),
};

function pathOf({ name, body }: AggregationMembers): string | undefined {
  let path: string | undefined;
  for (const [member, value] of body) {
    if (typeof value !== "string" || member !== "path") {
      throw parsingException(refusalOf(member, value, name), locationOfValue(body, member));
    }
    path = value;
  }
  return path;
}

const refusalOf = (member: string, value: JsonValue, name: string): string =>
  typeof value === "string"
    ? `Unknown key for a VALUE_STRING in [${name}]: [${member}].`
    : `Unexpected token ${tokenOf(value)} in [${name}].`;
