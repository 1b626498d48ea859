import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { type Database, DatabaseUnavailable, type Queryable } from "../../platform/database/port.ts";
import type { Change } from "../../platform/search/documents/source.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { publicationTimes } from "../../platform/views/publication.ts";
import { CheckpointMoved, readCheckpoint } from "../../platform/views/registry.ts";
import { builtView, never } from "../../test/built-view.ts";
import {
  added,
  deleted,
  facilityAdded,
  facilityDeleted,
  facilityUpdated,
  poison,
  record,
  type ScriptedEvent,
} from "../../test/scripted-log.ts";
import { PoisonEvent } from "./failures.ts";
import { catalogueView } from "./views/catalogue/view.ts";
import { type OnWritten, ViewWriter } from "./writer.ts";

const { database, log, rebuild, writer, project } = await builtView(catalogueView);

/** The rows of the view, and its checkpoint. */
async function content(): Promise<unknown> {
  const rows = await database.query(`select * from ${catalogue.tables.records} order by pid`);
  const registry = await database.query(`select * from ${catalogue.tables.facilities} order by identifier`);
  return { rows, registry, checkpoint: await readCheckpoint(database, catalogue) };
}

/** A database whose nth transaction from now fails before it commits. */
function failingAt(nth: number, error: Error): Database {
  let count = 0;
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction: Queryable) => {
        const result = await work(transaction);
        count += 1;
        if (count === nth) throw error;
        return result;
      }),
  };
}

const events: fc.Arbitrary<ScriptedEvent> = fc
  .tuple(
    fc.constantFrom("a", "b", "c", "é"),
    fc.constantFrom("0lym", "5qss"),
    fc.integer({ min: 0, max: 7 }),
    fc.string(),
  )
  .map(([pid, identifier, kind, text]) => {
    const facility = { identifier, name: text };
    const kinds = [
      added(record(pid, { text, facility })),
      added(record(pid, { facility: { identifier, text }, more: text }), "finland"),
      added(record(pid)),
      deleted(pid),
      deleted(pid),
      facilityAdded(facility),
      facilityUpdated(facility),
      facilityDeleted(identifier),
    ];
    return kinds[kind] ?? expect.unreachable();
  });

test("a log gives the same rows however it is cut into batches", async () => {
  const scripts = fc.array(events, { minLength: 1, maxLength: 25 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(scripts, sizes, async (script, cuts) => {
      log.clear();
      log.append(...script);
      await rebuild();
      await project();
      const once = await content();
      await rebuild();
      await project(cuts);
      expect(await content()).toEqual(once);
    }),
    { numRuns: 25 },
  );
});

test("the changes that a table's follower is given are those that the table then holds", async () => {
  const scripts = fc.array(events, { minLength: 1, maxLength: 25 });
  const source = new TableSource(database, catalogue);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(scripts, fc.integer({ min: 1, max: 9 }), async (script, size) => {
      log.clear();
      log.append(...script);
      await rebuild();
      const told: Parameters<OnWritten>[] = [];
      const checkpoint = await readCheckpoint(database, catalogue);
      const to = new ViewWriter(database, catalogueView, checkpoint, (...written) => told.push(written));
      for (let from = 0; from < log.events.length; from += size) {
        const batch = log.events.slice(from, from + size);
        await to.apply({ events: batch, position: batch.at(-1)?.position ?? log.start }, never);
        const [first, changes] = [told[0]?.[0] ?? 0, told.flatMap(([, , each]) => each ?? [])];
        const whole = told.every(([, , each]) => each);
        told.length = 0;
        if (!whole) continue;
        compared += changes.length;
        const byId = (list: readonly Change[]) =>
          new Map(list.map(({ id, sequence, document }) => [id, { sequence, document: document && `${document}` }]));
        const held = byId(await source.changes(first, 1_000));
        const latest = byId(changes);
        // Deleting a document that never existed leaves nothing in the table.
        for (const [id, { document }] of latest) if (!document && !held.has(id)) latest.delete(id);
        expect(latest).toEqual(held);
      }
    }),
    { numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(0);
});

test("a facility of 2,500 records is changed in slices that continue where a failure left them, and published with the last", async () => {
  const pids = Array.from({ length: 2_500 }, (_, index) => `pid-${String(index).padStart(4, "0")}`);
  log.append(...pids.map((pid) => added(record(pid, { facility: { identifier: "0lym" } }))));
  const before = log.append();
  await project();
  const changed = log.append(facilityAdded({ identifier: "0lym", name: "Jülich" }));
  const after = log.append(deleted("pid-0000"));
  const rest = { events: log.events, position: after };

  const lost = new DatabaseUnavailable("gone");
  await expect((await writer(failingAt(2, lost))).apply(rest, never)).rejects.toBe(lost);
  expect(await readCheckpoint(database, catalogue)).toMatchObject({
    position: before,
    sequence: 3_500,
    cursor: "pid-0999",
  });
  const published = () => publicationTimes(database, catalogue.name, [before, changed]);
  expect(await published()).toEqual([expect.any(Date), undefined]);

  await (await writer()).apply(rest, never);
  expect(await readCheckpoint(database, catalogue)).toMatchObject({ position: after, sequence: 5_001, cursor: null });
  expect(await published()).toEqual([expect.any(Date), expect.any(Date)]);
  const rows = await database.query<{ pid: string; facility_document: string; seq: number }>(
    `select pid, facility_document, change_seq::int as seq from ${catalogue.tables.records} order by pid`,
  );
  expect(rows.every(({ facility_document: facility }) => facility.includes("Jülich"))).toBe(true);
  expect(rows.slice(1).map(({ seq }) => seq)).toEqual(pids.slice(1).map((_, index) => 2_502 + index));
});

test("many facilities that no record names are written in one transaction", async () => {
  const identifiers = Array.from({ length: 300 }, (_, index) => `f${index}`);
  log.append(...identifiers.map((identifier) => facilityAdded({ identifier })));
  let transactions = 0;
  const counting: Database = {
    ...database,
    transaction: (work) => {
      transactions += 1;
      return database.transaction(work);
    },
  };
  await (await writer(counting)).apply({ events: log.events, position: await log.head() }, never);
  expect(transactions).toBe(1);
});

test("all events before one that can't be read are applied, and none after it", async () => {
  log.append(...["a", "b", "c"].map((pid) => added(record(pid))));
  const last = log.append();
  log.append(poison("metadata-bad", "MetadataAdded"), added(record("d")));
  const failure = (await writer()).apply({ events: log.events, position: await log.head() }, never);
  await expect(failure).rejects.toThrow(PoisonEvent);
  await expect(failure).rejects.toMatchObject({ event: { stream: "metadata-bad" } });
  expect(await content()).toMatchObject({
    rows: [{ pid: "a" }, { pid: "b" }, { pid: "c" }],
    checkpoint: { position: last, sequence: 3 },
  });
});

test("a text that the database refuses makes its event poison", async () => {
  log.append(added(record("a")), added(record("nul\u0000")));
  const failure = (await writer()).apply({ events: log.events, position: await log.head() }, never);
  await expect(failure).rejects.toMatchObject({ name: "PoisonEvent", event: { stream: "metadata-nul\u0000" } });
  expect(await content()).toMatchObject({ rows: [{ pid: "a" }] });
});

test("the second of two writers at one checkpoint writes nothing", async () => {
  const [first, zombie] = [await writer(), await writer()];
  log.append(added(record("a")), added(record("b")));
  const batch = { events: log.events, position: await log.head() };
  await first.apply(batch, never);
  const written = await content();
  await expect(zombie.apply(batch, never)).rejects.toThrow(CheckpointMoved);
  await expect(zombie.apply({ events: [], position: batch.position }, never)).rejects.toThrow(CheckpointMoved);
  expect(await content()).toEqual(written);
});

test("one of several concurrent writers writes", async () => {
  const writers = [await writer(), await writer(), await writer()];
  log.append(...Array.from({ length: 50 }, (_, index) => added(record(`pid-${index}`))));
  const batch = { events: log.events, position: await log.head() };
  const results = await Promise.allSettled(writers.map((each) => each.apply(batch, never)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await content()).toMatchObject({ checkpoint: { sequence: 50, position: batch.position } });
});
