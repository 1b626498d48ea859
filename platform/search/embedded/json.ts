/**
 * A search body as read: objects are Maps, so member order and names such as `__proto__` or `1` survive, and integers
 * that a double can not hold are bigint (readers send ±2^63 back in `search_after`).
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

export const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;
export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
