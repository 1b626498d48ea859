/**
 * A search body as read: objects are Maps, so member order and names such as `__proto__` or `1` survive, and integers
 * that a double can not hold are bigint (readers send ±2^63 back in `search_after`).
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

export const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;
export const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** A line and a column of the body, both from 1, for messages. */
export interface Place {
  readonly line: number;
  readonly col: number;
}

/** Where the member's value stands, undefined for an object that was not read by `parseJson`. */
export const placeOfValue = (object: JsonObject, name: string): Place | undefined => place(object, name, 1);

/** Where the member's name stands. */
export const placeOfName = (object: JsonObject, name: string): Place | undefined => place(object, name, 0);

/** Where the object begins: its opening brace. */
export const placeOfStart = (object: JsonObject): Place | undefined =>
  object instanceof PlacedMap ? unpacked(object.start) : undefined;

/** Where the object ends: its closing brace. */
export const placeOfEnd = (object: JsonObject): Place | undefined =>
  object instanceof PlacedMap ? unpacked(object.end) : undefined;

function place(object: JsonObject, name: string, which: 0 | 1): Place | undefined {
  if (!(object instanceof PlacedMap)) return undefined;
  const index = [...object.keys()].indexOf(name);
  const packed = object.places[2 * index + which];
  return packed === undefined ? undefined : unpacked(packed);
}

const unpacked = (packed: number): Place => ({ line: Math.floor(packed / lineUnit), col: packed % lineUnit });

const lineUnit = 0x1000000;

class PlacedMap extends Map<string, JsonValue> {
  /** Line * lineUnit + column of each member's name and value, in member order. */
  readonly places: number[] = [];
  start = 0;
  end = 0;
}

/** The text is not JSON, or not JSON that Elasticsearch takes (a member twice). */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  readonly place: Place;
  /** The text ends too early. */
  readonly atEnd: boolean;
  constructor(message: string, place: Place, atEnd = false) {
    super(message);
    this.place = place;
    this.atEnd = atEnd;
  }
}

/** A second value stands behind the first. */
export class JsonTrailingValue extends Error {
  override readonly name = "JsonTrailingValue";
  readonly value: JsonValue;
  constructor(value: JsonValue) {
    super("there is more than one value");
    this.value = value;
  }
}

/** Reads one JSON value. @throws JsonSyntaxError, JsonTrailingValue. Depth is limited to 1,000. */
export function parseJson(text: string): JsonValue {
  return new JsonReader(text).document();
}

class JsonReader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw new JsonTrailingValue(this.#value());
    return value;
  }

  #value(): JsonValue {
    const text = this.#text;
    switch (text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    const start = this.#packedPlace();
    this.#enter();
    const object = new PlacedMap();
    object.start = start;
    this.#space();
    object.end = this.#packedPlace();
    if (this.#take("}")) return this.#leave(object);
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#unexpected("was expecting double-quote to start field name");
      const namePlace = this.#packedPlace();
      const name = this.#string();
      if (object.has(name)) throw this.#failure(`Duplicate field '${name}'`);
      this.#space();
      if (!this.#take(":")) throw this.#unexpected("was expecting a colon to separate field name and value");
      this.#space();
      object.places.push(namePlace, this.#packedPlace());
      object.set(name, this.#value());
      this.#space();
    } while (this.#take(","));
    object.end = this.#packedPlace();
    if (!this.#take("}")) throw this.#unexpected("was expecting comma to separate Object entries");
    return this.#leave(object);
  }

  #array(): readonly JsonValue[] {
    this.#enter();
    const array: JsonValue[] = [];
    this.#space();
    if (this.#take("]")) return this.#leave(array);
    do {
      this.#space();
      array.push(this.#value());
      this.#space();
    } while (this.#take(","));
    if (!this.#take("]")) throw this.#unexpected("was expecting comma to separate Array entries");
    return this.#leave(array);
  }

  #enter(): void {
    this.#at++;
    if (++this.#depth > 1000) throw this.#failure("Document nesting depth (1001) exceeds the maximum allowed (1000)");
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
      if (code === 0x22) break;
      if (code === 0x5c) {
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
      return JSON.parse(text.slice(start, end + 1)) as string;
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
    numberPattern.lastIndex = this.#at;
    const found = numberPattern.exec(this.#text);
    if (!found)
      throw /[a-zA-Z]/.test(this.#text[this.#at] ?? "") ? this.#unrecognized() : this.#unexpected("expected a value");
    this.#at += found[0].length;
    const value = Number(found[0]);
    return found[1] === undefined && !Number.isSafeInteger(value) ? BigInt(found[0]) : value;
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x0a) {
        this.#line++;
        this.#lineStart = this.#at + 1;
      } else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return;
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #packedPlace(): number {
    return this.#line * lineUnit + Math.min(this.#at - this.#lineStart + 1, lineUnit - 1);
  }

  #failure(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, { line: this.#line, col: this.#at - this.#lineStart + 1 });
  }

  #unexpected(expected: string): JsonSyntaxError {
    const character = this.#text[this.#at];
    if (character === undefined) {
      const place = { line: this.#line, col: this.#at - this.#lineStart + 1 };
      return new JsonSyntaxError("Unexpected end-of-input", place, true);
    }
    return this.#failure(`Unexpected character ('${character}' (code ${character.charCodeAt(0)})): ${expected}`);
  }

  #unrecognized(): JsonSyntaxError {
    const [word = ""] = /^\w*/.exec(this.#text.slice(this.#at, this.#at + 256)) ?? [];
    this.#at += word.length;
    const expected = "was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
    return this.#failure(`Unrecognized token '${word}': ${expected}`);
  }
}

/** Group 1 is there when the number is not an integer. */
const numberPattern = /-?(?:0|[1-9]\d*)(\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)?/y;
