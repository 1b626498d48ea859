import { parsingException } from "../errors/errors.ts";
import { isObject, type JsonObject, type JsonValue, locationOfEnd } from "../json/json.ts";
import { doesNotSupport, Options } from "../members/options.ts";
import { flatMembers } from "./flat-members.ts";
import type { ClauseReader } from "./kind.ts";

export interface BoostingBody<Clause> {
  readonly positive: Clause;
  /** Documents that also match this clause score less. */
  readonly negative: Clause;
  /** Factor of the scores of those documents. */
  readonly negativeBoost: number;
  readonly boost: number;
}

const scalars = ["negative_boost", "boost", "_name"];

export function boosting<Clause>(body: JsonObject, reader: ClauseReader<Clause>): BoostingBody<Clause> {
  const settings = new Map<string, JsonValue>();
  const clauses = new Map<string, Clause>();
  for (const [name, value] of flatMembers(body)) {
    if (isObject(value) && (name === "positive" || name === "negative")) {
      clauses.set(name, reader.read(value, body, name));
    } else if (!isObject(value) && scalars.includes(name)) settings.set(name, value);
    else throw doesNotSupport("boosting", body, name);
  }
  const given = new Options("boosting", settings, scalars, body);
  const required = (name: "positive" | "negative"): Clause => {
    const clause = clauses.get(name);
    if (clause !== undefined) return clause;
    throw parsingException(`[boosting] query requires '${name}' query to be set'`, locationOfEnd(body));
  };
  const [positive, negative] = [required("positive"), required("negative")];
  const negativeBoost = given.float("negative_boost") ?? -1;
  if (!(negativeBoost >= 0)) {
    const reason = "[boosting] query requires 'negative_boost' to be set to be a positive value'";
    throw parsingException(reason, locationOfEnd(body));
  }
  return { positive, negative, negativeBoost, boost: given.boost };
}
