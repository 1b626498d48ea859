import type { Fetch } from "./fetch/read.ts";
import type { SortKey } from "./sort/read.ts";

/** A page of hits: of a search, of inner hits or of a bucket. */
export interface Page {
  readonly from: number;
  readonly size: number;
  /** Undefined: best score first. */
  readonly sort: readonly SortKey[] | undefined;
  /** Whether scores are answered although hits are sorted by something else. */
  readonly trackScores: boolean;
  readonly fetch: Fetch;
}
