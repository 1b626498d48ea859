import { setImmediate as nextTick } from "node:timers/promises";
import type { RecordedEvent } from "../port.ts";
import { type CommitPointer, laterPointer } from "./positions.ts";
import type { Limits } from "./reading.ts";

/** A delivery of a subscription: an event, or only the fact that everything up to a pointer was examined. */
export interface Arrival {
  readonly pointer: CommitPointer;
  readonly event?: RecordedEvent;
}

/** Everything that arrived since the last `take`. */
export interface Gathered {
  readonly events: readonly RecordedEvent[];
  readonly pointer: CommitPointer;
}

/**
 * Buffers deliveries of a subscription while its reader handles the previous batch. It holds one batch; when full, the
 * subscription waits.
 */
export class Inbox {
  readonly #limits: Limits;
  #events: RecordedEvent[] = [];
  #bytes = 0;
  #pointer: CommitPointer;
  #moved = false;
  #signs = 0;
  #failure: { readonly error: unknown } | undefined;
  #changed: () => void = () => undefined;
  #taken: () => void = () => undefined;

  constructor(begin: CommitPointer, limits: Limits) {
    this.#pointer = begin;
    this.#limits = limits;
  }

  /** Waits while the buffer is full, then adds. */
  async put({ pointer, event }: Arrival): Promise<void> {
    while (this.#isFull())
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    this.#signs += 1;
    const later = laterPointer(this.#pointer, pointer);
    if (later !== this.#pointer) this.#moved = true;
    this.#pointer = later;
    if (event !== undefined) {
      this.#events.push(event);
      this.#bytes += event.data.byteLength;
    }
    this.#changed();
  }

  /** The subscription is alive. */
  touch(): void {
    this.#signs += 1;
  }

  /** The subscription has ended; earlier deliveries can still be taken. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#changed();
  }

  /**
   * Takes what has arrived since the last call; undefined after `silenceMs` without an arrival, or when `signal` aborts.
   * @throws the error of `fail`, once everything before it is taken.
   */
  async take(silenceMs: number, signal: AbortSignal): Promise<Gathered | undefined> {
    for (let signs = -1; signs !== this.#signs && !this.#moved && this.#failure === undefined && !signal.aborted; ) {
      signs = this.#signs;
      await this.#change(silenceMs, signal);
    }
    if (signal.aborted) return undefined;
    // Events that arrive in the same tick belong in one batch.
    if (this.#moved) await nextTick();
    if (!this.#moved) {
      if (this.#failure !== undefined) throw this.#failure.error;
      return undefined;
    }
    const gathered = { events: this.#events, pointer: this.#pointer };
    this.#events = [];
    this.#bytes = 0;
    this.#moved = false;
    this.#taken();
    return gathered;
  }

  #isFull(): boolean {
    return this.#events.length >= this.#limits.count || this.#bytes >= this.#limits.bytes;
  }

  /** Ends at the next change, after `silenceMs`, or when `signal` aborts. */
  async #change(silenceMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#changed = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, silenceMs);
      this.#changed = end;
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }
}
