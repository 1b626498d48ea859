import { isArray, type JsonObject, type JsonValue } from "../json/json.ts";
import type { Scalar } from "../members/options.ts";

/**
 * The members of clauses that Elasticsearch reads value by value: those of an array one after the other, and none for
 * null. Where a member has several values, the last one holds.
 */
export function* flatMembers(body: JsonObject): Generator<readonly [string, Scalar | JsonObject]> {
  for (const [name, value] of body) yield* flat(name, value);
}

function* flat(name: string, value: JsonValue): Generator<readonly [string, Scalar | JsonObject]> {
  if (isArray(value)) for (const each of value) yield* flat(name, each);
  else if (value !== null) yield [name, value];
}
