import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type FollowedSearch, openFollowedSearch } from "../../../../test/followed-search.ts";
import { databaseUntil } from "../../../../test/postgres.ts";
import type { SourceHead } from "../../documents/source.ts";
import { TableSource } from "../../documents/table-source.ts";
import { feedFromTable } from "./feed.ts";

const database = await databaseUntil(afterAll);
let search: FollowedSearch;
let sequence = 0;
let applied: SourceHead[] = [];

const view = { name: "records", version: 1, generation: 1, tables: { records: "records" } };
const mapping = { properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } } } };

/** Changes documents as a view does: rows and the view's position in one transaction. */
async function write(documents: Record<string, string | null>): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const [pid, title] of Object.entries(documents)) {
      sequence++;
      await transaction.query({
        text: `insert into records values ($1, $2, $3, $4) on conflict (pid) do update
          set document = case when excluded.deleted then records.document else excluded.document end,
            change_seq = excluded.change_seq, deleted = excluded.deleted`,
        values: [pid, JSON.stringify({ title }), sequence, title === null],
      });
    }
    await transaction.query({
      text: "update view_builds set position = $1, sequence = $2",
      values: [`p${sequence}`, sequence],
    });
  });
  search?.wake();
}

const Found = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.object({ title: z.string() }) })) }) });

async function titles(body: object, engine = search): Promise<string[]> {
  const answer = await engine.search({ body: Buffer.from(JSON.stringify(body)), signal: new AbortController().signal });
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  const { hits } = Found.parse(JSON.parse(Buffer.concat(parts).toString()));
  return hits.hits.map((hit) => hit._source.title);
}

const caughtUp = () => expect.poll(() => search.applied()?.sequence, { timeout: 20_000, interval: 5 }).toBe(sequence);

beforeAll(async () => {
  await database.query(`
    create table records (pid text primary key, document text not null, change_seq bigint unique, deleted boolean,
      facility_document text);
    create table view_builds (name text, version int, generation int, position text, sequence bigint);
    insert into view_builds values ('records', 1, 1, 'start', 0)`);
  await write({ a: "radar", b: "lidar", c: "gone soon" });
  await write({ c: null });
  search = await openFollowedSearch({
    indexName: "records",
    mapping,
    dynamicFields: 0,
    documents: new TableSource(database, view),
    feed: feedFromTable(view, database.connection),
    onApplied: (head) => applied.push(head),
    pollIntervalMs: 60_000,
  });
});

afterAll(() => search?.close());

test("the index is complete when it is ready, and reports its state", async () => {
  expect(search.applied()).toEqual({ position: "p4", sequence: 4 });
  expect(await titles({ sort: ["title.keyword"] })).toEqual(["lidar", "radar"]);
});

test("written documents are found after a wake, and the position is reported", async () => {
  applied = [];
  await write({ d: "radar of another kind", a: "sonde", b: null });
  await caughtUp();
  expect(await titles({ sort: ["title.keyword"] })).toEqual(["radar of another kind", "sonde"]);
  expect(await titles({ query: { match: { title: "radar" } } })).toEqual(["radar of another kind"]);
  expect(applied.at(-1)).toEqual({ position: `p${sequence}`, sequence });
});

test("a position that moves without documents is reported too", async () => {
  await database.query("update view_builds set position = 'p999'");
  search.wake();
  await expect.poll(() => search.applied()?.position, { timeout: 20_000, interval: 5 }).toBe("p999");
});

test("a large table is indexed completely, whichever threads build it", async () => {
  const large = { name: "many", version: 1, generation: 1, tables: { records: "many_records" } };
  await database.query(`
    create table many_records as select 'm' || n as pid, '{"title":"number ' || n % 10 || '"}' as document,
      n * n::bigint as change_seq, false as deleted, null::text as facility_document from generate_series(1, 25000) n;
    create unique index on many_records (change_seq);
    insert into view_builds values ('many', 1, 1, 'p', 25000 * 25000)`);
  const parts = await new TableSource(database, large).parts(25_000 ** 2, 5_000, 10_000);
  expect(await new TableSource(database, large).parts(25_000 ** 2, 12_501, 30_000)).toEqual([]);
  expect(parts).toEqual([6_250 ** 2, 12_500 ** 2, 18_750 ** 2, 25_000 ** 2]);
  const engine = await openFollowedSearch({
    indexName: "many",
    mapping,
    dynamicFields: 0,
    documents: new TableSource(database, large),
    feed: feedFromTable(large, database.connection),
    pollIntervalMs: 60_000,
  });
  expect(engine.stats().documents).toBe(25_000);
  const counts = await titles({ query: { match: { title: "7" } }, size: 3 }, engine);
  expect(counts).toEqual(["number 7", "number 7", "number 7"]);
  await engine.close();
});

test("a lost connection is restored", async () => {
  await database
    .query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    )
    .catch(() => undefined);
  await write({ e: "after the loss" });
  await caughtUp();
  expect(await titles({ query: { match: { title: "loss" } } })).toEqual(["after the loss"]);
});
