import fc from "fast-check";
import { added, deleted, facilityAdded, facilityDeleted, record, type ScriptedEvent } from "../scripted-log.ts";
import { hourly, seriesAdded, seriesDeleted, stationAdded } from "../scripted-measurements.ts";
import { type Batch, type Fate, FED_VIEWS } from "./fed-views.ts";

/** What may happen to a log, its views and their readers. */
export type Command = Between | Meanwhile;

/** What happens alone. */
export type Between =
  | { readonly does: "pass"; readonly seconds: number }
  | { readonly does: "drop"; readonly view: (typeof FED_VIEWS)[number]; readonly which: "old" | "beside" };

/** What happens at once with others. */
export type Meanwhile =
  /** `late`: seconds since the events were decided. */
  | { readonly does: "append"; readonly events: readonly ScriptedEvent[]; readonly late: number }
  | ({ readonly does: "feed"; readonly projector: number; readonly view: (typeof FED_VIEWS)[number] } & Batch)
  | ({ readonly does: "replay"; readonly view: (typeof FED_VIEWS)[number]; readonly batches: number } & Batch)
  /** Reads a page. */
  | { readonly does: "page"; readonly changes: number }
  /** Begins an answer with all that was published since the last one. */
  | { readonly does: "ask" }
  | { readonly does: "answer" };

const MONDAY = Date.parse("2024-10-07T00:00:00+01:00") / 1000;
export const SERIES = [1, 2, 3];

export const newSeries = (id: number, members: Readonly<Record<string, unknown>> = {}): ScriptedEvent =>
  seriesAdded({ id, station: 1, component: "O3", timestep: 3600, ...members });

const name = fc.integer({ min: 1, max: 3 }).map((number) => `n${number}`);
const seriesId = fc.constantFrom(...SERIES);
const values = fc.array(fc.option(fc.nat(9), { freq: 3 }), { minLength: 1, maxLength: 40 });
const event = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(name, fc.nat(5)).map(([identifier, n]) => facilityAdded({ identifier, n })) },
  { weight: 1, arbitrary: name.map(facilityDeleted) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(name, name, fc.nat(5))
      .map(([pid, identifier, n]) => added(record(pid, { facility: { identifier }, n }))),
  },
  { weight: 2, arbitrary: name.map((pid) => deleted(pid)) },
  { weight: 1, arbitrary: fc.nat(5).map((height) => stationAdded({ id: 1, name: "one", height })) },
  { weight: 2, arbitrary: fc.tuple(seriesId, fc.nat(5)).map(([id, height]) => newSeries(id, { height })) },
  // Values may come after the deletion of their series: the last one alone is deleted, so that most are kept.
  { weight: 1, arbitrary: fc.constant(seriesDeleted(3)) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(seriesId, fc.nat(70), values)
      .map(([id, hour, given]) => hourly(id, MONDAY + (hour - 1) * 3600, given)),
  },
);

const view = fc.constantFrom(...FED_VIEWS);
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>("goes on") },
  { weight: 1, arbitrary: fc.constantFrom<Fate>("dies before its commit", "dies after its commit") },
);
const batch = { events: fc.integer({ min: 1, max: 9 }), fate };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("append" as const),
      events: fc.array(event, { minLength: 1, maxLength: 6 }),
      late: fc.nat(3),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant("feed" as const), projector: fc.nat(1), view, ...batch }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("replay" as const),
      view,
      batches: fc.integer({ min: 1, max: 6 }),
      ...batch,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("drop" as const),
      view,
      which: fc.constantFrom("old" as const, "beside" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("page" as const), changes: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("ask" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("answer" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("pass" as const), seconds: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** Commands in rounds: those of a round happen at once. */
export const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 5, size: "max" }), {
  minLength: 4,
  maxLength: 16,
  size: "max",
});
