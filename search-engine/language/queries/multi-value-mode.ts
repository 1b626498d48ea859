/** Which of several values of a document counts: Elasticsearch's MultiValueMode. */
export type MultiValueMode = "min" | "max" | "sum" | "avg" | "median";

const MODES: ReadonlySet<string> = new Set<MultiValueMode>(["min", "max", "sum", "avg", "median"]);

export const isMultiValueMode = (name: string): name is MultiValueMode => MODES.has(name);
