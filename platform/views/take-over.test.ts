import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { declareView } from "../../contracts/views/declaration.ts";
import { joinedDocuments } from "../../test/joined-documents.ts";
import { anotherPool, databaseUntil, silent } from "../../test/postgres.ts";
import { migrate } from "../database/migrations.ts";
import type { Database, Queryable } from "../database/port.ts";
import { StartFailure } from "../start-failure.ts";
import { takeLease } from "./lease.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";
import { takeOverViews } from "./take-over.ts";

const RECORDS = 2_500;
const SENT = '{"identifier":"ä","name":"sent"}';
const REGISTERED = '{"name":"of the registry 😀"}';
const served = (number: number) => `{"é": 1,"facility":${number % 2 ? SENT : REGISTERED},"n":${number}}`;

/** The view of release 0.1.0 in the schema that it is taken over into. */
const catalogue = declareView({ name: "catalogue", version: 1, handles: [], tables: { records: "", facilities: "" } });

let database: Database;
beforeEach(async () => {
  database = await databaseUntil(onTestFinished);
  await migrate(database, VIEW_MIGRATIONS);
  await database.query(`
    create table catalogue_v1 (pid text collate "C" primary key, document text storage external not null,
      change_seq bigint not null unique, deleted boolean not null, facility text collate "C", facility_sent text,
      facility_start int, facility_length int, provider text not null, revision bigint not null);
    create index catalogue_v1_by_facility on catalogue_v1 (facility, pid) where not deleted;
    create table catalogue_v1_facilities (identifier text collate "C" primary key, document text not null)`);
  const documents = Array.from({ length: RECORDS }, (_, number) => served(number));
  await database.query({
    text: `insert into catalogue_v1
      select 'r' || lpad(n::text, 5, '0'), document, n, false, 'ä', $2, strpos(document, '"facility":') + 10,
        case when n % 2 = 1 then char_length($2) else char_length($3) end, 'clu', 0
      from unnest($1::text[]) with ordinality as sent (document, place), lateral (select place - 1 as n) as numbered`,
    values: [documents, SENT, REGISTERED],
  });
});

async function expectTakenOver(): Promise<void> {
  const pids = Array.from({ length: RECORDS }, (_, number) => `r${String(number).padStart(5, "0")}`);
  expect(await joinedDocuments(database, catalogue, pids)).toEqual(pids.map((_, number) => served(number)));
  const sent = `select count(*)::int as count from ${catalogue.tables.records} where document like '%"name":"sent"%'`;
  expect(await database.query(sent)).toEqual([{ count: RECORDS }]);
}

/** The database; `before` is called before each transaction with its number, from 1. */
function observed(before: (transaction: number) => Promise<void>): Database {
  let transactions = 0;
  return {
    ...database,
    transaction: async <Result>(work: (transaction: Queryable) => Promise<Result>) => {
      transactions += 1;
      await before(transactions);
      return database.transaction(work);
    },
  };
}
/** One that prepares the records, three that separate them, one that finds none left; then the final one. */
const FINAL_TRANSACTION = 6;

const view = { name: "catalogue", version: 1 };

test("many processes at once take tables over, slice by slice", async () => {
  const processes = await Promise.all(Array.from({ length: 6 }, () => anotherPool(database)));
  await Promise.all(processes.map((each) => takeOverViews(each, silent)));
  await Promise.all(processes.map((each) => each.close()));
  await expectTakenOver();
});

test("what was interrupted is completed by the next start", async () => {
  const interrupted = observed(async (transaction) => {
    if (transaction > 3) throw new Error("killed");
  });
  await expect(takeOverViews(interrupted, silent)).rejects.toThrow("killed");
  await takeOverViews(database, silent);
  await expectTakenOver();
});

test("nothing is taken over while a process of the old release holds a view's lease", async () => {
  const holder = randomUUID();
  await takeLease(database, view, holder, 60_000);
  const refused = takeOverViews(database, silent);
  await expect(refused).rejects.toThrow(StartFailure);
  await expect(refused).rejects.toThrow("stop every process of that release");
  const columns = "select 1 from information_schema.columns where column_name = 'facility_document'";
  expect(await database.query(columns)).toEqual([]);
  await database.query("delete from view_leases");
  await takeOverViews(database, silent);
  await expectTakenOver();
});

test("the lease of a killed process of the old release is waited for", async () => {
  await takeLease(database, view, randomUUID(), 3_000);
  await takeOverViews(database, silent);
  await expectTakenOver();
});

test("no process of the old release gets a lease between the steps; afterwards they are free", async () => {
  const taken: boolean[] = [];
  const watched = observed(async (transaction) => {
    if (transaction > 1) taken.push(await takeLease(database, view, randomUUID(), 1_000));
  });
  await takeOverViews(watched, silent);
  expect(taken).toEqual(Array(FINAL_TRANSACTION - 1).fill(false));
  expect(await database.query("select * from view_leases")).toEqual([]);
});

test("records that the old release changes after they were separated are separated again", async () => {
  const changing = observed(async (transaction) => {
    if (transaction !== FINAL_TRANSACTION) return;
    // As release 0.1.0 writes them: another record, the facility's next document, and a record without a facility.
    await database.query(`
      update catalogue_v1 set document = '{"facility":{"new":1},"é":2}', facility_sent = '{"sent":1}', facility_start = 12,
        facility_length = 9, change_seq = 10000 where pid = 'r00000';
      update catalogue_v1 set document = overlay(document placing '{"next":"ß"}' from facility_start + 1 for facility_length),
        facility_length = 12, change_seq = 10002 where pid = 'r00002';
      update catalogue_v1 set document = '{}', facility = null, facility_sent = null, facility_start = null,
        facility_length = null, change_seq = 10004 where pid = 'r00004'`);
  });
  await takeOverViews(changing, silent);
  const text = `select pid, document, facility_document from ${catalogue.tables.records}
    where change_seq >= 10000 order by pid`;
  expect(await database.query(text)).toEqual([
    { pid: "r00000", document: '{"facility":{"sent":1},"é":2}', facility_document: '{"new":1}' },
    { pid: "r00002", document: `{"é": 1,"facility":${SENT},"n":2}`, facility_document: '{"next":"ß"}' },
    { pid: "r00004", document: "{}", facility_document: null },
  ]);
});

test("a session that uses the tables is waited for, then named as the reason", async () => {
  const reading = (milliseconds: number) =>
    database.transaction(async (transaction) => {
      await transaction.query("select 1 from catalogue_v1 limit 1");
      await sleep(milliseconds);
    });
  const long = reading(9_000);
  const refused = takeOverViews(database, silent);
  await expect(refused).rejects.toThrow(StartFailure);
  await expect(refused).rejects.toThrow("another session uses them");
  await long;
  const short = reading(3_000);
  await takeOverViews(database, silent);
  await short;
  await expectTakenOver();
});

test("progress is logged every ten seconds, and the planner knows the tables afterwards", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: { msg: string; records?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await takeOverViews(
    observed(async () => void vi.advanceTimersByTime(4_000)),
    log,
  ).finally(() => vi.useRealTimers());
  expect(lines.map(({ msg, records }) => [msg, records])).toEqual([
    ["taking over the views of release 0.1.0", undefined],
    ["separating records from their facilities", RECORDS],
    ["the views of release 0.1.0 are taken over", undefined],
  ]);
  const text = "select 1 from pg_stats where schemaname = $1 and attname = 'facility_document'";
  expect(await database.query({ text, values: [catalogue.schema] })).toHaveLength(1);
});
