import type { z } from "zod";
import type { FieldError } from "../../../contracts/problem.ts";
import { pointer } from "../parsing/canonical.ts";

type Members = Readonly<Record<string, unknown>>;

/** Errors of the schema of new resources in the members that differ from the stored ones. */
export function unfitChanges(schema: z.ZodType, sent: object, stored: object): readonly FieldError[] {
  const [now, before]: readonly Members[] = [{ ...sent }, { ...stored }];
  const issues = schema.safeParse(sent).error?.issues ?? [];
  return issues
    .filter(({ path: [member] }) => typeof member === "string" && now?.[member] !== before?.[member])
    .map(({ path, message }) => ({ path: pointer("", path), message }));
}
