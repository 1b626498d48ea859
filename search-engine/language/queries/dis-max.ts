import { parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, locationOfEnd } from "../json/json.ts";
import { doesNotSupport, expectedText, Options } from "../members/options.ts";
import type { ClauseReader } from "./kind.ts";

export interface DisMaxBody<Clause> {
  readonly clauses: readonly Clause[];
  readonly tieBreaker: number;
  readonly boost: number;
}

const options = ["queries", "tie_breaker", "boost", "_name"];

/** The best of several clauses. */
export function disMax<Clause>(body: JsonObject, reader: ClauseReader<Clause>): DisMaxBody<Clause> {
  const members = new Options("dis_max", body, options);
  if (body.get("_name") === null) throw expectedText(body, "_name");
  members.refuseTokens({ numbers: ["boost", "tie_breaker"], booleans: [] });
  for (const [name, value] of body) {
    const isRight = isArray(value) || isObject(value) ? name === "queries" : name !== "queries" && value !== null;
    if (!isRight) throw doesNotSupport("dis_max", body, name);
  }
  const given = body.get("queries");
  if (given === undefined) {
    throw parsingException("[dis_max] requires 'queries' field with at least one clause", locationOfEnd(body));
  }
  const list = isArray(given) && given.length > 0 ? given : [given];
  const clauses = list.map((each) => reader.read(each, body, "queries"));
  return { clauses, tieBreaker: members.float("tie_breaker") ?? 0, boost: members.boost };
}
