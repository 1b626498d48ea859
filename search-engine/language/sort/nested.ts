import { parsingException, within } from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import { isObject, type JsonObject, type JsonValue, type Location, locationOfValue } from "../json/json.ts";
import { isNumber, isScalar, scalarText } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";

/**
 * `nested` of a sort key: the nested objects whose values count. Its filter is checked and not kept, since no field is
 * nested.
 */
export interface NestedSort {
  readonly path: string | undefined;
  readonly maxChildren: number | undefined;
  readonly inner: NestedSort | undefined;
}

/** @throws SearchRejected, made by `refuse` except for errors of the filter */
export function readNestedSort(
  body: JsonObject,
  reader: ClauseReader<unknown>,
  refuse: (reason: string, at: Location | undefined) => Error,
): NestedSort {
  let [path, maxChildren, inner]: [string?, number?, NestedSort?] = [];
  for (const [name, value] of body) {
    const at = locationOfValue(body, name);
    if (name === "filter") readFilter(value, body, reader);
    else if (name === "nested") {
      if (!isObject(value)) throw refuse("malformed nested sort format, must start with an object", at);
      inner = readNestedSort(value, reader, refuse);
    } else if (name === "path") {
      if (!isScalar(value)) throw refuse("malformed nested sort format, [path] must be a text", at);
      path = scalarText(value);
    } else if (name === "max_children") {
      maxChildren = wholeOf(value);
      if (maxChildren === undefined) throw refuse("malformed nested sort format, [max_children] must be a number", at);
    } else throw refuse(`malformed nested sort format, unknown field name [${name}]`, at);
  }
  return { path, maxChildren, inner };
}

function wholeOf(value: JsonValue): number | undefined {
  if (!isNumber(value) && (typeof value !== "string" || value.trim() === "")) return undefined;
  const number = Math.trunc(Number(value));
  return Number.isNaN(number) ? undefined : number;
}

function readFilter(value: JsonValue, body: JsonObject, reader: ClauseReader<unknown>): void {
  try {
    reader.read(value, body, "filter");
  } catch (error) {
    if (!(error instanceof SearchRejected)) throw error;
    const [reason, at] = ["Expected filter element.", locationOfValue(body, "filter")] as const;
    const { type } = error.error;
    const isParsers = type === "parsing_exception" || type === "x_content_parse_exception";
    throw isParsers ? within(error, "parsing_exception", reason, at) : parsingException(reason, at, { type });
  }
}
