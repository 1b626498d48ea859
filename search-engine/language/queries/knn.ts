import { illegalArgument, parsingException, within, xContentParseException } from "../errors/errors.ts";
import { doubleIn } from "../java/java-numbers.ts";
import { isArray, isObject, type JsonObject, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { inMember } from "../members/in-member.ts";
import { ObjectMembers } from "../members/object-members.ts";
import { isNumber, negativeBoost, notANumber, numberAt, tokenOf } from "../members/options.ts";
import type { ClauseReader } from "./kind.ts";

/** The documents whose vectors are nearest to one. The catalogue has no vectors, so it is checked and matches nothing. */
export interface KnnBody<Clause> {
  readonly field: string;
  readonly filters: readonly Clause[];
}

const SHARED = ["field", "query_vector", "query_vector_builder", "k", "num_candidates", "similarity", "filter"];
const options = [...SHARED, "rescore_vector", "boost", "_name"];
/** Dimensions of a vector in Elasticsearch. */
const MAX_DIMENSIONS = 4096;
const MAX_CANDIDATES = 10_000;

export function knn<Clause>(body: JsonObject, reader: ClauseReader<Clause>): KnnBody<Clause> {
  const members = new ObjectMembers("knn", body, options);
  const [read, refusal] = readKnn(members, reader);
  if (refusal === undefined) return read;
  const cause = { type: "illegal_argument_exception", reason: refusal };
  throw xContentParseException("Failed to build [knn] after last required field arrived", undefined, cause);
}

/** The `knn` of a body beside its query. @throws SearchRejected */
export function knnBeside<Clause>(body: JsonObject, reader: ClauseReader<Clause>): KnnBody<Clause> {
  const members = new ObjectMembers("knn", body, [...options, "inner_hits"]);
  members.object("inner_hits");
  const [read, refusal] = readKnn(members, reader);
  if (refusal !== undefined) throw illegalArgument(refusal);
  return read;
}

/** Reads the members, and the reason why they can't be used together. */
function readKnn<Clause>(
  members: ObjectMembers,
  reader: ClauseReader<Clause>,
): readonly [KnnBody<Clause>, string | undefined] {
  const { body } = members;
  const field = members.text("field");
  members.text("_name");
  members.number("similarity");
  if (Math.fround(members.number("boost") ?? 1) < 0) throw members.invalid("boost", negativeBoost("knn").message);
  const rescored = members.object("rescore_vector");
  if (rescored && !rescored.has("oversample")) throw members.invalid("rescore_vector", "Required [oversample]");
  const isBuilt = members.object("query_vector_builder") !== undefined;
  if (isBuilt) throw members.invalid("query_vector_builder", "vectors are not made of texts");
  const [k, candidates] = [members.integer("k"), members.integer("num_candidates")];
  if (body.has("query_vector")) checkVector(members);
  const filters = filtersOf(members, reader);
  if (field === undefined) throw illegalArgument("Required [field]");
  return [{ field, filters }, refusalOf(body.has("query_vector"), k, candidates)];
}

function refusalOf(hasVector: boolean, k: number | undefined, candidates: number | undefined): string | undefined {
  if (k !== undefined && k < 1) return "[k] must be greater than 0";
  if (candidates !== undefined && candidates > MAX_CANDIDATES)
    return `[num_candidates] cannot exceed [${MAX_CANDIDATES}]`;
  if (candidates !== undefined && candidates < (k ?? 1)) return "[num_candidates] cannot be less than [k]";
  return hasVector ? undefined : "either [query_vector] or [query_vector_builder] must be provided";
}

/** A list of numbers, a number or bytes as hexadecimal digits. @throws SearchRejected */
function checkVector(members: ObjectMembers): void {
  const { body } = members;
  const name = "query_vector";
  const value = body.get(name);
  if (isObject(value)) {
    const cause = parsingException(`Unknown type [${tokenOf(value)}] for parsing vector`, locationOfValue(body, name));
    throw within(
      cause,
      "x_content_parse_exception",
      `[knn] failed to parse field [${name}]`,
      locationOfValue(body, name),
    );
  }
  if (isArray(value)) {
    expectAtMost(MAX_DIMENSIONS, value.length, "dimensions", `[${name}] has`);
    for (const each of value) {
      const isNone = typeof each === "string" && doubleIn(each) === undefined;
      if (isNone) throw members.failed(name, "number_format_exception", notANumber(each));
      numberAt(body, name, each);
    }
  } else if (typeof value === "string") {
    if (value.length % 2 === 1) throw members.invalid(name, `string length not even: ${value.length}`);
    const wrong = /[^\da-fA-F]/.exec(value)?.[0];
    if (wrong === undefined) return;
    const reason = `not a hexadecimal digit: "${wrong}" = ${wrong.charCodeAt(0)}`;
    throw members.failed(name, "number_format_exception", reason);
  } else if (!isNumber(value)) throw members.wrongType(name);
}

function filtersOf<Clause>(members: ObjectMembers, reader: ClauseReader<Clause>): readonly Clause[] {
  const value = members.body.get("filter");
  if (value === undefined) return [];
  if (!isArray(value) && !isObject(value)) throw members.wrongType("filter");
  return (isArray(value) ? value : [value]).map((each) =>
    inMember(
      members,
      "filter",
      () => reader.read(each, members.body, "filter"),
      (refusal) => reader.endOfRefused(refusal),
    ),
  );
}
