import type { z } from "zod";
import { type FieldError, LISTED_ERRORS } from "../../../contracts/problem.ts";
import { explainIssue } from "../../../contracts/validation.ts";
import { problem } from "../../../platform/http/problem.ts";
import { parseJson } from "../http/json-body.ts";

/** A value that fits the schema. @throws HttpProblem naming every member that does not. */
export function fitting<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({ path: pointerOf(path), message }));
  throw misfit(errors);
}

/**
 * The body's value. NaN, which some programs write although JSON lacks it, is reported with its member's name. @throws
 * HttpProblem
 */
export function readValue(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    const found = /"(\w+)"\s*:\s*([+-]?(?:NaN|Infinity))/.exec(bytes.toString());
    if (!found) throw error;
    throw misfit([{ path: `/${found[1]}`, message: `must be a number, not ${found[2]}` }]);
  }
}

function misfit(errors: readonly FieldError[]) {
  const words = errors.slice(0, LISTED_ERRORS).map(({ path, message }) => `${path.slice(1) || "the body"} ${message}`);
  return problem("body-invalid", `The request is invalid: ${words.join("; ")}.`, { errors });
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part)}`).join("");
}
