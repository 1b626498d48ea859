import { LRUCache } from "lru-cache";
import type { Format } from "../../../../contracts/formats.ts";
import { namesIn } from "../../../../contracts/text.ts";
import type { PreparedContent } from "../../http/prepared-content.ts";
import type { Network } from "../network.ts";

/** An answer, and when it expires (milliseconds since 1970) even if no data changes. */
export interface Prepared {
  readonly content: PreparedContent;
  readonly until: number;
}

/** The earliest of the times, however many there are; infinity without any. */
export function earliest(times: Iterable<number>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const time of times) first = Math.min(first, time);
  return first;
}

/** The parts of a cached answer's key besides the data. */
export interface AnswerKey {
  readonly text: string;
  /** Whether names, steps or a circle restrict it: there are few unrestricted answers, which many clients read. */
  readonly isFiltered: boolean;
}

/** Names and steps that filters can find, and the number of their last change. */
type Filters = Pick<Network, "hasFilter" | "directorySequence">;

/**
 * The key of an answer: its route, its format, and the parameters that the route reads. A filter's value that names nothing,
 * nor does when it is split at commas, does not change the key. The directory's last change does, since such a value may
 * name something after the next one.
 */
export function answerKey(
  { path }: { readonly path: string },
  format: Format,
  parameters: object,
  filters: Filters,
): AnswerKey {
  const read = JSON.stringify(parameters, (_name, value) => (value instanceof Set ? knownIn(value, filters) : value));
  const isFiltered = Object.values(parameters).some((value) => value instanceof Set || typeof value === "number");
  return { text: `${format} ${path} ${filters.directorySequence} ${read}`, isFiltered };
}

function knownIn(values: ReadonlySet<unknown>, filters: Filters): readonly unknown[] {
  const isKnown = (value: unknown) => filters.hasFilter(value);
  const named = Array.from(values).flatMap((value): readonly unknown[] =>
    typeof value === "string" ? namesIn(value, isKnown) : [value],
  );
  return [...new Set(named)].filter(isKnown).sort();
}

/** Bytes of cached answers at most. Their compressed copies come on top, which have fewer bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** The same for filtered answers, in addition. */
const MAX_FILTERED_BYTES = 8 * 1024 * 1024;
/** Memory of an answer besides its content and its key, bytes. */
const OVERHEAD_BYTES = 1024;

interface Kept extends Prepared {
  readonly madeAt: number;
}

type Cache = LRUCache<string, Kept>;

/** The last answer is kept, however large. */
const cacheOf = (maxSize: number): Cache =>
  new LRUCache({
    maxSize,
    sizeCalculation: ({ content }, key) => Math.min(maxSize, content.size + key.length + OVERHEAD_BYTES),
  });

/** A cache of answers that were made from one version of the data in memory; filtered ones take no room of the others. */
export class PreparedAnswers {
  readonly #version: () => number;
  readonly #clock: () => Date;
  readonly #whole = cacheOf(MAX_BYTES);
  readonly #filtered = cacheOf(MAX_FILTERED_BYTES);
  #madeFrom: number | undefined;

  constructor(version: () => number, clock: () => Date) {
    this.#version = version;
    this.#clock = clock;
  }

  /** The answer with that key; `make` is called when there is none, or it has expired. `now`: milliseconds since 1970. */
  get(key: AnswerKey, make: (now: number) => Prepared): PreparedContent {
    const version = this.#version();
    if (version !== this.#madeFrom) {
      this.#whole.clear();
      this.#filtered.clear();
      this.#madeFrom = version;
    }
    const known = this.known(key);
    if (known !== undefined) return known;
    const madeAt = this.#clock().getTime();
    const made = { ...make(madeAt), madeAt };
    this.#kept(key).set(key.text, made);
    return made.content;
  }

  /** The cached answer with that key, if there is one. */
  known(key: AnswerKey): PreparedContent | undefined {
    if (this.#version() !== this.#madeFrom) return undefined;
    const known = this.#kept(key).get(key.text);
    const now = this.#clock().getTime();
    // An answer dated later was made before the clock was set back.
    return known !== undefined && known.madeAt <= now && now < known.until ? known.content : undefined;
  }

  #kept({ isFiltered }: AnswerKey): Cache {
    return isFiltered ? this.#filtered : this.#whole;
  }
}
