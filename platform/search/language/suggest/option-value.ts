import { illegalArgument, rejected, xContentParseException } from "../errors.ts";
import { type JsonObject, locationOfValue } from "../json.ts";
import { isNumber, numberOf, type Scalar, scalarText } from "../options.ts";

const MAX_INT = 0x7fff_ffff;

/** A value that Elasticsearch reads without an object parser: refusals of a wrong token tell where the token ends. */
export class OptionValue {
  readonly text: string;
  readonly #value: Scalar;
  readonly #name: string;
  readonly #body: JsonObject;

  constructor(value: Scalar, name: string, body: JsonObject) {
    this.text = scalarText(value);
    this.#value = value;
    this.#name = name;
    this.#body = body;
  }

  /** Java's int, cut towards 0. @throws SearchRejected */
  whole(): number {
    const whole = Math.trunc(this.number());
    if (whole >= -MAX_INT - 1 && whole <= MAX_INT) return whole;
    throw this.#wrongToken(`Numeric value (${this.text}) out of range of int (${-MAX_INT - 1} - ${MAX_INT})`);
  }

  /** @throws SearchRejected */
  float(): number {
    return Math.fround(this.number());
  }

  /** @throws SearchRejected */
  number(): number {
    const value = this.#value;
    if (value === "") throw rejected("number_format_exception", "empty String");
    if (isNumber(value) || typeof value === "string") return numberOf(this.text);
    const token = `VALUE_${this.text.toUpperCase()}`;
    throw this.#wrongToken(`Current token (${token}) not numeric, can not use numeric value accessors`);
  }

  /** @throws SearchRejected */
  boolean(): boolean {
    const value = this.#value;
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    if (typeof value === "string") {
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    }
    const token = `VALUE_NUMBER_${Number.isInteger(Number(value)) ? "INT" : "FLOAT"}`;
    throw this.#wrongToken(`Current token (${token}) not of boolean type`);
  }

  #wrongToken(reason: string): Error {
    const start = locationOfValue(this.#body, this.#name);
    return xContentParseException(reason, start && { line: start.line, col: start.col + this.text.length });
  }
}

export const isNotNegative = (number: number): boolean => number >= 0;

/** The number, where it is allowed. @throws SearchRejected */
export function checked(number: number, isAllowed: (number: number) => boolean, reason: string): number {
  if (isAllowed(number)) return number;
  throw illegalArgument(reason);
}
