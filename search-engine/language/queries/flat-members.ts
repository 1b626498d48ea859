import { isArray, type JsonObject, type JsonValue } from "../json/json.ts";
import type { Scalar } from "../members/options.ts";

/**
 * The members of a clause that Elasticsearch reads value by value: the items of an array one after another, and nothing
 * for null. The last of several values of a member counts.
 */
export function* flatMembers(body: JsonObject): Generator<readonly [string, Scalar | JsonObject]> {
  for (const [name, value] of body) yield* flat(name, value);
}

function* flat(name: string, value: JsonValue): Generator<readonly [string, Scalar | JsonObject]> {
  if (isArray(value)) for (const each of value) yield* flat(name, each);
  else if (value !== null) yield [name, value];
}
