import type { Fetch } from "./fetch/read.ts";
import type { SortKey } from "./sort/read.ts";

/** A page of hits: of a search, of the group that a hit is the best of, or of a bucket. */
export interface Page {
  readonly from: number;
  readonly size: number;
  /** Undefined: best score first. */
  readonly sort: readonly SortKey[] | undefined;
  /** Scores are answered although the hits are sorted otherwise. */
  readonly trackScores: boolean;
  readonly fetch: Fetch;
}
