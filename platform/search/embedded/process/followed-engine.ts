import { Engine, type EngineOptions, type EngineStats } from "../../../../search-engine/engine.ts";
import { DatabaseUnavailable } from "../../../database/port.ts";
import type { SourceHead } from "../../documents/source.ts";
import { type SearchAnswer, type SearchEngine, type SearchRequest, SearchUnavailable } from "../../port.ts";
import type { IndexUpdate } from "../following/follower.ts";

/** The engine over an index that follows its source. Unavailable until the index is first complete. */
export class FollowedEngine implements SearchEngine {
  readonly #engine: Engine;
  #head: SourceHead | undefined;

  constructor(options: EngineOptions) {
    this.#engine = new Engine(options);
  }

  /** State of the source that searches reflect; undefined until the index is first complete. */
  get head(): SourceHead | undefined {
    return this.#head;
  }

  update({ publication, head }: IndexUpdate): void {
    if (publication) this.#engine.update(publication);
    this.#head = head ?? this.#head;
  }

  async search({ body, signal }: SearchRequest): Promise<SearchAnswer> {
    if (!this.#head) throw new SearchUnavailable("the search index is being built");
    try {
      return await this.#engine.search(body, signal);
    } catch (error) {
      if (error instanceof DatabaseUnavailable)
        throw new SearchUnavailable("the documents can't be read", { cause: error });
      throw error;
    }
  }

  stats(): EngineStats {
    return this.#engine.stats();
  }
}
