import { MAX_REPEATED_LENGTH } from "../../limits.ts";
import { illegalArgument, parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { tokenOf } from "../members/options.ts";
import type { Clause } from "../queries/table.ts";
import type { AggregationKind } from "./kind.ts";
import type { AggregationMembers } from "./members.ts";

export interface FiltersBody {
  /** By name where they have names, else as written. */
  readonly filters: readonly NamedFilter[];
  /** Key of the bucket of all other documents; undefined when there is no such bucket. */
  readonly other: string | undefined;
  readonly named: boolean;
  readonly keyed: boolean;
}

export interface NamedFilter {
  /** Empty where filters have no names. */
  readonly name: string;
  readonly clause: Clause;
}

export const filters: AggregationKind<FiltersBody> = {
  options: undefined,
  makes: "buckets",
  read(members) {
    let found: readonly NamedFilter[] = [];
    let [named, keyed] = [false, true];
    let otherKey: string | undefined;
    let hasOther: boolean | undefined;
    for (const [member, value] of members.body) {
      if (member === "filters" && isObject(value)) {
        found = namedFilters(value, members);
        named = true;
      } else if (member === "filters" && isArray(value)) {
        found = value.map((each) => ({ name: "", clause: members.clauses.read(each, members.body, member) }));
        named = false;
      } else if (member === "other_bucket" && typeof value === "boolean") hasOther = value;
      else if (member === "other_bucket_key" && typeof value === "string") otherKey = value;
      else if (member === "keyed" && typeof value === "boolean") keyed = value;
      else throw unknownMember(members, member);
    }
    if (found.length === 0) throw illegalArgument("[filters] cannot be empty.");
    expectAtMost(MAX_REPEATED_LENGTH, otherKey?.length ?? 0, "characters", "[other_bucket_key] has");
    const other = (hasOther ?? otherKey !== undefined) ? (otherKey ?? "_other_") : undefined;
    return { filters: found, other, named, keyed: named && keyed };
  },
};

/** In the order of their names. @throws SearchRejected, ShardFailure */
export function namedFilters(value: JsonObject, { clauses }: AggregationMembers): readonly NamedFilter[] {
  const read = [...value].map(([name, each]) => {
    expectAtMost(MAX_REPEATED_LENGTH, name.length, "characters", "[filters] has a name of");
    return { name, clause: clauses.read(each, value, name) };
  });
  return read.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unknownMember({ name, body }: AggregationMembers, member: string): Error {
  const reason = `Unknown key for a ${tokenOf(body.get(member))} in [${name}]: [${member}].`;
  return parsingException(reason, locationOfValue(body, member));
}
