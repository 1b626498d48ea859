import { illegalArgument } from "../errors/errors.ts";

/** Reads `asc` or `desc`. `refuse` makes the refusal. */
export function isDescending(text: string, refuse: (reason: string) => Error = illegalArgument): boolean {
  const order = text.toLowerCase();
  if (order === "asc" || order === "desc") return order === "desc";
  throw refuse(`No enum constant org.elasticsearch.search.sort.SortOrder.${text.toUpperCase()}`);
}
