import { isArray, isObject, type JsonValue } from "../json/json.ts";

/** JSON of a body as JSON.parse would return it, for the readers of geometries. */
export function plainJson(value: JsonValue | undefined): unknown {
  if (isArray(value)) return value.map(plainJson);
  if (isObject(value)) return Object.fromEntries([...value].map(([name, each]) => [name, plainJson(each)]));
  return typeof value === "bigint" ? Number(value) : value;
}
