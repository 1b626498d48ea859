import type { SearchEngine } from "../../../platform/search/port.ts";
import { collect, type Deadline, ReaderLeft } from "./timed-search.ts";

const FIELD = "variables.variable_name.keyword";

/** Names of variables that are looked at, at most. */
const LABELS = 10_000;

interface Labels {
  readonly state: string;
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

  constructor(engine: SearchEngine, indexState: () => string) {
    this.#engine = engine;
    this.#indexState = indexState;
  }

  /** Every spelling that equals one of the values, whatever the case, or one of the pieces of a value that is no name. */
  async matching(values: readonly string[], deadline: Deadline): Promise<readonly string[]> {
    const spellings = await this.#known(deadline);
    const names = values.flatMap((value) =>
      spellings.has(fold(value)) ? [value] : value.split(",").map((piece) => piece.trim()),
    );
    return [...new Set(names.flatMap((name) => spellings.get(fold(name)) ?? []))];
  }

  /** Who asked for all may leave; then another asks. */
  async #known(deadline: Deadline): Labels["spellings"] {
    try {
      return await this.#spellings(deadline);
    } catch (error) {
      if (deadline.aborted || !(error instanceof ReaderLeft)) throw error;
      return this.#known(deadline);
    }
  }

  /** Asked again when the index has changed; requests that come meanwhile share the answer. */
  #spellings(deadline: Deadline): Labels["spellings"] {
    const state = this.#indexState();
    if (this.#labels?.state === state) return this.#labels.spellings;
    const spellings = this.#ask(deadline);
    const asked = { state, spellings };
    this.#labels = asked;
    spellings.catch(() => {
      if (this.#labels === asked) this.#labels = undefined;
    });
    return spellings;
  }

  async #ask(deadline: Deadline): Labels["spellings"] {
    const search = { size: 0, aggs: { labels: { terms: { field: FIELD, size: LABELS } } } };
    const answer = (await collect(this.#engine, search, deadline)) as LabelAnswer;
    const spellings = new Map<string, string[]>();
    for (const { key } of answer.aggregations.labels.buckets) {
      const folded = fold(key);
      spellings.set(folded, [...(spellings.get(folded) ?? []), key]);
    }
    return spellings;
  }
}

interface LabelAnswer {
  readonly aggregations: { readonly labels: { readonly buckets: readonly { readonly key: string }[] } };
}

const fold = (label: string): string => label.toLowerCase();
