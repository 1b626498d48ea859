import { z } from "zod";
import { inPath, text } from "./parameter.ts";

/** Shared parts of routes whose resources are given an id. */

const GivenId = z
  .object({ id: z.int().positive().nullable() })
  .meta({ id: "GivenIdDto", description: "The id for ever; null on a dry run." });

/** The answer to an addition. */
export const givenIds = (example: unknown) => ({
  status: 200,
  description: "The id, or an array of them in the order sent.",
  schema: oneOrMany(GivenId),
  example,
});

export const oneOrMany = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema)]);

/** Members of a 409 for resources that exist already. */
export const existing = z.looseObject({
  id: z.int().optional().describe("Of the existing one, if one was sent."),
  ids: z.array(z.int().nullable()).optional().describe("In the order of the array sent; null for those that are new."),
});

/** The id in a path. One that is not a number is answered as unknown. */
export const idInPath = (what: string, schema: z.ZodType, example: number) =>
  inPath(text(schema), `The id that the ${what} was given.`, example);
