import { pino } from "pino";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { READ_VERSIONS } from "../../contracts/events.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import type { Database } from "../database/port.ts";
import { StartFailure } from "../start-failure.ts";
import { finishUpgrade, upgradeStatus } from "./finish.ts";
import { registerProcess } from "./process-registry.ts";

const TYPE = "ObservationsIngested";
const NEWEST = READ_VERSIONS[TYPE];
const OLD = { ...READ_VERSIONS, [TYPE]: 1 };
let database: Database;

beforeEach(async () => {
  database = await databaseUntil(afterAll);
});

const register = (reads: Readonly<Record<string, number>> = READ_VERSIONS) =>
  registerProcess(database, { log: silent, release: "1.2.3", services: ["command"], reads });
const begunBefore = () => database.query("create table accounts (); insert into accounts default values");
const statusOf = async () => (await upgradeStatus(database)).versions.find(({ type }) => type === TYPE);

test("a new system writes the newest versions", async () => {
  const process = await register();
  expect(process.writtenVersions()).toEqual({ [TYPE]: NEWEST });
  await process.leave();
});

test("a system of an earlier release writes the versions that it reads, until the upgrade is finished", async () => {
  await begunBefore();
  const said: string[] = [];
  const log = pino({ base: null }, { write: (line) => void said.push(line) });
  const process = await registerProcess(database, { log, release: "1.2.3", services: ["command"] });
  expect(process.writtenVersions()).toEqual({});
  expect(said.map((line) => JSON.parse(line))).toMatchObject([{ events: [TYPE] }]);
  expect(await statusOf()).toEqual({ type: TYPE, written: 1, readable: NEWEST, newest: NEWEST });
  await finishUpgrade(database);
  await vi.waitFor(() => expect(process.writtenVersions()).toEqual({ [TYPE]: NEWEST }), { timeout: 5_000 });
  await process.leave();
}, 20_000);

test("a process that could not reach the database for a while is not overlooked", async () => {
  await begunBefore();
  const older = await register(OLD);
  await database.query("update processes set seen = now() - interval '20 seconds'");
  await finishUpgrade(database);
  expect(await statusOf()).toMatchObject({ written: 1, readable: 1 });
  await older.leave();
}, 20_000);

test("no version is written that a live process does not read", async () => {
  await begunBefore();
  const [older, newer] = [await register(OLD), await register()];
  await finishUpgrade(database);
  expect(await statusOf()).toMatchObject({ written: 1, readable: 1 });
  await older.leave();
  await finishUpgrade(database);
  expect(await statusOf()).toMatchObject({ written: NEWEST });
  await newer.leave();
}, 20_000);

test("a release that does not read the written versions is not started", async () => {
  await register().then((process) => process.leave());
  const start = register(OLD);
  await expect(start).rejects.toThrow(StartFailure);
  await expect(start).rejects.toThrow(`events ${TYPE} of version ${NEWEST}`);
});

test("running processes are listed, and ended ones are not", async () => {
  const process = await register();
  const listed = { release: "1.2.3", services: ["command"], reads: READ_VERSIONS };
  expect((await upgradeStatus(database)).processes).toMatchObject([listed]);
  await database.query("update processes set seen = now() - interval '20 seconds'");
  expect((await upgradeStatus(database)).processes).toEqual([]);
  // It ended before the clock was set back.
  await database.query("update processes set seen = now() + interval '1 day'");
  expect((await upgradeStatus(database)).processes).toEqual([]);
  await process.leave();
});
