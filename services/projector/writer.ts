import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type RecordedEvent } from "../../platform/event-store/port.ts";
import type { FeedBatch, FeedCheckpoint } from "../../platform/feed/port.ts";
import type { Change } from "../../platform/search/documents/source.ts";
import { type Checkpoint, lockCheckpoint, moveCheckpoint } from "../../platform/views/registry.ts";
import { isTransient, PoisonEvent } from "./failures.ts";
import type { SqlView } from "./view.ts";

/** Called after a commit: with the changes after `from` up to `to`, if they are at hand. */
export type OnWritten = (from: number, to: number, changes: readonly Change[] | undefined) => void;

/** Writes a view's rows and its checkpoint in one transaction, so that every event is applied exactly once. */
export class ViewWriter {
  readonly #database: Database;
  readonly #view: SqlView;
  readonly #onWritten: OnWritten | undefined;
  #checkpoint: Checkpoint;

  constructor(database: Database, view: SqlView, checkpoint: Checkpoint, onWritten?: OnWritten) {
    this.#database = database;
    this.#view = view;
    this.#onWritten = onWritten;
    this.#checkpoint = checkpoint;
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  /**
   * Applies the batch in short transactions, without events that the view has applied already. Stops between two
   * transactions when the signal aborts. Returns the number of events that were applied.
   * @throws PoisonEvent after all events before it were applied
   * @throws CheckpointMoved
   * @throws a transient error
   */
  async apply({ events, position, bookmark }: FeedBatch, signal: AbortSignal): Promise<number> {
    let rest = events.filter((event) => comparePositions(event.position, this.#checkpoint.position) > 0);
    const found = rest.length;
    const end = { position, bookmark: bookmark ?? this.#checkpoint.bookmark };
    /** Halved until the event that can't be applied is alone, so that all events before it are applied. */
    let max = found;
    while (rest.length > 0 && !signal.aborted) {
      const some = rest.slice(0, max);
      try {
        const done = await this.#write(some, some.length === rest.length ? end : undefined);
        rest = rest.slice(done);
      } catch (error) {
        if (isTransient(error)) throw error;
        const [first, ...others] = some;
        if (first && others.length === 0) throw new PoisonEvent(first, error);
        max = some.length >> 1;
      }
    }
    if (found === 0) await this.#move(end);
    return found - rest.length;
  }

  /** Moves past a skipped event, part of which may be applied. @throws CheckpointMoved */
  async skip({ position }: RecordedEvent): Promise<void> {
    const to = { ...this.#checkpoint, position, cursor: null };
    await moveCheckpoint(this.#database, this.#view, this.#checkpoint, to);
    this.#checkpoint = to;
  }

  /** `end` is the view's checkpoint after all of the events, if they are the last of the batch. */
  async #write(events: readonly RecordedEvent[], end: FeedCheckpoint | undefined): Promise<number> {
    const from = this.#checkpoint;
    const [applied, to] = await this.#database.transaction(async (transaction) => {
      await lockCheckpoint(transaction, this.#view, from);
      const applied = await this.#view.apply({ events, sequence: from.sequence, cursor: from.cursor }, transaction);
      const { events: count, sequence, cursor } = applied;
      const within = { position: events[count - 1]?.position ?? from.position, bookmark: from.bookmark };
      const next = { ...(count === events.length && end ? end : within), sequence, cursor };
      await moveCheckpoint(transaction, this.#view, from, next);
      return [applied, next] as const;
    });
    this.#checkpoint = to;
    this.#onWritten?.(from.sequence, to.sequence, applied.changes);
    return applied.events;
  }

  async #move(end: FeedCheckpoint): Promise<void> {
    if (comparePositions(end.position, this.#checkpoint.position) <= 0) return;
    const to = { ...this.#checkpoint, ...end };
    await moveCheckpoint(this.#database, this.#view, this.#checkpoint, to);
    this.#checkpoint = to;
  }
}
