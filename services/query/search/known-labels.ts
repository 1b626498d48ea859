import { z } from "zod";
import { MAX_VARIABLE_NAMES } from "../../../contracts/search-limits.ts";
import { namesIn } from "../../../contracts/text.ts";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { collect, type Deadline } from "./timed-search.ts";

const FIELD = "variables.variable_name.keyword";

interface Labels {
  readonly state: string;
  /** The deadline of the request that searches for them. */
  readonly asker: Deadline;
  /** Every spelling of a name, by its folded form. */
  readonly spellings: Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * The names of variables that the catalogue's records have. Names contain commas, so only a value that is not a name
 * itself is a list of names.
 */
export class KnownLabels {
  readonly #engine: SearchEngine;
  readonly #indexState: () => string;
  #labels: Labels | undefined;

  /** `indexState` changes whenever an answer of the engine may. */
  constructor(engine: SearchEngine, indexState: () => string) {
    this.#engine = engine;
    this.#indexState = indexState;
  }

  /** The known spellings of the values; a value that is no known name is split at its commas. Case makes no difference. */
  async matching(values: readonly string[], deadline: Deadline): Promise<readonly string[]> {
    const spellings = await this.#known(deadline);
    const names = values.flatMap((value) => namesIn(value, (each) => spellings.has(fold(each))));
    return [...new Set(names.flatMap((name) => spellings.get(fold(name)) ?? []))];
  }

  /**
   * Requests share one search for the names. When the request that caused it times out or its client leaves, another one
   * repeats it.
   */
  async #known(deadline: Deadline): Labels["spellings"] {
    const { spellings, asker } = this.#spellings(deadline);
    try {
      return await deadline.hold(spellings);
    } catch (error) {
      if (deadline.aborted || !asker.aborted) throw error;
      return this.#known(deadline);
    }
  }

  /** Searches for the names again when the index has changed. */
  #spellings(asker: Deadline): Labels {
    const state = this.#indexState();
    if (this.#labels?.state === state) return this.#labels;
    const asked = { state, asker, spellings: this.#ask(asker) };
    this.#labels = asked;
    asked.spellings.catch(() => {
      if (this.#labels === asked) this.#labels = undefined;
    });
    return asked;
  }

  async #ask(deadline: Deadline): Labels["spellings"] {
    const search = { size: 0, aggs: { labels: { terms: { field: FIELD, size: MAX_VARIABLE_NAMES } } } };
    const answer = await collect(this.#engine, search, deadline, LabelAnswer);
    const spellings = new Map<string, string[]>();
    for (const { key } of answer.aggregations.labels.buckets) {
      const folded = fold(key);
      spellings.set(folded, [...(spellings.get(folded) ?? []), key]);
    }
    return spellings;
  }
}

const LabelAnswer = z.object({
  aggregations: z.object({ labels: z.object({ buckets: z.array(z.object({ key: z.string() })) }) }),
});

const fold = (label: string): string => label.toLowerCase();
