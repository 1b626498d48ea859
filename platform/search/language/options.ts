import { illegalArgument, located, parsingException, rejected, xContentParseException } from "./errors.ts";
import { isJavaLong, javaDouble } from "./java-numbers.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  locationOfName,
  locationOfValue,
  spellingAt,
} from "./json.ts";

export interface ScalarRules {
  /** How Elasticsearch words the refusal of this clause. */
  readonly wording?: string;
  /** Members that may be of another type. */
  readonly except?: readonly string[];
}

/** Members of a clause, read by name. Refuses, at once, names that the clause does not support, where they are given. */
export class Options {
  readonly kind: string;
  readonly members: JsonObject;

  constructor(kind: string, members: JsonObject, supported: readonly string[] | undefined, refuse = doesNotSupport) {
    this.kind = kind;
    this.members = members;
    if (!supported) return;
    for (const name of members.keys()) if (!supported.includes(name)) throw refuse(kind, members, name);
  }

  get(name: string): JsonValue | undefined {
    const value = this.members.get(name);
    return value === null ? undefined : value;
  }

  /** A string, number or boolean as text. */
  text(name: string): string | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : this.scalar(name, value);
  }

  scalar(name: string, value: JsonValue): string {
    if (isScalar(value)) return spellingAt(this.members, name) ?? String(value);
    throw this.unknownToken(name, value);
  }

  /** Refuses members that are null, arrays or objects. @throws SearchRejected */
  requireScalars({ wording = "unknown token", except = [] }: ScalarRules = {}): void {
    for (const [name, value] of this.members) {
      if (isScalar(value) || except.includes(name)) continue;
      const message = `[${this.kind}] ${wording} [${tokenOf(value)}] after [${name}]`;
      throw parsingException(message, locationOfValue(this.members, name));
    }
  }

  /** Refuses what Elasticsearch reads as a number or a boolean without a look at the token. @throws SearchRejected */
  refuseTokens({
    numbers,
    booleans,
  }: {
    readonly numbers: readonly string[];
    readonly booleans: readonly string[];
  }): void {
    for (const [name, value] of this.members) {
      if (value === null && numbers.includes(name)) {
        throw this.#wrongToken(name, value, "not numeric, can not use numeric value accessors");
      }
      const isReadable = typeof value === "boolean" || typeof value === "string";
      if (!isReadable && booleans.includes(name)) throw this.#wrongToken(name, value, "not of boolean type");
    }
  }

  /** The refusal tells where the token ends. */
  #wrongToken(name: string, value: JsonValue, why: string): Error {
    const start = locationOfValue(this.members, name);
    const length = value === null || isScalar(value) ? String(value).length : 1;
    const token = isNumber(value)
      ? `VALUE_NUMBER_${Number.isInteger(Number(value)) ? "INT" : "FLOAT"}`
      : tokenOf(value);
    const at = start && { line: start.line, col: start.col + length };
    return xContentParseException(`Current token (${token}) ${why}`, at);
  }

  /** A whole number. */
  integer(name: string): number | undefined {
    const number = this.number(name);
    return number === undefined ? undefined : Math.trunc(number);
  }

  unknownToken(name: string, value: JsonValue): Error {
    const message = `[${this.kind}] unknown token [${tokenOf(value)}] after [${name}]`;
    return parsingException(message, locationOfValue(this.members, name));
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : numberOf(text);
  }

  boolean(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    throw illegalArgument(`Failed to parse value [${this.text(name)}] as only [true] or [false] are allowed.`);
  }

  /** The clause's boost as float32, 1 when none is given. */
  get boost(): number {
    const boost = this.number("boost");
    if (boost === undefined) return 1;
    if (boost < 0)
      throw illegalArgument(
        `negative [boost] are not allowed in [${this.kind}], use a value between 0 and 1 to deboost`,
      );
    return Math.fround(boost);
  }
}

export function doesNotSupport(kind: string, members: JsonObject, name: string): Error {
  return parsingException(`[${kind}] query does not support [${name}]`, locationOfValue(members, name));
}

/** The wording of clauses that Elasticsearch reads with its object parser. */
export function unknownField(kind: string, members: JsonObject, name: string): Error {
  const reason = located(`[${kind}] unknown field [${name}]`, locationOfName(members, name));
  return parsingException(reason, locationOfValue(members, name), { type: "x_content_parse_exception", reason });
}

/** Options that no number can be made of are refused as Java refuses them. */
export function numberOf(text: string): number {
  const isBlank = text.trim() === "";
  const number = isBlank ? Number.NaN : Number(text);
  if (Number.isNaN(number)) {
    throw rejected("number_format_exception", isBlank ? "empty String" : `For input string: "${text}"`);
  }
  return number;
}

/** A value of JSON that is one thing. */
export type Scalar = string | number | bigint | boolean;

/** A scalar where it matters how numbers are written. */
export type WrittenScalar = Scalar | WholeDouble;

/** A whole number that is written as a double: `1.0`, `14e11`. */
export class WholeDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  valueOf(): number {
    return this.value;
  }
}

/** The scalar at a place of an object or an array, with the difference of `1` and `1.0`. */
export const asWritten = (
  value: Scalar,
  container: JsonObject | readonly JsonValue[],
  place: string | number,
): WrittenScalar =>
  Number.isSafeInteger(value) && spellingAt(container, place) !== undefined ? new WholeDouble(Number(value)) : value;

export const isScalar = (value: JsonValue | undefined): value is Scalar =>
  value !== undefined && value !== null && typeof value !== "object";

export const isNumber = <Value>(value: Value): value is Value & (number | bigint | WholeDouble) =>
  typeof value === "number" || typeof value === "bigint" || value instanceof WholeDouble;

/** Whether Java reads a number and not the text of an integer that is too large. */
export const isJavaNumber = (value: JsonValue | WholeDouble | undefined): boolean =>
  isNumber(value) && (typeof value !== "bigint" || isJavaLong(value));

/** As Java writes it. */
export function scalarText(value: WrittenScalar): string {
  if (value instanceof WholeDouble) return javaDouble(value.value);
  const isFraction = typeof value === "number" && Number.isFinite(value) && !Number.isSafeInteger(value);
  return isFraction ? javaDouble(value) : String(value);
}

/** What Elasticsearch calls the token that a value begins with. */
export function tokenOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "VALUE_NULL";
  if (isArray(value)) return "START_ARRAY";
  if (isObject(value)) return "START_OBJECT";
  if (typeof value === "string") return "VALUE_STRING";
  return typeof value === "boolean" ? "VALUE_BOOLEAN" : "VALUE_NUMBER";
}

/** A top-level member that is unknown or whose value has the wrong shape. */
export const unknownKey = (name: string, body: JsonObject): Error =>
  parsingException(`Unknown key for a ${tokenOf(body.get(name))} in [${name}].`, locationOfValue(body, name));
