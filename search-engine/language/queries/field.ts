import { illegalArgument, parsingException } from "../errors/errors.ts";
import { isObject, type JsonObject, type JsonValue, locationOfValue, spellingAt } from "../json/json.ts";
import { expectedText, isScalar, Options } from "../members/options.ts";

/** The members of a clause about one field: `{"title": "radar"}` or `{"title": {"query": "radar", …}}`. */
export interface FieldMembers {
  readonly field: string;
  /** The short form's value. */
  readonly value: JsonValue | undefined;
  /** The long form's members; empty in the short form. */
  readonly options: Options;
}

const NO_MEMBERS: JsonObject = new Map();

/** Reads a clause about one field. `empty` makes the refusal when no field is named. */
export function fieldMembers(
  kind: string,
  body: JsonObject,
  supported: readonly string[],
  empty: () => Error = () => illegalArgument("field name is null or empty"),
): FieldMembers {
  const [first, second] = body.keys();
  if (first === undefined) throw empty();
  if (second !== undefined) {
    const message = `[${kind}] query doesn't support multiple fields, found [${first}] and [${second}]`;
    throw parsingException(message, locationOfValue(body, second));
  }
  const content = body.get(first);
  if (isObject(content)) return { field: first, value: undefined, options: new Options(kind, content, supported) };
  return { field: first, value: content, options: new Options(kind, NO_MEMBERS, supported) };
}

/** A text, number or boolean as text; undefined where it is absent or null. @throws SearchRejected */
export function textIn(members: JsonObject, name: string): string | undefined {
  const value = members.get(name);
  if (value === undefined || value === null) return undefined;
  if (isScalar(value)) return spellingAt(members, name) ?? String(value);
  throw expectedText(members, name);
}
