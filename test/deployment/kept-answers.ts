/** Number of answers that a client keeps of a path. */
const MAX_KEPT = 4;
/** Of this many reads of a path, one sends an older answer's ETag, and one sends none. */
const READS_OF_TAGS = 5;

/** The last answers of a path by their ETags, the newest last. */
interface Kept {
  reads: number;
  readonly answers: Map<string, unknown>;
}

/** A client's last answers by their paths and ETags, to be revalidated. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /** An ETag to ask about: mostly the newest of the path, sometimes an older one, or none. */
  choose(path: string): string | undefined {
    const kept = this.#of(path);
    const tags = [...kept.answers.keys()];
    const turn = kept.reads++ % READS_OF_TAGS;
    if (turn === 0) return undefined;
    return turn === 1 ? tags[0] : tags.at(-1);
  }

  keep(path: string, tag: string, content: unknown): void {
    const { answers } = this.#of(path);
    answers.delete(tag);
    answers.set(tag, content);
    const [oldest] = answers.keys();
    if (answers.size > MAX_KEPT && oldest !== undefined) answers.delete(oldest);
  }

  /** The client's content when an answer confirms this ETag. */
  contentOf(path: string, tag: string): unknown {
    return this.#of(path).answers.get(tag);
  }

  #of(path: string): Kept {
    const kept = this.#kept.get(path) ?? { reads: 0, answers: new Map<string, unknown>() };
    this.#kept.set(path, kept);
    return kept;
  }
}
