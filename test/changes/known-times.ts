import { expect } from "vitest";
import type { Queryable } from "../../platform/database/port.ts";
import type { Position } from "../../platform/event-store/port.ts";
import { publicationTimes } from "../../platform/views/publication.ts";

/** The publication time of each position of some views, as it was first known. */
export class KnownTimes {
  readonly #database: Queryable;
  readonly #views: readonly string[];
  readonly #onClock: (time: Date) => number;
  readonly #known = new Map<string, ReadonlyMap<Position, number>>();

  /** `onClock`: milliseconds of a clock by which times stay, while a test changes those of the database. */
  constructor(database: Queryable, views: readonly string[], onClock = (time: Date) => time.getTime()) {
    this.#database = database;
    this.#views = views;
    this.#onClock = onClock;
  }

  /** Of these positions, which are in their order, those up to one have a time, which rises, and is as it was known. */
  async look(positions: readonly Position[]): Promise<void> {
    for (const view of this.#views) {
      const found = (await publicationTimes(this.#database, view, positions)).map(
        (time) => time && this.#onClock(time),
      );
      const times = found.filter((time) => time !== undefined);
      expect(found.slice(0, times.length)).toEqual(times);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const now = new Map(times.map((time, index) => [positions[index] ?? expect.unreachable(), time]));
      for (const [position, time] of this.#known.get(view) ?? []) expect(now.get(position), position).toBe(time);
      this.#known.set(view, now);
    }
  }

  of(view: string, position: Position): number | undefined {
    return this.#known.get(view)?.get(position);
  }
}
