import { MAX_NUMBER_DIGITS, MAX_SEARCH_JSON_DEPTH } from "../../limits.ts";
import { Lines, type Location } from "./lines.ts";

export type { Location } from "./lines.ts";

/**
 * A search body as read. Objects are Maps, so that member order and names such as `__proto__` or `1` survive. Integers
 * beyond a double's precision are bigint (clients send ±2^63 back in `search_after`).
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** For an object or an array: the spelling of its decimals that JavaScript writes differently, by name or index. */
const spellings = new WeakMap<object, Map<string | number, string>>();

/** The text of a number with a point or an exponent that JavaScript writes differently: `1.0`, `14e11`. */
export const spellingAt = (container: JsonObject | readonly JsonValue[], place: string | number): string | undefined =>
  spellings.get(container)?.get(place);

export const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;
export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** The beginning of the member's value; undefined for an object that `parseJson` has not made. */
export const locationOfValue = (object: JsonObject, name: string): Location | undefined => memberAt(object, name, 1);

/** The beginning of the member's name. */
export const locationOfName = (object: JsonObject, name: string): Location | undefined => memberAt(object, name, 0);

/** The beginning of the object: its opening brace. */
export const locationOfStart = (object: JsonObject): Location | undefined =>
  object instanceof LocatedMap ? object.lines.locate(object.start) : undefined;

/** The end of the object: its closing brace. */
export const locationOfEnd = (object: JsonObject): Location | undefined =>
  object instanceof LocatedMap ? object.lines.locate(object.end) : undefined;

function memberAt(object: JsonObject, name: string, which: 0 | 1): Location | undefined {
  if (!(object instanceof LocatedMap)) return undefined;
  const offset = object.offsets[2 * object.placeOf(name) + which];
  return offset === undefined ? undefined : object.lines.locate(offset);
}

/** Keeps offsets. Lines and columns are computed from them only for messages. */
class LocatedMap extends Map<string, JsonValue> {
  readonly lines: Lines;
  readonly start: number;
  end = 0;
  /** Offsets of each member's name and value, in member order. */
  readonly offsets: number[] = [];
  #places: ReadonlyMap<string, number> | undefined;

  constructor(lines: Lines, start: number) {
    super();
    this.lines = lines;
    this.start = start;
  }

  /** The place of the member with this name; -1 for none. Called once the object is complete. */
  placeOf(name: string): number {
    this.#places ??= new Map([...this.keys()].map((each, place) => [each, place]));
    return this.#places.get(name) ?? -1;
  }
}

/** The text is not JSON, or an object has a member twice, which Elasticsearch refuses. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly location: Location;
  /** The text ends too early. */
  readonly atEnd: boolean;
  constructor(message: string, location: Location, atEnd = false) {
    super(message);
    this.location = location;
    this.atEnd = atEnd;
  }
}

/** A second value follows the first. */
export class JsonTrailingValue extends Error {
  override readonly name = "JsonTrailingValue";
  readonly value: JsonValue;
  constructor(value: JsonValue) {
    super("there is more than one value");
    this.value = value;
  }
}

/** A number has so many digits that reading it takes long. */
export class JsonNumberTooLong extends Error {
  override readonly name = "JsonNumberTooLong";
  constructor(digits: number) {
    super(
      `Number value length (${digits}) exceeds the maximum allowed (${MAX_NUMBER_DIGITS}, from \`StreamReadConstraints.getMaxNumberLength()\`)`,
    );
  }
}

/** Reads one JSON value. @throws JsonSyntaxError, JsonTrailingValue, JsonNumberTooLong */
export function parseJson(text: string): JsonValue {
  return new JsonReader(text).document();
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

class JsonReader {
  readonly #text: string;
  readonly #lines: Lines;
  #at = 0;
  #depth = 0;
  /** Spelling of the value read last, if `spellingAt` needs it. */
  #spelling: string | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new Lines(text);
  }

  document(): JsonValue {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw new JsonTrailingValue(this.#value());
    return value;
  }

  #value(): JsonValue {
    switch (this.#text.charCodeAt(this.#at)) {
      case OPEN_OBJECT:
        return this.#object();
      case OPEN_ARRAY:
        return this.#array();
      case QUOTE:
        return this.#string();
      case 0x74:
        return this.#word("true", true);
      case 0x66:
        return this.#word("false", false);
      case 0x6e:
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    const object = new LocatedMap(this.#lines, this.#at);
    this.#enter();
    this.#space();
    object.end = this.#at;
    if (this.#take(CLOSE_OBJECT)) return this.#leave(object);
    do {
      this.#space();
      const nameAt = this.#at;
      if (this.#text.charCodeAt(nameAt) !== QUOTE) {
        throw this.#unexpected("was expecting double-quote to start field name");
      }
      const name = this.#string();
      if (object.has(name)) throw this.#failure(`Duplicate field '${name}'`);
      this.#space();
      if (!this.#take(COLON)) throw this.#unexpected("was expecting a colon to separate field name and value");
      this.#space();
      object.offsets.push(nameAt, this.#at);
      object.set(name, this.#value());
      if (this.#spelling !== undefined) this.#keepSpelling(object, name, this.#spelling);
      this.#space();
    } while (this.#take(COMMA));
    object.end = this.#at;
    if (!this.#take(CLOSE_OBJECT)) throw this.#unexpected("was expecting comma to separate Object entries");
    return this.#leave(object);
  }

  #array(): readonly JsonValue[] {
    this.#enter();
    const array: JsonValue[] = [];
    this.#space();
    if (this.#take(CLOSE_ARRAY)) return this.#leave(array);
    do {
      this.#space();
      array.push(this.#value());
      if (this.#spelling !== undefined) this.#keepSpelling(array, array.length - 1, this.#spelling);
      this.#space();
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_ARRAY)) throw this.#unexpected("was expecting comma to separate Array entries");
    return this.#leave(array);
  }

  #enter(): void {
    this.#at++;
    if (++this.#depth > MAX_SEARCH_JSON_DEPTH) {
      const reason = `Document nesting depth (${MAX_SEARCH_JSON_DEPTH + 1}) exceeds the maximum allowed (${MAX_SEARCH_JSON_DEPTH})`;
      throw this.#failure(reason);
    }
  }

  #leave<Value>(value: Value): Value {
    this.#depth--;
    return value;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    let plain = true;
    for (; ; end++) {
      const code = text.charCodeAt(end);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        plain = false;
        end++;
      } else if (code < 0x20 || Number.isNaN(code)) {
        this.#at = end;
        throw this.#unexpected("was expecting closing quote for a string value");
      }
    }
    this.#at = end + 1;
    if (plain) return text.slice(start + 1, end);
    try {
      return String(JSON.parse(text.slice(start, end + 1)));
    } catch {
      throw this.#failure("Unrecognized character escape");
    }
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unrecognized();
    this.#at += word.length;
    return value;
  }

  #number(): number | bigint {
    NUMBER.lastIndex = this.#at;
    const [digits, fraction] = NUMBER.exec(this.#text) ?? [];
    if (digits === undefined) {
      const isWord = /[a-zA-Z]/.test(this.#text[this.#at] ?? "");
      throw isWord ? this.#unrecognized() : this.#unexpected("expected a value");
    }
    this.#at += digits.length;
    if (digits.length > MAX_NUMBER_DIGITS) expectDigits(digits);
    const value = Number(digits);
    if (fraction !== undefined) {
      if (String(value) !== digits) this.#spelling = digits;
      return value;
    }
    // Integers have no negative zero.
    return Number.isSafeInteger(value) ? value || 0 : BigInt(digits);
  }

  #keepSpelling(container: object, place: string | number, spelling: string): void {
    this.#spelling = undefined;
    const known = spellings.get(container) ?? new Map();
    spellings.set(container, known.set(place, spelling));
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return;
    }
  }

  #take(character: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  #failure(message: string, atEnd = false): JsonSyntaxError {
    return new JsonSyntaxError(message, this.#lines.locate(this.#at), atEnd);
  }

  #unexpected(expected: string): JsonSyntaxError {
    const character = this.#text[this.#at];
    if (character === undefined) return this.#failure("Unexpected end-of-input", true);
    return this.#failure(`Unexpected character ('${character}' (code ${character.charCodeAt(0)})): ${expected}`);
  }

  #unrecognized(): JsonSyntaxError {
    const [word = ""] = /^\w*/.exec(this.#text.slice(this.#at, this.#at + 256)) ?? [];
    this.#at += word.length;
    const expected = "was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
    return this.#failure(`Unrecognized token '${word}': ${expected}`);
  }
}

/** Limits the digits before and behind the point, and those of the exponent. */
function expectDigits(number: string): void {
  const count = number.replaceAll(/\D/g, "").length;
  if (count > MAX_NUMBER_DIGITS) throw new JsonNumberTooLong(count);
}

/** Group 1 matches when the number is not an integer. */
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?/y;
