import { parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, locationOfEnd, locationOfValue } from "../json/json.ts";
import { doesNotSupport, isScalar, Options, tokenOf } from "../members/options.ts";
import type { ClauseReader } from "./kind.ts";

export interface ConstantScoreBody<Clause> {
  readonly filter: Clause;
  readonly boost: number;
}

const options = ["filter", "boost", "_name"];

export function constantScore<Clause>(body: JsonObject, reader: ClauseReader<Clause>): ConstantScoreBody<Clause> {
  const members = new Options("constant_score", body, options);
  for (const [name, value] of body) {
    if (isObject(value) ? name !== "filter" : name === "filter" && isScalar(value))
      throw doesNotSupport("constant_score", body, name);
    if (value !== null && !isArray(value)) continue;
    throw parsingException(`unexpected token [${tokenOf(value)}]`, locationOfValue(body, name));
  }
  const filter = members.get("filter");
  if (filter === undefined) {
    throw parsingException("[constant_score] requires a 'filter' element", locationOfEnd(body));
  }
  return { filter: reader.read(filter, body, "filter"), boost: members.boost };
}
