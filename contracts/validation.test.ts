import { expect, test } from "vitest";
import { z } from "zod";
import { explainIssue } from "./validation.ts";

const faultOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: explainIssue }).error?.issues[0]?.message;

test.each([
  [z.string(), undefined, "is required"],
  [z.string(), 4, "must be a string"],
  [z.number(), "4", "must be a number"],
  [z.int(), 4.5, "must be a whole number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.array(z.string()), {}, "must be an array"],
  [z.looseObject({}), [], "must be an object"],
  [z.looseObject({}), 1, "must be an object"],
  [z.enum(["no", "en"]), "de", "must be one of no, en"],
  [z.literal("Point"), "Line", "must be Point"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().lt(1), 1, "must be less than 1"],
  [z.string().max(3), "four", "must have at most 3 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 element"],
  [z.string().min(1, "must not be empty"), "", "must not be empty"],
])("%# the error of a value that does not fit follows its name: %3$s", (schema, value, message) => {
  expect(faultOf(schema, value)).toBe(message);
});
