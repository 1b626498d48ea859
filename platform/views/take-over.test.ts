import { afterEach, beforeEach, expect, test } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { type FreshDatabase, freshDatabase } from "../../test/postgres.ts";
import type { Database, Queryable } from "../database/port.ts";
import { TableSource } from "../search/documents/table-source.ts";
import { takeOverViews } from "./take-over.ts";

const RECORDS = 2_500;
const SENT = '{"identifier":"ä","name":"sent"}';
const REGISTERED = '{"name":"of the registry 😀"}';
const served = (number: number) => `{"é": 1,"facility":${number % 2 ? SENT : REGISTERED},"n":${number}}`;

let fresh: FreshDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = await fresh.open();
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
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

async function expectTakenOver(): Promise<void> {
  const pids = Array.from({ length: RECORDS }, (_, number) => `r${String(number).padStart(5, "0")}`);
  const documents = await new TableSource(database, catalogue).documents(pids);
  expect(documents.map(String)).toEqual(pids.map((_, number) => served(number)));
  const sent = `select count(*)::int as count from ${catalogue.tables.records} where document like '%"name":"sent"%'`;
  expect(await database.query(sent)).toEqual([{ count: RECORDS }]);
}

test("many processes at once take tables over, slice by slice", async () => {
  const processes = await Promise.all(Array.from({ length: 6 }, () => fresh.open()));
  await Promise.all(processes.map(takeOverViews));
  await Promise.all(processes.map((each) => each.close()));
  await expectTakenOver();
});

test("what was interrupted is completed by the next start", async () => {
  let transactions = 0;
  const interrupted: Database = {
    ...database,
    query: (statement) => database.query(statement),
    transaction: <Result>(work: (transaction: Queryable) => Promise<Result>) => {
      transactions += 1;
      if (transactions > 2) throw new Error("killed");
      return database.transaction(work);
    },
  };
  await expect(takeOverViews(interrupted)).rejects.toThrow("killed");
  await takeOverViews(database);
  await expectTakenOver();
});
