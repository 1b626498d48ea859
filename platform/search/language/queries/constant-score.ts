import { parsingException } from "../errors.ts";
import { isArray, type JsonObject, locationOfEnd, locationOfValue } from "../json.ts";
import { Options } from "../options.ts";
import type { ClauseReader } from "./kind.ts";

export interface ConstantScoreBody<Clause> {
  readonly filter: Clause;
  readonly boost: number;
}

const options = ["filter", "boost"];

export function constantScore<Clause>(body: JsonObject, reader: ClauseReader<Clause>): ConstantScoreBody<Clause> {
  const members = new Options("constant_score", body, options);
  const filter = members.get("filter");
  if (isArray(filter)) throw parsingException("unexpected token [START_ARRAY]", locationOfValue(body, "filter"));
  if (filter === undefined) {
    throw parsingException("[constant_score] requires a 'filter' element", locationOfEnd(body));
  }
  return { filter: reader.read(filter, body, "filter"), boost: members.boost };
}
