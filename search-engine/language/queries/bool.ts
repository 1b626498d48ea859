import { NestedTooDeep, xContentParseException } from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type Location,
  locationOfEnd,
  locationOfName,
  locationOfValue,
} from "../json/json.ts";
import { isScalar, Options, scalarText, tokenOf } from "../members/options.ts";
import { conditionIn } from "./condition.ts";
import type { ClauseReader } from "./kind.ts";

export type Occur = "must" | "filter" | "should" | "must_not";

export interface BoolBody<Clause> {
  readonly clauses: readonly { readonly occur: Occur; readonly clause: Clause }[];
  readonly minimumShouldMatch: string | undefined;
  readonly boost: number;
}

const OCCURS: readonly Occur[] = ["must", "filter", "should", "must_not"];
const options = [...OCCURS, "minimum_should_match", "boost", "_name"];

export function bool<Clause>(body: JsonObject, reader: ClauseReader<Clause>): BoolBody<Clause> {
  const members = new Options("bool", body, options, body, unknownMember);
  const name = body.get("_name");
  if (name !== undefined && typeof name !== "string") {
    const reason = `[bool] _name doesn't support values of type: ${tokenOf(name)}`;
    throw xContentParseException(reason, locationOfValue(body, "_name"));
  }
  const clauses = OCCURS.flatMap((occur) => clausesOf(occur, body, reader).map((clause) => ({ occur, clause })));
  return { clauses, minimumShouldMatch: minimumOf(body), boost: members.parsedBoost(xContentParseException) };
}

function minimumOf(body: JsonObject): string | undefined {
  const given = body.get("minimum_should_match");
  if (given === undefined || given === null) return undefined;
  if (isScalar(given)) return conditionIn(scalarText(given));
  const reason = `[bool] minimum_should_match doesn't support values of type: ${tokenOf(given)}`;
  throw xContentParseException(reason, locationOfValue(body, "minimum_should_match"));
}

function clausesOf<Clause>(occur: Occur, body: JsonObject, reader: ClauseReader<Clause>): readonly Clause[] {
  const given = body.get(occur);
  if (given === undefined || given === null) return [];
  if (!isArray(given) && !isObject(given)) {
    const reason = `[bool] ${occur} doesn't support values of type: ${tokenOf(given)}`;
    throw xContentParseException(reason, locationOfValue(body, occur));
  }
  return (isArray(given) ? given : [given]).map((each) => {
    try {
      return reader.read(each, body, occur);
    } catch (error) {
      throw error instanceof SearchRejected
        ? failedToParse(occur, error, reader.endOfRefused(error) ?? endOf(each))
        : error;
    }
  });
}

/** Elasticsearch wraps a refusal once in each bool that it passes. */
function failedToParse(occur: Occur, refusal: SearchRejected, end: Location | undefined): SearchRejected {
  const { root_cause: roots, ...cause } = refusal.error;
  const { line, col } = (refusal instanceof NestedTooDeep ? refusal.at : undefined) ??
    locationIn(cause) ??
    end ?? { line: 1, col: 1 };
  const reason = `[${line}:${col}] [bool] failed to parse field [${occur}]`;
  const type = "x_content_parse_exception";
  const tellsMore = ["x_content_parse_exception", "parsing_exception", "parse_exception"].includes(
    String(cause["type"]),
  );
  return new SearchRejected(400, {
    root_cause: tellsMore ? roots : [{ type, reason }],
    type,
    reason,
    caused_by: cause,
  });
}

/** The location in the inner refusal. */
function locationIn(cause: Readonly<Record<string, unknown>>): Location | undefined {
  if (typeof cause["line"] === "number" && typeof cause["col"] === "number") {
    return { line: cause["line"], col: cause["col"] };
  }
  const prefix = /^\[(\d+):(\d+)\]/.exec(String(cause["reason"]));
  return prefix ? { line: Number(prefix[1]), col: Number(prefix[2]) } : undefined;
}

const endOf = (clause: JsonValue): Location | undefined => (isObject(clause) ? locationOfEnd(clause) : undefined);

const unknownMember = (kind: string, members: JsonObject, name: string): Error =>
  xContentParseException(`[${kind}] unknown field [${name}]`, locationOfName(members, name));
