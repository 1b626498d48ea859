import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { facilityStream, metadataStream, readEvent, readMeta } from "../../../contracts/events.ts";
import { observationsStream, stationStream } from "../../../contracts/measurement-events.ts";
import { openEventStoreDb } from "../../../platform/event-store/eventstoredb/store.ts";
import { openPostgresEventStore } from "../../../platform/event-store/postgres/store.ts";
import { refuseHalfImported } from "../../../platform/lifecycle/unfinished-import.ts";
import { idOf } from "../../../test/answers.ts";
import { startCommandService } from "../../../test/command-service.ts";
import { EventStoreDouble } from "../../../test/doubles/eventstoredb/server.ts";
import { facility } from "../../../test/end-to-end/samples.ts";
import { databaseUntil } from "../../../test/postgres.ts";
import { record } from "../../../test/records.ts";
import { openAccounts } from "../accounts/accounts.ts";
import { passwordFits } from "../accounts/passwords.ts";
import { createUniqueNames, lastIds } from "../handling/unique-names.ts";
import { type ExportOptions, exportLog, type LogEngines } from "./export-log.ts";
import { checkLog, importLog, LogNotEmpty } from "./import-log.ts";
import { BadLine } from "./lines.ts";
import { catchUpNames } from "./names-of-log.ts";

const source = await startCommandService();
const post = (path: string, body: unknown) => source.send("POST", path, { body, as: "admin" });
const place = { zone: "z", municipality: "m", area: "a", type: "t", latitude: 60, longitude: 10 };
const stationNamed = (name: string) => ({ name, ...place });
const CITATION = "Ada Lovelace, 12 Lane";
let renamed: number;
let lines: string[];

beforeAll(async () => {
  await post("/api/provider/facilities/add", facility("ICOS-1", { name: "Jülich" }));
  await post("/api/provider/metadata/add", [
    record("one"),
    record("two"),
    record("three", { usage_information: { citation: CITATION } }),
  ]);
  renamed = idOf(await post("/api/provider/stations/add", stationNamed("Alnabru")));
  const gone = idOf(await post("/api/provider/stations/add", stationNamed("Gone")));
  await source.send("POST", "/api/provider/stations/update", {
    body: { id: renamed, ...stationNamed("Manglerud") },
    as: "admin",
  });
  await source.send("DELETE", `/api/provider/stations/${gone}`, { as: "admin" });
  const series = { station: renamed, component: "PM10", unit: "µg/m³", timestep: 3600 };
  await post("/api/provider/timeseries/add", series);
  await post("/api/provider/metadata/delete", ["two"]);
  await post("/api/provider/facilities/add", facility("F2"));
  await source.send("DELETE", "/api/provider/facilities/F2", { as: "admin" });
  await source.addAccount("bo", "fmi", ["facility_admin"]);
  lines = await exported(source);
});

async function exported(engines: LogEngines, options: ExportOptions = {}): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const piece of exportLog(engines, options)) pieces.push(piece);
  return Buffer.concat(pieces).toString().split("\n").slice(0, -1);
}

async function emptySystem(): Promise<LogEngines> {
  const database = await databaseUntil(onTestFinished);
  const eventStore = await openPostgresEventStore(database);
  onTestFinished(() => eventStore.close());
  return { database, eventStore };
}

/** The lines in pieces that end anywhere. */
const pieces = (some: readonly string[], size = 1_000): Readable => {
  const bytes = Buffer.from(some.map((line) => `${line}\n`).join(""));
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
};
const unchanged = { isChanged: false, actor: "operator:anna" };
const changed = { ...unchanged, isChanged: true };

test("an imported log is equal line by line, in a log of another id", async () => {
  const target = await emptySystem();
  const { events, accounts } = await importLog(pieces(lines, 97), target, unchanged);
  expect({ events, accounts }).toEqual({ events: lines.length - 5, accounts: 2 });
  expect(await exported(target)).toEqual(lines);
  expect(target.eventStore.logId).not.toBe(source.eventStore.logId);
});

test("uploads are found in an imported log, whichever version of their events it holds", async () => {
  const stream = observationsStream(1, "2024-02");
  const recorded = [1, 2, 3].map((version, revision) => {
    const path = new URL(`../../../test/recorded-events/ObservationsIngested.${version}.json`, import.meta.url);
    const { data, meta, currentMeta = meta, ...event } = JSON.parse(readFileSync(path, "utf8"));
    return { id: randomUUID(), stream, revision, ...event, data: Buffer.from(JSON.stringify(data)), meta, currentMeta };
  });
  const [from, to] = [await emptySystem(), await emptySystem()];
  await from.eventStore.importEvents(recorded.map(({ currentMeta: _, current: __, ...event }) => event));
  const before = await exported(from);
  await importLog(pieces(before), to, unchanged);
  expect(await exported(to)).toEqual(before);
  const parts: unknown[] = [];
  for await (const event of to.eventStore.read(stream)) parts.push(readMeta(event).uploadPart);
  expect(parts).toEqual(recorded.map(({ currentMeta }) => currentMeta.uploadPart));
  const broken = before.map((line) => line.replace('"lastLine":1', '"lastLine":"1"'));
  await expect(checkLog(pieces(broken), true)).rejects.toThrow(/Line 3 .*lastLine/s);
});

test("a log moves to EventStoreDB and back", async () => {
  const server = await EventStoreDouble.start();
  onTestFinished(() => server.goDown());
  const eventStore = await openEventStoreDb({ url: server.url });
  onTestFinished(() => eventStore.close());
  const [there, back] = [{ ...(await emptySystem()), eventStore }, await emptySystem()];
  await importLog(pieces(lines), there, unchanged);
  const moved = await exported(there);
  await importLog(pieces(moved), back, unchanged);
  expect([moved, await exported(back)]).toEqual([lines, lines]);
});

test("a database that was restored from before the log's last events gets their names and gives no id again", async () => {
  const server = await EventStoreDouble.start();
  onTestFinished(() => server.goDown());
  const eventStore = await openEventStoreDb({ url: server.url });
  onTestFinished(() => eventStore.close());
  await importLog(pieces(lines), { ...(await emptySystem()), eventStore }, unchanged);
  const { database } = await emptySystem();
  await openAccounts(database);
  const names = createUniqueNames(database);
  const engines = { database, eventStore };
  await catchUpNames(engines, names);
  const found = await names.find("station", ["alnabru", "manglerud", "gone"]);
  expect([...found]).toEqual([["manglerud", renamed]]);
  expect(await names.next("station", 1)).toEqual([renamed + 2]);

  const station = { id: 40, ...stationNamed("Later") };
  const meta = {
    time: "2026-01-01T00:00:00.000Z",
    actor: "a",
    provider: "p",
    correlationId: "c",
    traceparent: `00-${"4b".repeat(16)}-${"0f".repeat(8)}-01`,
  };
  const data = Buffer.from(JSON.stringify({ station }));
  const event = { id: randomUUID(), type: "StationAdded", schemaVersion: 1, data, meta };
  await eventStore.append([{ stream: stationStream(40), expected: "no-stream", events: [event] }]);
  await names.release("station", renamed);
  await catchUpNames(engines, names);
  expect([...(await names.find("station", ["manglerud", "later"]))]).toEqual([["later", 40]]);
  expect(await names.next("station", 1)).toEqual([41]);
});

test("accounts keep their passwords, names their owners, and ids go on", async () => {
  const target = await startCommandService();
  await importLog(pieces(lines), target, unchanged);
  const { database } = target;
  const bo = await (await openAccounts(database)).find("bo");
  expect(bo).toMatchObject({ provider: "fmi", roles: ["facility_admin"], disabled: false });
  expect(await passwordFits(bo?.passwordHash ?? "", "correct horse battery")).toBe(true);
  const add = (name: string) =>
    target.send("POST", "/api/provider/stations/add", { body: stationNamed(name), as: "admin" });
  expect(await add("manglerud")).toMatchObject({ status: 409, json: { id: renamed } });
  expect(await lastIds(database)).toEqual(await lastIds(source.database));
  expect(idOf(await add("Alnabru"))).toBe(renamed + 2);
  expect(idOf(await add("Gone"))).toBe(renamed + 3);
});

test("an import that was interrupted goes on where it was", async () => {
  const target = await emptySystem();
  await expect(importLog(pieces(lines.slice(0, 4)), target, unchanged)).rejects.toThrow(BadLine);
  await importLog(pieces(lines), target, unchanged);
  await importLog(pieces(lines), target, unchanged);
  expect(await exported(target)).toEqual(lines);
});

test("no system starts on a partly imported log, and a repeated import of a whole one stops no start", async () => {
  const target = await emptySystem();
  const cutOff = () => expect(importLog(pieces(lines.slice(0, -1)), target, unchanged)).rejects.toThrow(BadLine);
  const start = (log = target.eventStore.logId) => refuseHalfImported(target.database, log);
  await cutOff();
  await expect(start()).rejects.toThrow(/npm run import/);
  await start("another log");
  await importLog(pieces(lines), target, unchanged);
  await start();
  await cutOff();
  await start();
});

test("tokens that had ended stay ended: accounts keep the generation of their tokens", async () => {
  const [from, to] = [await emptySystem(), await emptySystem()];
  const [before, after] = [await openAccounts(from.database), await openAccounts(to.database)];
  const bo = { name: "bo", provider: "fmi", roles: [] } as const;
  await before.add(bo, "correct horse battery");
  await before.setPassword("bo", "another horse battery");
  await before.disable("bo");
  await before.enable("bo");
  const moved = await exported(from);
  await importLog(pieces(moved), to, unchanged);
  expect(await after.find("bo")).toMatchObject({ generation: 2 });
  expect(await exported(to)).toEqual(moved);

  const other = await emptySystem();
  const others = await openAccounts(other.database);
  await others.add({ ...bo, provider: "other" }, "correct horse battery");
  for (let count = 0; count < 3; count++) await others.disable("bo");
  await importLog(pieces(moved), other, unchanged);
  expect(await others.find("bo")).toMatchObject({ provider: "fmi", disabled: false, generation: 4 });
});

test("exports of releases that did not count generations are imported", async () => {
  const target = await emptySystem();
  const old = lines.map((line) => line.replace(/"token_generation":\d+,/, ""));
  await importLog(pieces(old), target, changed);
  expect(await (await openAccounts(target.database)).find("bo")).toMatchObject({ generation: 0 });
});

test("tokens that ended since an earlier import end where the log is imported again", async () => {
  const [from, to] = [await emptySystem(), await emptySystem()];
  const [before, after] = [await openAccounts(from.database), await openAccounts(to.database)];
  await before.add({ name: "bo", provider: "fmi", roles: [] }, "correct horse battery");
  await importLog(pieces(await exported(from)), to, unchanged);
  await before.setPassword("bo", "another horse battery");
  await importLog(pieces(await exported(from)), to, unchanged);
  expect(await after.find("bo")).toMatchObject({ generation: 1 });
});

test("an account whose password hash was edited away is refused", async () => {
  const target = await emptySystem();
  const edited = lines.map((line) => line.replace(/"password_hash":"[^"]*"/, '"password_hash":"removed"'));
  await expect(importLog(pieces(edited), target, changed)).rejects.toThrow(/must be an Argon2 hash of a password/);
});

test("a generation of tokens that later changes would soon exceed is refused", async () => {
  const target = await emptySystem();
  const most = lines.map((line) => line.replace(/"token_generation":\d+,/, `"token_generation":${2 ** 31 - 1},`));
  await expect(importLog(pieces(most), target, changed)).rejects.toThrow(/is not that of an exported log/);
});

test("a log that is imported again leaves accounts as they are now", async () => {
  const target = await emptySystem();
  const accounts = await openAccounts(target.database);
  await accounts.add({ name: "bo", provider: "other", roles: [] }, "correct horse battery");
  await importLog(pieces(lines), target, unchanged);
  expect(await accounts.find("bo")).toMatchObject({ provider: "fmi" });
  await accounts.disable("bo");
  await importLog(pieces(lines), target, unchanged);
  expect(await accounts.find("bo")).toMatchObject({ provider: "fmi", disabled: true });
});

test("an earlier export does not change the system that it came from", async () => {
  const target = await startCommandService();
  await importLog(pieces(lines), target, unchanged);
  const { database, eventStore } = target;
  const accounts = await openAccounts(database);
  await accounts.disable("bo");
  const later = stationNamed("later");
  const added = await target.send("POST", "/api/provider/stations/add", { body: later, as: "admin" });
  expect(added.status).toBe(200);
  const state = async () => [
    await database.query("select * from measurement_keys order by kind, key"),
    await accounts.all(),
  ];
  const [before, head] = [await state(), await eventStore.head()];
  await expect(importLog(pieces(lines), target, unchanged)).rejects.toThrow(LogNotEmpty);
  expect(await state()).toEqual(before);
  expect(await eventStore.head()).toBe(head);
});

test("a log with other events takes none", async () => {
  const target = await emptySystem();
  await importLog(pieces(lines), target, unchanged);
  const before = await exported(target);
  await expect(importLog(pieces(lines.toSpliced(0, 1)), target, changed)).rejects.toThrow(LogNotEmpty);
  await expect(importLog(pieces(lines.toSpliced(-6, 1)), target, changed)).rejects.toThrow(LogNotEmpty);
  expect(await exported(target)).toEqual(before);
});

test("an export can end at a time", async () => {
  const middle = JSON.parse(lines[3] ?? "");
  const until = new Date(middle.time);
  const some = await exported(source, { until });
  const later = lines.findIndex((line) => new Date(JSON.parse(line).time) > until);
  expect(some.slice(0, later)).toEqual(lines.slice(0, later));
  expect(JSON.parse(some.at(-1) ?? "").count).toBe(some.length - 1);
  expect(some.filter((line) => "event_id" in JSON.parse(line))).toHaveLength(later);
});

test.each<[string, (lines: readonly string[]) => readonly string[], RegExp]>([
  ["a log that is cut off", (all) => all.slice(0, -1), /cut off/],
  ["a line that is missing", (all) => all.toSpliced(1, 1), /counts \d+ lines; there are \d+/],
  ["a line that was edited", (all) => all.map((line) => line.replace("Jülich", "Julich")), /--changed/],
  ["lines in another order", (all) => [all[1] ?? "", all[0] ?? "", ...all.slice(2)], /SHA-256/],
  ["an account before an event", (all) => [all.at(-4) ?? "", ...all], /Line 2 is out of order/],
  ["a line that is not JSON", (all) => ["{", ...all], /Line 1 .*not JSON/],
  ["a line of another kind", (all) => ['{"kind":"view"}', ...all], /Line 1 is not that of an exported log/],
  [
    "a newer version",
    (all) => all.map((line) => line.replace('"schema_version":1', '"schema_version":99')),
    /version 99 of/,
  ],
  ["a line after the last", (all) => [...all, all.at(-1) ?? ""], /follows the closing line/],
])("%s is refused before anything is stored", async (_, edit, reason) => {
  await expect(checkLog(pieces(edit(lines)), false)).rejects.toThrow(BadLine);
  await expect(checkLog(pieces(edit(lines)), false)).rejects.toThrow(reason);
});

test("content that was removed from an edited log is gone, and the hashes are new", async () => {
  const target = await startCommandService();
  const edited = lines.map((line) => line.replace(CITATION, "cite it"));
  expect(edited).not.toEqual(lines);
  await importLog(pieces(edited), target, changed);
  const after = await exported(target);
  expect(after.join("\n")).not.toContain(CITATION);
  const ids = (all: readonly string[]) => all.map((line) => JSON.parse(line).event_id);
  expect(ids(after)).toEqual(ids(lines));
  const before = target.eventStore.head();
  const again = await target.send("POST", "/api/provider/metadata/add", { body: [record("three")], as: "admin" });
  expect(again.status).toBe(200);
  expect(await target.eventStore.head()).toBe(await before);
  expect(await target.events(metadataStream("three"))).toHaveLength(1);
});

test.each([
  [
    "no record any more",
    (text: string) => text.replace('"title":"Ozone at Jülich"', '"title":7'),
    /record\/identification\/title/,
  ],
  ["those of another stream", (text: string) => text.replace('"pid":"one"', '"pid":"four"'), /belong to metadata-four/],
])("edited data that are %s are refused", async (_, edit, reason) => {
  const edited = lines.map((line) => (line.includes(metadataStream("one")) ? edit(line) : line));
  await expect(checkLog(pieces(edited), true)).rejects.toThrow(reason);
  await expect(importLog(pieces(edited), await emptySystem(), changed)).rejects.toThrow(reason);
});

const eventLine = (type: string) => lines.findIndex((line) => JSON.parse(line).type === type);
test.each<[string, () => readonly string[], RegExp]>([
  [
    "an event that is missing before another of its stream",
    () => lines.toSpliced(eventLine("StationAdded"), 1),
    /revision 1 of station-\d+, where 0 is next/,
  ],
  [
    "a revision twice",
    () => {
      const again = (lines[eventLine("FacilityAdded")] ?? "").replace(
        /"event_id":"[^"]*"/,
        `"event_id":"${randomUUID()}"`,
      );
      return lines.toSpliced(eventLine("FacilityAdded"), 0, again);
    },
    /revision 0 of facility-ICOS-1, where 1 is next/,
  ],
  ["a role that is not known", () => lines.map((line) => line.replace("facility_admin", "king")), /role that this/],
  ["an unknown sequence", () => lines.map((line) => line.replace("station_ids", "ids")), /no sequence ids/],
])("%s is refused in an edited log before anything is stored", async (_, edit, reason) => {
  await expect(checkLog(pieces(edit()), true)).rejects.toThrow(BadLine);
  await expect(checkLog(pieces(edit()), true)).rejects.toThrow(reason);
});

test("two stations of one name are refused in an edited log, unless one was renamed or deleted", async () => {
  const added = eventLine("StationAdded");
  const renaming = eventLine("StationUpdated");
  const edited = lines.map((line) => line.replace("Manglerud", "Gone"));
  await checkLog(pieces(edited), true);
  const deleting = eventLine("StationDeleted");
  const twice = edited.toSpliced(deleting, 1);
  const reason = new RegExp(`Lines ${added + 2} and ${renaming + 1} give two resources the name`);
  await expect(checkLog(pieces(twice), true)).rejects.toThrow(reason);
  await expect(importLog(pieces(twice), await emptySystem(), changed)).rejects.toThrow(reason);
});

test("accounts that were renamed need not be in order, but each has a name of its own", async () => {
  const target = await emptySystem();
  const renamed = (name: string) => lines.map((line) => line.replace('"name":"admin"', `"name":"${name}"`));
  await checkLog(pieces(renamed("zed")), true);
  await importLog(pieces(renamed("zed")), target, changed);
  expect((await (await openAccounts(target.database)).all()).map(({ name }) => name)).toEqual(["bo", "zed"]);
  await expect(checkLog(pieces(renamed("bo")), true)).rejects.toThrow(/second account of the name bo/);
  await expect(checkLog(pieces(renamed("zed")), false)).rejects.toThrow(/is out of order/);
});

test("lines that were not edited stay as they are", async () => {
  const target = await emptySystem();
  await importLog(pieces(lines), target, changed);
  expect(await exported(target)).toEqual(lines);
});

test("line ends in stored data become spaces", async () => {
  const { eventStore, database } = await emptySystem();
  const data = Buffer.from(`{\n"facility":\r\n${JSON.stringify(facility("ICOS-1"))}}`);
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "a", provider: "p", correlationId: "c" };
  const id = "00000000-0000-5000-8000-000000000001";
  const recorded = { id, type: "FacilityAdded", schemaVersion: 1, data, meta };
  await eventStore.importEvents([{ ...recorded, stream: facilityStream("ICOS-1"), revision: 0 }]);
  const [line = ""] = await exported({ eventStore, database });
  expect(
    readEvent({ type: "FacilityAdded", schemaVersion: 1, data: Buffer.from(JSON.stringify(JSON.parse(line).data)) }),
  ).toEqual(readEvent(recorded));
});
