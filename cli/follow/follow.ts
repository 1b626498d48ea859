import { escaped } from "../../contracts/printable.ts";
import { Backoff, type BackoffOptions } from "../../platform/async/backoff.ts";
import { delay } from "../../platform/async/delay.ts";
import { CommandFailed } from "../command.ts";
import { counted } from "../counted.ts";
import { type ProgressLines, progressLines } from "../progress-lines.ts";
import { AnotherLog, type Feed, FeedRefused, FeedUnavailable, NotYetVisible } from "./feed.ts";
import type { Page } from "./page.ts";
import { shareBetween } from "./share.ts";
import { begunAnew, type State } from "./state.ts";
import type { Target } from "./target.ts";

const DELAYS: BackoffOptions = { firstMs: 1_000, maxMs: 60_000, jitter: 0.3 };
/** A longer `Retry-After` is cut. */
const MAX_RETRY_AFTER_MS = 300_000;
/** Time after which a position that never becomes visible is taken for lost. */
const LOST_TIMEOUT_MS = 300_000;

/** Why the position is of no use. */
type Loss = "another log" | "lost end";

const LOSSES: Readonly<Record<Loss, string>> = {
  "another log": "has another log now",
  "lost end": "has lost the end of its log (what was read is no longer there)",
};

const changes = (count: number): string => counted(count, "change");

export interface Following {
  readonly feed: Feed;
  readonly state: State;
  readonly target: Target;
  /** Ends when everything has come. */
  readonly isOnce: boolean;
  readonly signal: AbortSignal;
  readonly delays?: BackoffOptions;
  readonly lostTimeoutMs?: number;
}

/**
 * Brings every change to the target: each at least once, and in the end each thing as it is. How far it came is stored after
 * the work. @throws CommandFailed · the signal's reason · what the target throws
 */
export async function follow(following: Following): Promise<void> {
  const { feed, state, target, isOnce, signal } = following;
  const reader = new PatientReader(following);
  let batch: CatchingUp | undefined;
  let isPrepared = false;
  for (;;) {
    signal.throwIfAborted();
    const { progress } = state;
    const page = await reader.page(progress.position, !isOnce);
    if (typeof page === "string") {
      say(`${feed.url.href} ${LOSSES[page]}: all comes again.`);
      await state.store(begunAnew(progress));
      batch = undefined;
      continue;
    }
    if (!isPrepared) {
      // Before its first page an address may be that of anything, and nothing is bound to it.
      await state.store(progress);
      await target.prepare();
      isPrepared = true;
    }
    if (page.changes.length > 0) {
      batch ??= await CatchingUp.begin(page, reader, target.done);
      await target.apply(page.changes, progress, signal);
      batch.add(page);
    }
    if (!page.more && progress.hasRemains) {
      const removed = await target.removeRemains(progress);
      if (removed > 0) say(`${counted(removed, "file")} removed that this log lacks.`);
    }
    const hasRemains = progress.hasRemains && page.more;
    if (page.next !== progress.position || hasRemains !== progress.hasRemains) {
      await state.store({ ...progress, position: page.next, hasRemains });
    }
    if (page.more) continue;
    batch?.end();
    if (batch || isOnce) say(`All is here that was published before ${escaped(page.asOf)}.`);
    batch = undefined;
    if (isOnce) return;
  }
}

/** Asks again until a page comes. */
class PatientReader {
  readonly #feed: Feed;
  readonly #signal: AbortSignal;
  readonly #backoff: Backoff;
  readonly #lostTimeoutMs: number;
  #hasRead = false;
  #lastReason: string | undefined;
  /** Since when every answer has been that the position is not visible. */
  #invisibleSince: number | undefined;
  /** Whether the head of the log has been visible after the position was not for too long. */
  #isHeadVisible = false;

  constructor({ feed, signal, delays = DELAYS, lostTimeoutMs = LOST_TIMEOUT_MS }: Following) {
    this.#feed = feed;
    this.#signal = signal;
    this.#backoff = new Backoff(delays);
    this.#lostTimeoutMs = lostTimeoutMs;
  }

  /** @throws CommandFailed when the first answer is not that of a feed; the signal's reason */
  async page(after: string | undefined, waits: boolean): Promise<Page | Loss> {
    for (;;) {
      try {
        const page = await this.#feed.page({ after, waits, signal: this.#signal });
        if (page.more && page.next === after) throw new FeedUnavailable("its page leads to itself");
        this.#hasRead = true;
        this.#endFailures();
        return page;
      } catch (error) {
        if (error instanceof AnotherLog) return "another log";
        if (!(error instanceof FeedUnavailable)) throw error;
        if (after !== undefined && (await this.#isLost(error))) {
          this.#endFailures();
          return "lost end";
        }
        await this.#wait(error);
      }
    }
  }

  /** The position of what changed last; undefined where that can't be asked now. */
  async head(): Promise<string | undefined> {
    try {
      return await this.#feed.head(this.#signal);
    } catch (error) {
      if (error instanceof FeedUnavailable) return undefined;
      throw error;
    }
  }

  #endFailures(): void {
    this.#lastReason = undefined;
    this.#endInvisibility();
    this.#backoff.reset();
  }

  #endInvisibility(): void {
    this.#invisibleSince = undefined;
    this.#isHeadVisible = false;
  }

  /** Views that are behind show the head of the log no earlier than the position: only a lost one stays behind it. */
  async #isLost(failure: FeedUnavailable): Promise<boolean> {
    if (!(failure instanceof NotYetVisible)) {
      this.#endInvisibility();
      return false;
    }
    if (this.#isHeadVisible) return true;
    const now = performance.now();
    this.#invisibleSince ??= now;
    const isTooLong = now - this.#invisibleSince >= this.#lostTimeoutMs;
    this.#isHeadVisible = isTooLong && (await this.head()) !== undefined;
    return false;
  }

  async #wait(failure: FeedUnavailable): Promise<void> {
    const reason = `${this.#feed.url.href} can't be followed: ${failure.message}.`;
    if (failure instanceof FeedRefused && !this.#hasRead) throw new CommandFailed(reason, { cause: failure });
    if (reason !== this.#lastReason) say(`${reason} Trying again until it can.`);
    this.#lastReason = reason;
    const ms = Math.max(this.#backoff.next(), Math.min(failure.retryAfterMs, MAX_RETRY_AFTER_MS));
    await delay(ms, this.#signal);
    this.#signal.throwIfAborted();
  }
}

/** The progress from a first page of changes to the head of the log. */
class CatchingUp {
  readonly #lines: ProgressLines;
  readonly #first: string;
  readonly #head: string | undefined;
  #count = 0;

  private constructor(done: string, first: string, head: string | undefined) {
    this.#lines = progressLines(done, changes);
    this.#first = first;
    this.#head = head;
  }

  static async begin({ changes: [first], more }: Page, reader: PatientReader, done: string): Promise<CatchingUp> {
    return new CatchingUp(done, first?.position ?? "", more ? await reader.head() : undefined);
  }

  add(page: Page): void {
    this.#count += page.changes.length;
    const last = page.changes.at(-1)?.position ?? "";
    this.#lines.show(this.#count, this.#head === undefined ? undefined : shareBetween(this.#first, last, this.#head));
  }

  end(): void {
    this.#lines.end();
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
