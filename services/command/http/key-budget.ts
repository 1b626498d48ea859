import type { Database } from "../../../platform/database/port.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";

/** How long a key and its answer are kept. */
export const RETENTION_MS = 24 * 3600_000;

/** Limits of a provider's stored keys. */
export interface KeyLimits {
  readonly keys: number;
  readonly answerBytes: number;
}

/** Eleven keys a second for a day: one for each logger and minute of seven hundred loggers. */
export const KEY_LIMITS: KeyLimits = { keys: 1_000_000, answerBytes: 256 * 1024 ** 2 };

/** Interval after which the keys are counted again, which includes those that other processes took. */
const RECOUNT_INTERVAL_MS = 60_000;

/** What a provider's keys take of its limits. */
interface Use {
  keys: number;
  answerBytes: number;
  /** When the oldest was taken. */
  readonly oldest: Date | null;
}

/** Limits the stored keys of each provider, so that none can fill the database with them. */
export class KeyBudget {
  readonly #database: Pick<Database, "query">;
  readonly #clock: () => Date;
  readonly #limits: KeyLimits;
  readonly #counts = new Map<string, { readonly at: number; readonly use: Promise<Use> }>();

  constructor(database: Pick<Database, "query">, clock: () => Date, limits: KeyLimits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Seconds until the provider's oldest key is forgotten, if it may not send another one until then; otherwise undefined. */
  async secondsUntilRoom(provider: string): Promise<number | undefined> {
    const { keys, answerBytes, oldest } = await this.#use(provider);
    if (keys < this.#limits.keys && answerBytes < this.#limits.answerBytes) return undefined;
    const left = (oldest?.getTime() ?? 0) + RETENTION_MS - this.#clock().getTime();
    return Math.max(1, Math.ceil(left / 1000));
  }

  /** Adds to the count what is kept from now on. */
  note(provider: string, { keys = 0, answerBytes = 0 }: Partial<KeyLimits>): void {
    const add = (use: Use): void => {
      use.keys += keys;
      use.answerBytes += answerBytes;
    };
    // If the count fails, the request that asked for it fails.
    void this.#counts.get(provider)?.use.then(add, () => undefined);
  }

  exceeded(seconds: number): HttpProblem {
    const { keys, answerBytes } = this.#limits;
    return problem(
      "too-many-keys",
      `A provider may send ${keys} idempotency keys within 24 hours, with answers of ${answerBytes / 1024 ** 2} MiB; ` +
        `send this request without a key, or in ${seconds} s.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }

  #use(provider: string): Promise<Use> {
    const now = this.#clock().getTime();
    const counted = this.#counts.get(provider);
    if (counted && Math.abs(now - counted.at) < RECOUNT_INTERVAL_MS) return counted.use;
    const use = this.#count(provider, new Date(now - RETENTION_MS));
    this.#counts.set(provider, { at: now, use });
    use.catch(() => this.#counts.delete(provider));
    return use;
  }

  async #count(provider: string, since: Date): Promise<Use> {
    const [use] = await this.#database.query<Use>({
      name: "count-keys",
      text: `select count(*)::float8 as keys, coalesce(sum(pg_column_size(answer)), 0)::float8 as "answerBytes",
          min(created_at) as oldest
        from remembered_answers where owner = $1 and created_at > $2`,
      values: [provider, since],
    });
    return use ?? { keys: 0, answerBytes: 0, oldest: null };
  }
}
