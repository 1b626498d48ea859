import { MAX_SEPARATOR_LENGTH } from "../../limits.ts";
import { illegalArgument } from "../errors/errors.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { type NamedFilter, namedFilters } from "./filters.ts";
import type { AggregationKind } from "./kind.ts";

export interface AdjacencyMatrixBody {
  /** By name. */
  readonly filters: readonly NamedFilter[];
  /** Separates the names of two filters in the key of their intersection. */
  readonly separator: string;
}

/** A bucket for each filter and for the intersection of each two. */
export const adjacencyMatrix: AggregationKind<AdjacencyMatrixBody> = {
  options: ["filters", "separator"],
  makes: "buckets",
  read(members) {
    const separator = members.text("separator") ?? "&";
    expectAtMost(MAX_SEPARATOR_LENGTH, separator.length, "characters", "[separator] has");
    const body = members.object("filters");
    const filters = body ? inMember(members, "filters", () => namedFilters(body, members)) : [];
    if (filters.length > 0) return { filters, separator };
    throw illegalArgument(`[${members.name}] is missing : filters parameter`);
  },
};
