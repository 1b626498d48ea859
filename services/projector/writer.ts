import type { Database } from "../../platform/database/port.ts";
import { comparePositions, type RecordedEvent } from "../../platform/event-store/port.ts";
import type { FeedBatch, FeedCheckpoint } from "../../platform/feed/port.ts";
import type { Change } from "../../platform/search/documents/source.ts";
import { type Checkpoint, lockCheckpoint, moveCheckpoint } from "../../platform/views/registry.ts";
import { isPassing, PoisonEvent } from "./failures.ts";
import type { SqlView } from "./view.ts";

/** Is told of what was committed: the changes after `from` up to `to`, where they are at hand. */
export type OnWritten = (from: number, to: number, changes: readonly Change[] | undefined) => void;

/** Writes a view's rows and its checkpoint together, so that every event counts once whatever happens in between. */
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
   * Applies the batch in short transactions; events that the view has are passed over. Stops between two transactions
   * when the signal aborts. Returns how many events were applied.
   * @throws PoisonEvent when all before it are applied, CheckpointMoved, or what is passing.
   */
  async apply({ events, position, bookmark }: FeedBatch, signal: AbortSignal): Promise<number> {
    let rest = events.filter((event) => comparePositions(event.position, this.#checkpoint.position) > 0);
    const found = rest.length;
    const end = { position, bookmark: bookmark ?? this.#checkpoint.bookmark };
    /** Less than all when one of the events can't be applied and those before it must be. */
    let most = found;
    while (rest.length > 0 && !signal.aborted) {
      const some = rest.slice(0, most);
      try {
        const done = await this.#write(some, some.length === rest.length ? end : undefined);
        rest = rest.slice(done);
      } catch (error) {
        if (isPassing(error)) throw error;
        if (some.length === 1) throw new PoisonEvent(some[0] as RecordedEvent, error);
        most = some.length >> 1;
      }
    }
    if (found === 0) await this.#move(end);
    return found - rest.length;
  }

  /** `end` is where the view stands when all of the events are applied, if they are the batch's last. */
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
