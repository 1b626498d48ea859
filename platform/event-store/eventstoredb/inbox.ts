import { setImmediate as nextTurn } from "node:timers/promises";
import type { RecordedEvent } from "../port.ts";
import { laterPlace, type Place } from "./positions.ts";
import type { Limits } from "./reading.ts";

/** What a subscription brings: an event, or the news that everything up to a place was looked at. */
export interface Arrival {
  readonly place: Place;
  readonly event?: RecordedEvent;
}

export interface Gathered {
  readonly events: readonly RecordedEvent[];
  readonly place: Place;
}

/**
 * Gathers what a subscription brings while its reader is busy with the batch before, one batch at most: then the
 * subscription has to wait.
 */
export class Inbox {
  readonly #limits: Limits;
  #events: RecordedEvent[] = [];
  #bytes = 0;
  #place: Place;
  #moved = false;
  #heard = 0;
  #failure: { readonly error: unknown } | undefined;
  #changed: () => void = () => undefined;
  #taken: () => void = () => undefined;

  constructor(begin: Place, limits: Limits) {
    this.#place = begin;
    this.#limits = limits;
  }

  /** Waits until there is room, then adds. */
  async put({ place, event }: Arrival): Promise<void> {
    while (this.#isFull())
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    this.#heard += 1;
    const later = laterPlace(this.#place, place);
    if (later !== this.#place) this.#moved = true;
    this.#place = later;
    if (event !== undefined) {
      this.#events.push(event);
      this.#bytes += event.data.byteLength;
    }
    this.#changed();
  }

  /** A sign of life. */
  touch(): void {
    this.#heard += 1;
  }

  /** Nothing more will come. What did is still there to take. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#changed();
  }

  /**
   * What has come since the last time; undefined when nothing comes for `silence` milliseconds or `signal` aborts.
   * @throws what `fail` was given, when everything before is taken.
   */
  async take(silence: number, signal: AbortSignal): Promise<Gathered | undefined> {
    for (let heard = -1; heard !== this.#heard && !this.#moved && this.#failure === undefined && !signal.aborted; ) {
      heard = this.#heard;
      await this.#change(silence, signal);
    }
    if (signal.aborted) return undefined;
    // What arrives together shall go together.
    if (this.#moved) await nextTurn();
    if (!this.#moved) {
      if (this.#failure !== undefined) throw this.#failure.error;
      return undefined;
    }
    const gathered = { events: this.#events, place: this.#place };
    this.#events = [];
    this.#bytes = 0;
    this.#moved = false;
    this.#taken();
    return gathered;
  }

  #isFull(): boolean {
    return this.#events.length >= this.#limits.count || this.#bytes >= this.#limits.bytes;
  }

  /** Ends at the next change, after `silence`, or when `signal` aborts. */
  async #change(silence: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#changed = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, silence);
      this.#changed = end;
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }
}
