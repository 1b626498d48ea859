import {
  illegalArgument,
  located,
  type parserFailure,
  parsingException,
  rejected,
  xContentParseException,
} from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import { doubleIn, isJavaLong, isNegative, javaDouble, trimAsJava } from "../java/java-numbers.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  locationOfName,
  locationOfValue,
  spellingAt,
} from "../json/json.ts";

export interface ScalarRules {
  /** Wording of this clause's refusal. */
  readonly wording?: string;
  /** Members that may be of another type. */
  readonly except?: readonly string[];
}

/** Members of a clause, read by name. The constructor refuses names that the clause does not support. */
export class Options {
  readonly kind: string;
  readonly members: JsonObject;
  /** The members as written, with others around them. */
  readonly #written: JsonObject;

  constructor(
    kind: string,
    members: JsonObject,
    supported: readonly string[] | undefined,
    written = members,
    refuse = doesNotSupport,
  ) {
    this.kind = kind;
    this.members = members;
    this.#written = written;
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
    if (isScalar(value)) return spellingAt(this.#written, name) ?? String(value);
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

  /** Refuses arrays and objects where Elasticsearch reads a text or null. @throws SearchRejected */
  refuseUnlessText(...names: readonly string[]): void {
    for (const name of names) {
      const value = this.members.get(name);
      if (isArray(value) || isObject(value)) throw expectedText(this.members, name);
    }
  }

  /**
   * Refuses tokens that Elasticsearch reads as a number or a boolean without checking their type.
   * @throws SearchRejected
   */
  refuseTokens({
    numbers,
    booleans,
  }: {
    readonly numbers: readonly string[];
    readonly booleans: readonly string[];
  }): void {
    for (const [name, value] of this.members) {
      if (numbers.includes(name) && !isNumber(value) && typeof value !== "string") throw notNumeric(this.members, name);
      const isReadable = typeof value === "boolean" || typeof value === "string";
      if (!isReadable && booleans.includes(name)) throw wrongToken(this.members, name, value, "not of boolean type");
    }
  }

  /** A whole number. */
  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    this.scalar(name, value);
    return integerAt(this.#written, name, value);
  }

  unknownToken(name: string, value: JsonValue): Error {
    const message = `[${this.kind}] unknown token [${tokenOf(value)}] after [${name}]`;
    return parsingException(message, locationOfValue(this.members, name));
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    this.scalar(name, value);
    return numberAt(this.#written, name, value);
  }

  /** A float32. */
  float(name: string): number | undefined {
    const number = this.number(name);
    return number === undefined ? undefined : Math.fround(number);
  }

  boolean(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    this.scalar(name, value);
    return booleanAt(this.#written, name, value);
  }

  /** The clause's boost as float32, 1 when none is given. */
  get boost(): number {
    const boost = this.float("boost") ?? 1;
    if (isNegative(boost)) throw negativeBoost(this.kind);
    return boost;
  }

  /** The boost of a clause that Elasticsearch reads with its object parser, which wraps refusals. */
  parsedBoost(wrap: typeof parserFailure): number {
    const value = this.members.get("boost");
    if (value === undefined) return 1;
    const at = locationOfValue(this.members, "boost");
    if (!isNumber(value) && typeof value !== "string") {
      throw wrap(`[${this.kind}] boost doesn't support values of type: ${tokenOf(value)}`, at);
    }
    try {
      return this.boost;
    } catch (error) {
      if (!(error instanceof SearchRejected)) throw error;
      const { root_cause: _, ...cause } = error.error;
      throw wrap(`[${this.kind}] failed to parse field [boost]`, at, cause);
    }
  }
}

export const negativeBoost = (kind: string): Error =>
  illegalArgument(`negative [boost] are not allowed in [${kind}], use a value between 0 and 1 to deboost`);

export function doesNotSupport(kind: string, members: JsonObject, name: string): Error {
  return parsingException(`[${kind}] query does not support [${name}]`, locationOfValue(members, name));
}

/** The wording of clauses that Elasticsearch reads with its object parser. */
export function unknownField(kind: string, members: JsonObject, name: string): Error {
  const reason = located(`[${kind}] unknown field [${name}]`, locationOfName(members, name));
  return parsingException(reason, locationOfValue(members, name), { type: "x_content_parse_exception", reason });
}

export function expectedText(members: JsonObject, name: string): Error {
  const at = locationOfValue(members, name);
  return illegalArgument(
    `Expected text at ${at ? `${at.line}:${at.col}` : "1:1"} but found ${tokenOf(members.get(name))}`,
  );
}

/** The number of an option's text; others are refused as Java refuses them. @throws SearchRejected */
export function numberOf(text: string): number {
  const number = doubleIn(text);
  if (number === undefined) throw rejected("number_format_exception", notANumber(text));
  return number;
}

/** Java's message for a text that is not a double. */
export function notANumber(text: string): string {
  const trimmed = trimAsJava(text);
  return trimmed === "" ? "empty String" : `For input string: "${trimmed}"`;
}

/** The number of a member, given as a number or as text. @throws SearchRejected */
export function numberAt(members: JsonObject, name: string, value = members.get(name)): number {
  if (isNumber(value)) return Number(value);
  if (typeof value === "string") return numberOf(value);
  throw notNumeric(members, name, value);
}

/** The boolean of a member, given as a boolean or as text; an empty text is false. @throws SearchRejected */
export function booleanAt(members: JsonObject, name: string, value = members.get(name)): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") throw wrongToken(members, name, value, "not of boolean type");
  if (value === "true" || value === "false" || value === "") return value === "true";
  throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
}

/** Java's integer types, with their bits and names. */
const INTEGERS = {
  int: { bits: 32, name: "an integer" },
  long: { bits: 64, name: "a long" },
} as const;
export type IntegerType = keyof typeof INTEGERS;

/** The integer of a member, truncated towards 0. @throws SearchRejected */
export function integerAt(
  members: JsonObject,
  name: string,
  value = members.get(name),
  type: IntegerType = "int",
): number {
  if (type === "long" && typeof value === "string") expectPlain(value);
  const number = numberAt(members, name, value);
  const { bits, name: typeName } = INTEGERS[type];
  const limit = 2 ** (bits - 1);
  const whole = Math.trunc(number);
  if (typeof value === "bigint" ? value === BigInt.asIntN(bits, value) : whole >= -limit && whole < limit)
    return whole + 0;
  if (Number.isNaN(number)) return 0;
  if (typeof value === "string") throw illegalArgument(`Value [${value}] is out of range for ${typeName}`);
  const written = spellingAt(members, name) ?? String(value);
  const range = `${-(2n ** BigInt(bits - 1))} - ${2n ** BigInt(bits - 1) - 1n}`;
  throw xContentParseException(
    `Numeric value (${written}) out of range of ${type} (${range})`,
    endOfToken(members, name, written.length),
  );
}

/** Java reads no suffixes and no spaces in the text of a long. */
function expectPlain(text: string): void {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return;
  throw rejected("number_format_exception", notANumber(text));
}

const notNumeric = (members: JsonObject, name: string, value = members.get(name)): Error =>
  wrongToken(members, name, value, "not numeric, can not use numeric value accessors");

/** The refusal of a token that Elasticsearch reads as another type. Its location is the end of the token. */
function wrongToken(members: JsonObject, name: string, value: JsonValue | undefined, why: string): Error {
  const length = value === undefined || value === null || isScalar(value) ? lengthOf(members, name, value) : 1;
  return xContentParseException(`Current token (${preciseTokenOf(value)}) ${why}`, endOfToken(members, name, length));
}

const lengthOf = (members: JsonObject, name: string, value: JsonValue | undefined): number =>
  (spellingAt(members, name) ?? String(value)).length;

function endOfToken(members: JsonObject, name: string, length: number): ReturnType<typeof locationOfValue> {
  const start = locationOfValue(members, name);
  return start && { line: start.line, col: start.col + length };
}

/** The name of the token in Elasticsearch's scanner. */
function preciseTokenOf(value: JsonValue | undefined): string {
  if (typeof value === "boolean") return `VALUE_${String(value).toUpperCase()}`;
  if (isNumber(value)) return `VALUE_NUMBER_${Number.isInteger(Number(value)) ? "INT" : "FLOAT"}`;
  return tokenOf(value);
}

/** A JSON value other than null, an array or an object. */
export type Scalar = string | number | bigint | boolean;

/** A scalar where the spelling of numbers matters. */
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

/** The scalar at a place of an object or an array. It distinguishes `1` and `1.0`. */
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

/** Whether Java reads a number, rather than the text of an integer that is too large. */
export const isJavaNumber = (value: JsonValue | WholeDouble | undefined): boolean =>
  isNumber(value) && (typeof value !== "bigint" || isJavaLong(value));

/** As Java writes it. */
export function scalarText(value: WrittenScalar): string {
  if (value instanceof WholeDouble) return javaDouble(value.value);
  const isFraction = typeof value === "number" && Number.isFinite(value) && !Number.isSafeInteger(value);
  return isFraction ? javaDouble(value) : String(value);
}

/** Elasticsearch's name of the token that a value begins with. */
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
