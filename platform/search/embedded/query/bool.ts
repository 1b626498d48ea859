import { xContentParseException } from "../../language/errors.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  placeOfEnd,
  placeOfName,
  placeOfValue,
} from "../../language/json.ts";
import { Options, tokenOf } from "../../language/options.ts";
import { SearchRejected } from "../../port.ts";
import type { ParseContext, QueryKind } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, type Clause, type Occur, withEverythingElse } from "./nodes/bool.ts";
import { boosted, MatchAll } from "./nodes/constant.ts";

const occurs: readonly Occur[] = ["must", "filter", "should", "must_not"];
const options = [...occurs, "minimum_should_match", "boost"];

export const bool: QueryKind = {
  name: "bool",
  options,
  parse(body, context) {
    const clause = new Options("bool", body, options, unknownMember);
    const clauses = occurs.flatMap((occur) => clausesOf(occur, body, context));
    const boost = boostOf(clause, body);
    if (clauses.length === 0) return boosted(new MatchAll(), boost);
    const optional = clauses.filter(({ occur }) => occur === "should").length;
    const specification = clause.text("minimum_should_match");
    const minimum = specification === undefined ? 0 : minimumShouldMatch(optional, specification);
    return boosted(withEverythingElse(new Bool(clauses, minimum)), boost);
  },
};

function boostOf(clause: Options, body: JsonObject): number {
  try {
    return clause.boost;
  } catch (error) {
    const isNumberFormat = error instanceof SearchRejected && error.error["type"] === "number_format_exception";
    if (!isNumberFormat) throw error;
    const { root_cause: _, ...cause } = error.error;
    throw xContentParseException("[bool] failed to parse field [boost]", placeOfValue(body, "boost"), cause);
  }
}

function clausesOf(occur: Occur, body: JsonObject, context: ParseContext): Clause[] {
  const given = body.get(occur);
  if (given === undefined || given === null) return [];
  const at = placeOfValue(body, occur);
  if (!isArray(given) && !isObject(given)) {
    throw xContentParseException(`[bool] ${occur} doesn't support values of type: ${tokenOf(given)}`, at);
  }
  return (isArray(given) ? given : [given]).map((each) => {
    try {
      return { occur, query: context.parseQuery(each, at) };
    } catch (error) {
      throw error instanceof SearchRejected ? failedToParse(occur, error, each) : error;
    }
  });
}

/** Elasticsearch tells at each bool that a refusal passes where it came from. */
function failedToParse(occur: Occur, { error }: SearchRejected, clause: JsonValue): SearchRejected {
  const { root_cause: roots, ...cause } = error;
  const [line, col] = placeOf(cause, clause);
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

/** Where the inner refusal is, or else where the clause ends. */
function placeOf(cause: Readonly<Record<string, unknown>>, clause: JsonValue): [number, number] {
  if (typeof cause["line"] === "number" && typeof cause["col"] === "number") return [cause["line"], cause["col"]];
  const prefix = /^\[(\d+):(\d+)\]/.exec(String(cause["reason"]));
  if (prefix) return [Number(prefix[1]), Number(prefix[2])];
  const [body] = isObject(clause) ? clause.values() : [];
  const end = isObject(body) ? placeOfEnd(body) : isObject(clause) ? placeOfEnd(clause) : undefined;
  return [end?.line ?? 1, end?.col ?? 1];
}

const unknownMember = (kind: string, members: JsonObject, name: string): Error =>
  xContentParseException(`[${kind}] unknown field [${name}]`, placeOfName(members, name));
