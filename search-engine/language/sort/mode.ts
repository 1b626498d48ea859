import { illegalArgument } from "../errors.ts";

/** Which of several values of a document counts. */
export type SortMode = "min" | "max" | "sum" | "avg" | "median";

const MODES: ReadonlySet<string> = new Set<SortMode>(["min", "max", "sum", "avg", "median"]);

export const isSortMode = (name: string): name is SortMode => MODES.has(name);

/** Reads `asc` or `desc`. `refuse` makes the refusal. */
export function isDescending(text: string, refuse: (reason: string) => Error = illegalArgument): boolean {
  const order = text.toLowerCase();
  if (order === "asc" || order === "desc") return order === "desc";
  throw refuse(`No enum constant org.elasticsearch.search.sort.SortOrder.${text.toUpperCase()}`);
}
