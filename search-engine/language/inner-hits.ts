import { illegalArgument, parsingException } from "./errors/errors.ts";
import { readFetch } from "./fetch/read.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfEnd, locationOfValue } from "./json/json.ts";
import { inMember } from "./members/in-member.ts";
import { ObjectMembers } from "./members/object-members.ts";
import type { Page } from "./page.ts";
import type { ClauseReader } from "./queries/kind.ts";
import type { Clause } from "./queries/table.ts";
import { readSort } from "./sort/read.ts";

/** More hits of the group whose best hit is answered. */
export interface InnerHits extends Page {
  readonly name: string;
  /** Of the inner hits with the same value of this field, only the best one is answered. */
  readonly collapse: string | undefined;
}

const DEFAULT_SIZE = 3;

const isContainer = (value: JsonValue): boolean => isArray(value) || isObject(value);

/** Members, with a test of each one's type. */
const fetchMembers = {
  _source: (value: JsonValue) => typeof value === "boolean" || typeof value === "string" || isContainer(value),
  fields: isArray,
  docvalue_fields: isArray,
  highlight: isObject,
  sort: isContainer,
};
const options = [
  "name",
  "from",
  "size",
  "track_scores",
  "version",
  "seq_no_primary_term",
  "explain",
  "ignore_unmapped",
  "collapse",
  ...Object.keys(fetchMembers),
];

/** Reads `inner_hits` of `collapse`, one or several, some of which may have the same name. @throws SearchRejected, ShardFailure */
export function readInnerHits(collapse: ObjectMembers, reader: ClauseReader<Clause>): readonly InnerHits[] {
  const { body } = collapse;
  const value = body.get("inner_hits");
  if (value === undefined) return [];
  if (value === null || !isContainer(value)) throw collapse.wrongType("inner_hits");
  return inMember(collapse, "inner_hits", () => {
    return (isArray(value) ? value : [value]).map((each) => {
      if (isObject(each)) return readOne(each, reader);
      throw parsingException("Invalid token in inner_hits array", locationOfValue(body, "inner_hits"));
    });
  });
}

function readOne(body: JsonObject, reader: ClauseReader<Clause>): InnerHits {
  const members = new ObjectMembers("inner_hits", body, options);
  for (const [name, isRight] of Object.entries(fetchMembers)) {
    const value = body.get(name);
    if (value !== undefined && !isRight(value)) throw members.wrongType(name);
  }
  for (const name of ["version", "seq_no_primary_term", "explain"]) {
    if (members.boolean(name) === true) throw members.invalid(name, `[${name}] is not supported`);
  }
  members.boolean("ignore_unmapped");
  const inner = {
    from: count(members, "from") ?? 0,
    size: count(members, "size") ?? DEFAULT_SIZE,
    sort: inMember(members, "sort", () => readSort(body, reader)),
    trackScores: members.boolean("track_scores") ?? false,
    fetch: readFetch(body, reader),
    collapse: collapseOf(members),
  };
  const name = members.text("name");
  if (name !== undefined) return { name, ...inner };
  throw illegalArgument("inner_hits must have a [name]; set the [name] field in the inner_hits definition");
}

/** A second `collapse`, which names its field and nothing else. */
function collapseOf(members: ObjectMembers): string | undefined {
  const value = members.object("collapse");
  if (value === undefined) return undefined;
  const field = value.get("field");
  if (typeof field === "string" && value.size === 1) return field;
  return inMember(members, "collapse", () => {
    throw parsingException("Invalid token in the inner collapse", locationOfEnd(value));
  });
}

function count(members: ObjectMembers, member: "from" | "size"): number | undefined {
  const value = members.integer(member);
  if (value === undefined || value >= 0) return value;
  throw members.invalid(member, `illegal ${member} value, at least 0 or higher`);
}
