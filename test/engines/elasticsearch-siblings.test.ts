import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { catalogue } from "../../contracts/views/catalogue.ts";
import type { Database } from "../../platform/database/port.ts";
import { TableSource } from "../../platform/search/documents/table-source.ts";
import { Cluster } from "../../platform/search/elasticsearch/cluster.ts";
import { openSearchFollower, type SearchFollower } from "../../platform/search/elasticsearch/follower.ts";
import { catalogueMapping } from "../../platform/search/mapping.ts";
import { completeBuild, createBuild, moveCheckpoint, readCheckpoint } from "../../platform/views/registry.ts";
import { silent } from "../postgres.ts";
import { positionAt, writtenView } from "../written-view.ts";
import { describeWithEngine } from "./engine.ts";
import { indexContent } from "./index-content.ts";

const RECORDS = 50;
const first = catalogue;
const second = catalogue.build(2);

describeWithEngine("elasticsearch", "the index of another build of the same version", (url) => {
  let database: Database;
  let alias: string;
  /** The follower of the first build, which goes on. */
  let other: SearchFollower;
  beforeEach(async () => {
    const view = await writtenView(catalogue);
    database = view.database;
    alias = `engines_test_${randomBytes(6).toString("hex")}`;
    await view.create();
    await add(first, 1, RECORDS);
    other = await follow(first);
    await untilFollowed(other);
    await completeBuild(database, first);
    await createBuild(database, second, positionAt(0));
  });
  afterEach(async () => {
    const found = await fetch(`${url}/${alias}*`);
    for (const index of Object.keys(JSON.parse(await found.text())))
      await fetch(`${url}/${index}`, { method: "DELETE" });
  });

  const aliasOf = (build: typeof catalogue) => `${alias}_${build.generation}`;

  async function add(build: typeof catalogue, from: number, to: number): Promise<void> {
    const before = await readCheckpoint(database, build);
    await database.transaction(async (transaction) => {
      await transaction.query(`insert into ${build.tables.records}
          (pid, slug, document, change_seq, deleted, provider, revision, created, changed, sets)
        select 'r' || n, 'r' || n, '{"title":' || chr(10) || '"record ' || n || '"}', n, false, 'provider', 0,
          gen_random_uuid(), gen_random_uuid(), '[]'
        from generate_series(${from}, ${to}) n`);
      await moveCheckpoint(transaction, build, before, { ...before, position: positionAt(to), sequence: to });
    });
  }

  async function follow(build: typeof catalogue): Promise<SearchFollower> {
    const cluster = new Cluster({ nodes: [url] });
    const source = new TableSource(database, build);
    const options = { cluster, database, view: build, alias: aliasOf(build), source, mapping: catalogueMapping };
    const follower = await openSearchFollower({ ...options, log: silent });
    onTestFinished(async () => {
      await follower.close();
      await cluster.close();
    });
    return follower;
  }

  const untilFollowed = (follower: SearchFollower, sequence = RECORDS) =>
    vi.waitFor(() => expect(follower.state()).toMatchObject({ state: "following", sequence }), {
      ...{ timeout: 50_000, interval: 50 },
    });

  /** How many documents were written to the index of a build since it was made. */
  async function written(build: typeof catalogue): Promise<{ index_total: number; delete_total: number }> {
    const answer = await fetch(`${url}/${aliasOf(build)}/_stats/indexing`);
    const { _all } = (await answer.json()) as { _all: { primaries: { indexing: never } } };
    return _all.primaries.indexing;
  }

  test("is a clone in which no equal document is indexed again", async () => {
    const follower = await follow(second);
    // It waits until the table has all documents that the clone will have.
    await add(second, 1, 20);
    await add(second, 21, RECORDS);
    await untilFollowed(follower);
    expect(await written(second)).toMatchObject({ index_total: 0, delete_total: 0 });
    expect(await indexContent(url, aliasOf(second))).toEqual(await indexContent(url, aliasOf(first)));
    await add(second, RECORDS + 1, RECORDS + 1);
    await untilFollowed(follower, RECORDS + 1);
    expect(await written(second)).toMatchObject({ index_total: 1 });
  });

  test("gets the documents that differ, and loses those that the table does not have", async () => {
    await add(second, 1, RECORDS);
    await database.query(`
      update ${second.tables.records} set document = '{"title":"what the log says"}' where pid = 'r3';
      update ${second.tables.records} set deleted = true where pid = 'r4';
      delete from ${second.tables.records} where pid = 'r5'`);
    await untilFollowed(await follow(second));
    expect(await written(second)).toMatchObject({ index_total: 1, delete_total: 2 });
    const content = await indexContent(url, aliasOf(second));
    expect(content.size).toBe(RECORDS - 2);
    expect(content.get("r3")).toEqual({ version: 3, document: { title: "what the log says" } });
    expect([content.has("r4"), content.has("r5")]).toEqual([false, false]);
  });

  test("is filled from the beginning if the other one has later changes", async () => {
    await add(second, 1, RECORDS);
    await database.query(`
      delete from ${second.tables.records} where pid = 'r1';
      update ${second.tables.records} set change_seq = -change_seq;
      update ${second.tables.records} set change_seq = -change_seq - 1`);
    await untilFollowed(await follow(second));
    expect(await written(second)).toMatchObject({ index_total: RECORDS - 1, delete_total: 0 });
    expect((await indexContent(url, aliasOf(second))).get("r50")).toMatchObject({ version: 49 });
  });

  test("can be cloned by a process that is killed meanwhile: the other one takes changes again", async () => {
    const blocked = JSON.stringify({ "index.blocks.write": true });
    const headers = { "Content-Type": "application/json" };
    await fetch(`${url}/${aliasOf(first)}/_settings`, { method: "PUT", headers, body: blocked });
    await add(first, RECORDS + 1, RECORDS + 1);
    await untilFollowed(other, RECORDS + 1);
    expect((await indexContent(url, aliasOf(first))).size).toBe(RECORDS + 1);
  });
});
