import type { Logger } from "pino";
import type { View } from "../../contracts/views/declaration.ts";
import { VIEWS, type ViewName } from "../../contracts/views.ts";
import { LIMITS } from "../admission/limits.ts";
import { Places } from "../admission/places.ts";
import { wait } from "../admission/wait.ts";
import { Coalesced } from "../async/coalesced.ts";
import type { Database } from "../database/port.ts";
import { isRecent } from "../database/recent.ts";
import { comparePositions, type Position } from "../event-store/port.ts";
import { prepareViews } from "./prepare.ts";
import { RegisteredReader, type ViewReader } from "./reader.ts";
import { type BuildId, READER_TIMEOUT_MS, VIEWS_CHANNEL } from "./schema.ts";

export interface WaitOptions {
  /** Who waits: the client or the provider. */
  readonly by: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** How far every reader shows the views. */
export interface ViewProgress {
  /**
   * True once each of the views shows everything up to `position`, in the database and in every process that holds it in
   * memory, whichever of its builds processes read; false after the timeout, when the signal aborts, and at once where too
   * many wait. When all waits are taken, the last wait of the client with the most may end early. Goes on waiting while the
   * database is unavailable. A position that is known to be reached costs no query.
   */
  waitFor(views: readonly ViewName[], position: Position, options: WaitOptions): Promise<boolean>;

  /** Whether a reader of this process holds one of the views and is late: what it shows may not be answered just now. */
  isLate(views: readonly ViewName[]): boolean;

  /** Whether a reader of this process holds the build and has lapsed: its tables may be older than what others show. */
  hasLapsed(build: BuildId): boolean;

  /**
   * Resolves once no reader of this process is late with these views, or the signal aborts; bounded by how late one may be.
   * At once where too many wait.
   */
  untilCurrent(views: readonly ViewName[], signal: AbortSignal): Promise<void>;

  /**
   * Registers this process as a reader that holds the build in memory and shows everything up to `position`. Join when
   * nearly caught up: waits for the view include this process from then on.
   */
  join(build: View<ViewName>, position: Position): ViewReader;

  close(): Promise<void>;
}

/** How often positions are read while a wait is open, in case a notification is lost. */
const POLL_INTERVAL_MS = 250;
/** Milliseconds between two checks whether a late reader is current again. */
const LATE_INTERVAL_MS = 50;

/** @throws StartFailure */
export async function openViewProgress(database: Database, log: Logger): Promise<ViewProgress> {
  await prepareViews(database, log);
  const progress = new DatabaseViewProgress(database);
  await progress.start();
  return progress;
}

interface Waiter {
  readonly views: readonly ViewName[];
  readonly position: Position;
  readonly settle: (reached: boolean) => void;
}

interface LateWaiter {
  readonly views: readonly ViewName[];
  readonly settle: () => void;
}

class DatabaseViewProgress implements ViewProgress {
  readonly #database: Database;
  readonly #readers = new Set<RegisteredReader>();
  readonly #waiters = new Places<Waiter>(LIMITS.viewWaits, () => {
    if (this.#waiters.all.held === 0) clearInterval(this.#poll);
  });
  readonly #lateWaiters = new Places<LateWaiter>({ all: LIMITS.viewWaits.all }, () => {
    if (this.#lateWaiters.all.held === 0) clearInterval(this.#latePoll);
  });
  #latePoll: NodeJS.Timeout | undefined;
  /** The lowest position over all readers of a view. A position that was reached stays reached. */
  readonly #shown = new Map<ViewName, Position>();
  readonly #reading = new Coalesced(async () => {
    if (this.#waiters.all.held === 0) return;
    // After a failure the next notification or poll reads.
    await this.#read().catch(() => undefined);
    this.#answerWaiters();
  });
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(VIEWS_CHANNEL, () => {
      if (this.#waiters.all.held > 0) this.#reading.request();
    });
  }

  async waitFor(views: readonly ViewName[], position: Position, options: WaitOptions): Promise<boolean> {
    const { by, timeoutMs, signal } = options;
    if (this.#reached(views, position)) return true;
    if (signal?.aborted) return false;
    const enter = (settle: Waiter["settle"]) => {
      const waiter = { views, position, settle };
      const place = this.#waiters.takeShare(by, waiter, "newest", (other) => other.settle(false));
      if (!place) return undefined;
      if (this.#waiters.all.held === 1) this.#poll = setInterval(() => this.#reading.request(), POLL_INTERVAL_MS);
      this.#reading.request();
      return place;
    };
    return wait(enter, false, { signal, timeoutMs });
  }

  isLate(views: readonly ViewName[]): boolean {
    for (const { build, isLate } of this.#readers) {
      if (isLate && views.some((name) => name === build.name)) return true;
    }
    return false;
  }

  hasLapsed({ name, version, generation }: BuildId): boolean {
    for (const { build, hasLapsed } of this.#readers) {
      const isOfBuild = build.name === name && build.version === version && build.generation === generation;
      if (isOfBuild && hasLapsed) return true;
    }
    return false;
  }

  async untilCurrent(views: readonly ViewName[], signal: AbortSignal): Promise<void> {
    if (signal.aborted || !this.isLate(views)) return;
    const enter = (settle: LateWaiter["settle"]) => {
      const place = this.#lateWaiters.take("", { views, settle });
      if (this.#lateWaiters.all.held === 1) this.#latePoll = setInterval(() => this.#answerLate(), LATE_INTERVAL_MS);
      return place;
    };
    await wait<void>(enter, undefined, { signal });
  }

  join(build: View<ViewName>, position: Position): ViewReader {
    const reader = new RegisteredReader(this.#database, build, position, {
      changed: () => this.#answerWaiters(),
      left: () => this.#readers.delete(reader),
    });
    this.#readers.add(reader);
    return reader;
  }

  async close(): Promise<void> {
    for (const { settle } of this.#waiters.all.holders()) settle(false);
    for (const { settle } of this.#lateWaiters.all.holders()) settle();
    await Promise.all([...this.#readers].map((reader) => reader.leave()));
    await this.#stopListening?.();
    await this.#reading.idle();
  }

  async #read(): Promise<void> {
    const rows = await this.#database.query<ReadBuild>({
      name: "view-progress",
      text: `select name, version, generation, built_at is not null as complete, position, array(
            select position from view_readers reader
            where reader.name = build.name and reader.version = build.version
              and reader.generation = build.generation and ${isRecent("seen", "$1")}
          ) as readers
        from view_builds build order by version, generation`,
      values: [READER_TIMEOUT_MS],
    });
    for (const { name, version } of Object.values(VIEWS)) {
      const shown = shownBy(
        rows.filter((row) => row.name === name),
        version,
      );
      const known = this.#shown.get(name);
      if (shown !== undefined && (known === undefined || comparePositions(shown, known) > 0)) {
        this.#shown.set(name, shown);
      }
    }
  }

  #answerWaiters(): void {
    for (const { views, position, settle } of this.#waiters.all.holders())
      if (this.#reached(views, position)) settle(true);
  }

  #answerLate(): void {
    for (const { views, settle } of this.#lateWaiters.all.holders()) if (!this.isLate(views)) settle();
  }

  #reached(views: readonly ViewName[], position: Position): boolean {
    return views.every((name) => {
      const shown = this.#shown.get(name);
      return shown !== undefined && comparePositions(shown, position) >= 0 && this.#reachedHere(name, position);
    });
  }

  /** Includes readers of this process whose heartbeats have expired for other processes. */
  #reachedHere(name: ViewName, position: Position): boolean {
    return [...this.#readers].every(
      (reader) => reader.build.name !== name || (reader.current && comparePositions(reader.position, position) >= 0),
    );
  }
}

interface ReadBuild extends BuildId {
  readonly complete: boolean;
  readonly position: Position;
  /** How far each process shows it that reads it. */
  readonly readers: readonly Position[];
}

/**
 * What every process shows of a view: the lowest position of the builds that are read; while none is, that of the build
 * that a process of this version would read. `builds` are those of the view, the newest last.
 */
function shownBy(builds: readonly ReadBuild[], version: number): Position | undefined {
  const read = builds.filter(({ readers }) => readers.length > 0);
  const positions = read.flatMap(({ position, readers }) => [position, ...readers]);
  if (positions.length > 0) return positions.reduce((a, b) => (comparePositions(a, b) < 0 ? a : b));
  const own = builds.filter((build) => build.version === version);
  return (own.findLast(({ complete }) => complete) ?? own.at(-1))?.position;
}
