import { z } from "zod";
import { FORMATS } from "../formats.ts";
import type { Parameters } from "./parameter.ts";
import { declareRoute, type RouteDeclaration, type Tag } from "./route.ts";

/** Describes the forms in the description of every such route. */
const NOTE =
  "`Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; " +
  "`Accept: application/x-ndjson` gives lines of JSON.";

/** The items of an answer that is an array. */
export interface Items {
  readonly schema: z.ZodType;
  readonly description: string;
  readonly example: unknown;
}

export type TabularRead<Declared extends Parameters> = Pick<
  RouteDeclaration<Declared>,
  "path" | "id" | "summary" | "description" | "parameters" | "check" | "deprecated"
>;

/** A read of the network that answers an array of the items, in any of the forms. */
export function tabularRead<const Declared extends Parameters>(
  tag: Tag,
  items: Items,
  { description = "", ...route }: TabularRead<Declared>,
) {
  return declareRoute<Declared>({
    method: "get",
    tag,
    access: "public",
    reads: ["stations", "observations"],
    cached: true,
    tabular: true,
    lenient: true,
    description: `${description} ${NOTE}`.trim(),
    answers: [
      {
        status: 200,
        description: items.description,
        schema: z.array(items.schema),
        example: [items.example],
        mediaTypes: [FORMATS.json, FORMATS.csv, FORMATS.ndjson],
      },
    ],
    ...route,
  });
}
