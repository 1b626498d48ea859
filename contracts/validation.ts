import type { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const UNITS: Readonly<Record<string, string>> = { string: "character", array: "element" };

/**
 * An error in words that follow the value's name: "is required", "must be a number". It serves schemas without a message of
 * their own.
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    default:
      return undefined;
  }
};

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${relation} ${limit}`;
  return `must have ${relation} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}
