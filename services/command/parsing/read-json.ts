import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import { type FieldError, LISTED_ERRORS, type ProblemCode } from "../../../contracts/problem.ts";
import { explainIssue } from "../../../contracts/validation.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import { afterMark } from "../../../platform/json/byte-order-mark.ts";
import { canonicalJson, isReported, pointer, reportUnkeepable } from "./canonical.ts";

/** Why a body is refused. Plain data that crosses threads. */
export interface Refused {
  readonly outcome: "refused";
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly errorCount?: number;
}

/** The problem that the client gets. */
export function toProblem({ code, detail, errors, errorCount }: Refused): HttpProblem {
  return problem(code, detail, { ...(errors && { errors }), ...(errorCount !== undefined && { errorCount }) });
}

/** The problem of a body that was read and does not fit what is stored. */
export function unfit(errors: readonly FieldError[]): HttpProblem {
  const found = new ValidationErrors();
  for (const error of errors) found.add(error);
  return toProblem(found.refusal("Nothing was stored: errors lists what is invalid and why."));
}

export function refused(code: ProblemCode, detail: string): Refused {
  return { outcome: "refused", code, detail };
}

/** Collects validation errors: the first hundred of them, and how many there are. */
export class ValidationErrors {
  readonly listed: FieldError[] = [];
  count = 0;

  add(error: FieldError): void {
    this.count++;
    if (this.listed.length < LISTED_ERRORS) this.listed.push(error);
  }

  addAll({ listed, count }: Pick<ValidationErrors, "listed" | "count">): void {
    this.count += count;
    this.listed.push(...listed.slice(0, LISTED_ERRORS - this.listed.length));
  }

  refusal(detail: string): Refused {
    return { outcome: "refused", code: "body-invalid", detail, errors: this.listed, errorCount: this.count };
  }
}

/** A parsed text, or why it is not JSON. */
export type Parsed = { readonly outcome: "parsed"; readonly value: unknown } | Refused;

export function parseText(bytes: Uint8Array): Parsed {
  if (!isUtf8(bytes)) return refused("body-not-json", "The body is not UTF-8.");
  return parsePart(bytes, afterMark(bytes), bytes.length, "The body");
}

/** Parses a part of a text that is known to be UTF-8; `what` names it in messages. */
export function parsePart(bytes: Uint8Array, start: number, end: number, what: string): Parsed {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8", start, end);
  try {
    return { outcome: "parsed", value: JSON.parse(text) };
  } catch (error) {
    return refused("body-not-json", `${what} is not JSON: ${error instanceof Error ? error.message : "unreadable"}.`);
  }
}

/** A value that fits its schema, as it is stored. */
export interface Fitting<Value> {
  readonly outcome: "fits";
  /** With its members in order. */
  readonly json: string;
  readonly value: Value;
}

/**
 * Checks that a parsed value can be stored as it is, has at most `maxBytes` bytes, and fits its schema. `path` is the
 * pointer to it.
 */
export function checkValue<Value>(
  value: unknown,
  schema: z.ZodType<Value>,
  path: string,
  maxBytes: number,
): Fitting<Value> | { readonly outcome: "unfit"; readonly errors: ValidationErrors } {
  const errors = new ValidationErrors();
  const json = canonicalJson(value);
  const size = json === undefined ? 0 : Buffer.byteLength(json);
  if (size > maxBytes) {
    errors.add({ path, message: `has ${size} bytes; at most ${maxBytes} are allowed` });
    return { outcome: "unfit", errors };
  }
  const result = schema.safeParse(value, { error: explainIssue });
  // The result is a rebuilt copy without members such as `__proto__`, so it only tells whether the value fits.
  if (result.success && json !== undefined) return { outcome: "fits", json, value: value as Value };
  if (json === undefined) reportUnkeepable(value, path, (at, message) => errors.add({ path: at, message }));
  for (const issue of result.error?.issues ?? []) {
    if (isReported(value, issue.path)) continue;
    errors.add({ path: pointer(path, issue.path), message: issue.message });
  }
  return { outcome: "unfit", errors };
}

/** Reads a body that is one value. */
export function readValue<Value>(
  bytes: Uint8Array,
  schema: z.ZodType<Value>,
  maxBytes: number,
): Fitting<Value> | Refused {
  const parsed = parseText(bytes);
  if (parsed.outcome === "refused") return parsed;
  const checked = checkValue(parsed.value, schema, "", maxBytes);
  if (checked.outcome === "fits") return checked;
  return checked.errors.refusal("The body is invalid: errors lists where and why.");
}
