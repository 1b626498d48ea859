/** Answers that a client keeps of a path. */
const MAX_KEPT = 4;
/** Of as many reads of a path, one gives an older answer's ETag, and one gives none. */
const READS_OF_TAGS = 5;

/** What a client has of a path: its last answers by their ETags, the newest last. */
interface Kept {
  reads: number;
  readonly answers: Map<string, unknown>;
}

/** What a client keeps of its last answers, by their paths and ETags, to ask whether they still hold. */
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

  /** What the client has when it is told that the answer with this ETag holds. */
  contentOf(path: string, tag: string): unknown {
    return this.#of(path).answers.get(tag);
  }

  #of(path: string): Kept {
    const kept = this.#kept.get(path) ?? { reads: 0, answers: new Map<string, unknown>() };
    this.#kept.set(path, kept);
    return kept;
  }
}
