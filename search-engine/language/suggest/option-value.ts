import { illegalArgument } from "../errors/errors.ts";
import type { JsonObject } from "../json/json.ts";
import { booleanAt, integerAt, numberAt, type Scalar, scalarText } from "../members/options.ts";

/** A value that Elasticsearch reads without an object parser: refusals of a wrong token report the token's end. */
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

  /** Java's int, truncated towards 0. @throws SearchRejected */
  whole(): number {
    return integerAt(this.#body, this.#name, this.#value);
  }

  /** @throws SearchRejected */
  float(): number {
    return Math.fround(this.number());
  }

  /** @throws SearchRejected */
  number(): number {
    return numberAt(this.#body, this.#name, this.#value);
  }

  /** @throws SearchRejected */
  boolean(): boolean {
    return booleanAt(this.#body, this.#name, this.#value);
  }
}

export const isNotNegative = (number: number): boolean => number >= 0;

/** The number, where it is allowed. @throws SearchRejected */
export function checked(number: number, isAllowed: (number: number) => boolean, reason: string): number {
  if (isAllowed(number)) return number;
  throw illegalArgument(reason);
}
