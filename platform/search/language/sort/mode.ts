/** Which of several values of a document counts. */
export type SortMode = "min" | "max" | "sum" | "avg" | "median";
