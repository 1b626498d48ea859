import { z } from "zod";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { collect, type Deadline } from "./timed-search.ts";

const ALL = { size: 0, track_total_hits: true };
const Answer = z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) });

/** How many records can be found. The index knows; it is asked once for each of its states. */
export class RecordCount {
  readonly #engine: SearchEngine;
  readonly #indexState: () => string;
  #known: { readonly state: string; readonly count: number } | undefined;

  /** `indexState` changes whenever an answer of the engine may. */
  constructor(engine: SearchEngine, indexState: () => string) {
    this.#engine = engine;
    this.#indexState = indexState;
  }

  async current(deadline: Deadline): Promise<number> {
    const state = this.#indexState();
    if (this.#known?.state === state) return this.#known.count;
    const answer = await collect(this.#engine, ALL, deadline, Answer);
    const count = answer.hits.total.value;
    this.#known = { state, count };
    return count;
  }
}
