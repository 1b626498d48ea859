import type { Request } from "express";
import { isDateTime, toInstant } from "../../../contracts/date-time.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";

/** The query parameters of a request, in their order; unlike Express's they are not cut at a thousand. */
export function queryOf(request: Pick<Request, "url">): URLSearchParams {
  const mark = request.url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : request.url.slice(mark + 1));
}

/** Says what a parameter's text means, or throws an `Error` that says what it must be. */
export type Reading<Value> = (text: string) => Value;

/** Reads parameters one after the other and gathers every fault, so that a client learns of all of them at once. */
export class ParameterReader {
  readonly #query: URLSearchParams;
  readonly #faults: FieldError[] = [];

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  /** The value, or undefined after a fault, which `check` then throws. */
  required<Value>(name: string, reading: Reading<Value>): Value | undefined {
    if (!this.#query.has(name)) {
      this.fault(name, "is required");
      return undefined;
    }
    return this.optional(name, reading);
  }

  optional<Value>(name: string, reading: Reading<Value>): Value | undefined {
    const [text, ...more] = this.#query.getAll(name);
    if (text === undefined) return undefined;
    if (more.length > 0) {
      this.fault(name, "must be given once");
      return undefined;
    }
    try {
      return reading(text);
    } catch (error) {
      if (!(error instanceof ParameterFault)) throw error;
      this.fault(name, error.message);
      return undefined;
    }
  }

  /** Every value of a parameter that may be repeated; none is a fault. */
  list(name: string): readonly string[] {
    const values = this.#query.getAll(name).filter((value) => value.trim() !== "");
    if (values.length === 0) this.fault(name, "is required");
    return values;
  }

  fault(path: string, message: string): void {
    this.#faults.push({ path, message });
  }

  /** @throws HttpProblem when something did not fit, naming all of it. */
  check(): void {
    if (this.#faults.length > 0) throw parameterProblem(this.#faults);
  }
}

/** Thrown by a `Reading`; its message follows the parameter's name. */
export class ParameterFault extends Error {
  override readonly name = "ParameterFault";
}

/**
 * Milliseconds since 1970 of a date-time. The plus of its offset reads as a space where a client has not encoded it;
 * there is no other space in a date-time.
 */
export const instant: Reading<number> = (text) => {
  const dateTime = text.replace(" ", "+");
  if (!isDateTime(dateTime)) throw new ParameterFault("must be an ISO 8601 date-time, such as 2024-05-01T12:00:00Z");
  return toInstant(dateTime);
};

export function parameterProblem(errors: readonly FieldError[]): HttpProblem {
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  return problem("parameter-invalid", `${detail}.`, { errors });
}
