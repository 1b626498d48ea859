import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../platform/database/port.ts";
import { followApplied } from "../../platform/search/elasticsearch/applied.ts";
import { sendChanges } from "../../platform/search/elasticsearch/bulk.ts";
import { Cluster } from "../../platform/search/elasticsearch/cluster.ts";
import { ElasticsearchSearch } from "../../platform/search/elasticsearch/engine.ts";
import { openSearchFollower, type SearchFollower } from "../../platform/search/elasticsearch/follower.ts";
import { catalogueMapping } from "../../platform/search/mapping.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";
import { Wire } from "../wire.ts";
import { Documents } from "./documents.ts";
import { describeWithEngine } from "./engine.ts";
import { awkwardDocuments, unnameableDocuments } from "./odd-documents.ts";

describeWithEngine("elasticsearch", "an index that follows a table of documents", (url) => {
  const never = new AbortController().signal;
  let fresh: FreshDatabase;
  let database: Database;
  let cluster: Cluster;
  let documents: Documents;
  const followers: SearchFollower[] = [];

  beforeAll(async () => {
    fresh = await freshDatabase();
    database = await fresh.open();
    cluster = new Cluster({ nodes: [url] });
  });
  afterAll(async () => {
    await cluster.close();
    await database.close();
    await fresh.drop();
  });
  beforeEach(async () => {
    documents = await Documents.create(database);
  });
  afterEach(async () => {
    await Promise.all(followers.splice(0).map((follower) => follower.close()));
    for (const index of Object.keys(await get(`/${documents.name}*`))) await call("DELETE", `/${index}`);
  });

  async function call(method: string, path: string, body?: string): Promise<{ status: number; value: Json }> {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, value: JSON.parse(await response.text()) };
  }
  const get = async (path: string): Promise<Json> => (await call("GET", path)).value;

  async function follow(through = cluster, mapping = catalogueMapping): Promise<SearchFollower> {
    const { view, name: alias, source } = documents;
    const options = { cluster: through, database, view, alias, source, mapping, log: silent };
    const follower = await openSearchFollower(options);
    followers.push(follower);
    return follower;
  }

  /** Resolves when everything in the table can be found. */
  async function caughtUp(follower: SearchFollower): Promise<void> {
    const position = String(documents.sequence).padStart(12, "0");
    await vi.waitFor(
      () => expect(follower.state()).toEqual({ state: "following", sequence: documents.sequence, position }),
      {
        timeout: 30_000,
        interval: 20,
      },
    );
  }

  async function found(query: object = { match_all: {} }): Promise<string[]> {
    const body = JSON.stringify({ query, size: 1_000, _source: false });
    const { value } = await call("POST", `/${documents.name}/_search`, body);
    return value.hits.hits.map((hit: { _id: string }) => hit._id).sort();
  }

  test("documents that are added, changed and deleted are found, changed and gone", async () => {
    await documents.put({ a: record("first"), b: record("second"), c: record("third") });
    const follower = await follow();
    await caughtUp(follower);
    expect(await found()).toEqual(["a", "b", "c"]);
    await documents.put({ b: record("changed") });
    await documents.delete("c");
    await caughtUp(follower);
    expect(await found()).toEqual(["a", "b"]);
    expect(await found({ match: { "identification.title": "changed" } })).toEqual(["b"]);
    expect(await found({ match: { "identification.title": "second" } })).toEqual([]);
  });

  test("an index gets a replica by itself as soon as there is a node to hold it", async () => {
    await documents.put({ a: record("one") });
    await caughtUp(await follow());
    const [index] = Object.values(await get(`/${documents.name}/_settings`));
    expect(index).toMatchObject({ settings: { index: { auto_expand_replicas: "0-1" } } });
    const health = await get(`/_cluster/health/${documents.name}?wait_for_status=green&timeout=30s`);
    expect(health.status).toBe("green");
  });

  test("readers see the progress of the index once its documents can be found", async () => {
    const told: string[] = [];
    const applied = await followApplied(database, documents.view, ({ position }) => told.push(position));
    expect(applied.applied()).toBeUndefined();
    const follower = await follow();
    await documents.put({ a: record("one") });
    await caughtUp(follower);
    await vi.waitFor(() => expect(applied.applied()).toEqual({ position: "000000000001", sequence: 1 }), 20_000);
    expect(await found()).toEqual(["a"]);
    expect(told.at(-1)).toBe("000000000001");
    await applied.close();
  });

  test("the index of an empty table is complete", async () => {
    await database.query({
      text: "update views set position = '000000000000' where name = $1",
      values: [documents.name],
    });
    await caughtUp(await follow());
    expect(await found()).toEqual([]);
  });

  test("documents with line feeds between their members are indexed", async () => {
    await documents.put({ a: '{\n  "identification": {\r\n "title": "over\\nlines"\n}\n}\n' });
    await caughtUp(await follow());
    expect(await found({ match_phrase: { "identification.title": "over lines" } })).toEqual(["a"]);
  });

  test("a late write of a document that was deleted meanwhile changes nothing", async () => {
    await documents.put({ a: record("old") });
    const [old] = await documents.source.changes(0, 1);
    const follower = await follow();
    await caughtUp(follower);
    await documents.delete("a");
    await caughtUp(follower);
    const options = { alias: `${documents.name}-feed`, mapping: catalogueMapping, signal: never, onReduced: () => {} };
    await sendChanges(cluster, old ? [old, old] : [], options);
    await call("POST", `/${documents.name}/_refresh`);
    expect(await found()).toEqual([]);
  });

  test("a write to an alias that is gone makes no index of that name", async () => {
    await documents.put({ a: record("lost") });
    const changes = await documents.source.changes(0, 1);
    const alias = `${documents.name}-gone`;
    const options = { alias, mapping: catalogueMapping, signal: never, onReduced: () => {} };
    await expect(sendChanges(cluster, changes, options)).rejects.toThrow("leads to no index");
    expect((await call("GET", `/${alias}`)).status).toBe(404);
  });

  test("an index that was deleted by hand is filled again", async () => {
    await documents.put({ a: record("one"), b: record("two") });
    const follower = await follow();
    await caughtUp(follower);
    await documents.delete("b");
    await caughtUp(follower);
    const [index] = Object.keys(await get(`/${documents.name}`));
    await call("DELETE", `/${index}`);
    await vi.waitFor(async () => expect(await get(`/${documents.name}`)).not.toHaveProperty("error"), {
      timeout: 20_000,
      interval: 100,
    });
    await caughtUp(follower);
    expect(Object.keys(await get(`/${documents.name}`))).not.toContain(index);
    expect(await found()).toEqual(["a"]);
  });

  test.each([
    ["that is searched", ""],
    ["that is written", "-feed"],
  ])("an alias %s that was taken away by hand comes back, over a new index", async (_, end) => {
    await documents.put({ a: record("one") });
    const follower = await follow();
    await caughtUp(follower);
    const alias = documents.name + end;
    const [index] = Object.keys(await get(`/${alias}`));
    await call("DELETE", `/${index}/_alias/${alias}`);
    await documents.put({ b: record("two") });
    await vi.waitFor(async () => expect(await get(`/${alias}`)).not.toHaveProperty("error"), {
      timeout: 20_000,
      interval: 100,
    });
    await caughtUp(follower);
    expect(await found()).toEqual(["a", "b"]);
    expect(Object.keys(await get(`/${documents.name}*`))).toHaveLength(1);
  });

  test("another mapping fills a new index, and until then the old one is searched", async () => {
    await documents.put({ a: record("one") });
    const first = await follow();
    await caughtUp(first);
    await first.close();
    const [old] = Object.keys(await get(`/${documents.name}`));
    const { identification: _, ...properties } = catalogueMapping.properties;
    const second = await follow(cluster, { ...catalogueMapping, properties });
    expect(await found()).toEqual(["a"]);
    await caughtUp(second);
    expect(Object.keys(await get(`/${documents.name}`))).not.toContain(old);
    expect(Object.keys(await get(`/${documents.name}*`))).toHaveLength(1);
    expect(await found()).toEqual(["a"]);
    expect(await found({ match: { "identification.title": "one" } })).toEqual([]);
  });

  test("another index under the old one's name is not mistaken for it", async () => {
    await documents.put({ a: record("one") });
    const first = await follow();
    await caughtUp(first);
    await first.close();
    const [index] = Object.keys(await get(`/${documents.name}`));
    await call("DELETE", `/${index}`);
    const aliases = { [documents.name]: {}, [`${documents.name}-feed`]: {} };
    await call("PUT", `/${index}`, JSON.stringify({ aliases }));
    await caughtUp(await follow());
    expect(Object.keys(await get(`/${documents.name}`))).not.toContain(index);
    expect(await found()).toEqual(["a"]);
  });

  test("a table that was made anew fills a new index, and until then the old one is searched", async () => {
    await documents.put({ a: record("one"), b: record("two") });
    const first = await follow();
    await caughtUp(first);
    await first.close();
    await database.query(`alter table ${documents.name} rename to ${documents.name}_old`);
    await documents.makeTable();
    await documents.put({ c: record("three") });
    await caughtUp(await follow());
    expect(await found()).toEqual(["c"]);
    expect(Object.keys(await get(`/${documents.name}*`))).toHaveLength(1);
  });

  test("documents that the engine lost are sent again by the next follower, deletions too", async () => {
    await documents.put({ a: record("one"), b: record("two") });
    await documents.delete("b");
    const first = await follow();
    await caughtUp(first);
    await first.close();
    const [index] = Object.keys(await get(`/${documents.name}`));
    // The engine forgets the deletion, and then the old write comes.
    await call("PUT", `/${index}/_settings`, '{"index.gc_deletes":"0s"}');
    await vi.waitFor(
      async () => {
        // The engine reads a clock that is up to 200 ms old, and forgets deletions when it refreshes.
        await call("POST", `/${index}/_refresh`);
        await call("PUT", `/${index}/_doc/b?version=2&version_type=external`, record("two"));
        await call("POST", `/${index}/_refresh`);
        expect(await found()).toEqual(["a", "b"]);
      },
      { timeout: 5_000, interval: 100 },
    );
    await follow();
    await vi.waitFor(
      async () => {
        await call("POST", `/${index}/_refresh`);
        expect(await found()).toEqual(["a"]);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  test("one of two followers works, and the other takes over", async () => {
    await documents.put({ a: record("one") });
    const first = await follow();
    await caughtUp(first);
    const second = await follow();
    await sleep(200);
    expect(second.state()).toEqual({ state: "waiting" });
    expect(await second.lag()).toBeUndefined();
    await first.close();
    await documents.put({ b: record("two") });
    await caughtUp(second);
    expect(await found()).toEqual(["a", "b"]);
  });

  test("an unreachable engine is reported, and its index catches up when it is back", async () => {
    const wire = await Wire.to(url);
    const through = new Cluster({ nodes: [wire.url] });
    await documents.put({ a: record("one") });
    const follower = await follow(through);
    await caughtUp(follower);
    wire.cut();
    await documents.put({ b: record("two") });
    await vi.waitFor(() => expect(follower.state()).toMatchObject({ state: "failing", reason: /can't be used/ }), {
      timeout: 10_000,
    });
    await documents.delete("a");
    wire.mend();
    await caughtUp(follower);
    expect(await found()).toEqual(["b"]);
    await follower.close();
    await through.close();
    await wire.close();
  });

  test("the lag of the index behind its table is known even while the engine is away", async () => {
    const wire = await Wire.to(url);
    const through = new Cluster({ nodes: [wire.url] });
    await documents.put({ a: record("one") });
    const follower = await follow(through);
    await caughtUp(follower);
    expect(await follower.lag()).toEqual({ changes: 0, seconds: 0 });
    wire.cut();
    await documents.put({ b: record("two"), c: record("three") });
    const behind = await follower.lag();
    expect(behind).toMatchObject({ changes: 2 });
    await vi.waitFor(async () => expect((await follower.lag())?.seconds).toBeGreaterThan(behind?.seconds ?? 0), 20_000);
    wire.mend();
    await caughtUp(follower);
    expect(await follower.lag()).toEqual({ changes: 0, seconds: 0 });
    await follower.close();
    await through.close();
    await wire.close();
  });

  test("connections that break at any moment lose and double nothing", async () => {
    const wire = await Wire.to(url);
    const through = new Cluster({ nodes: [wire.url] });
    const follower = await follow(through);
    for (let round = 0; round < 12; round++) {
      const batch = Array.from({ length: 200 }, (_, n) => [`pid-${(round * 67 + n) % 500}`, record(`round ${round}`)]);
      await documents.put(Object.fromEntries(batch));
      await documents.delete(`pid-${round * 3}`, `pid-${round * 7 + 1}`);
      await sleep(round * 7);
      wire.cut();
      wire.mend();
    }
    await caughtUp(follower);
    const rows = await database.query<{ pid: string; document: string }>(
      `select pid, document from ${documents.name} where not deleted order by pid`,
    );
    const { value } = await call("POST", `/${documents.name}/_search`, '{"size":1000}');
    const hits = value.hits.hits.map((hit: { _id: string; _source: unknown }) => [hit._id, hit._source]);
    expect(new Map(hits)).toEqual(new Map(rows.map(({ pid, document }) => [pid, JSON.parse(document)])));
    await follower.close();
    await through.close();
    await wire.close();
  });

  test("thousands of documents are read in pieces", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => [`pid-${n}`, record(`number ${n} ${"x".repeat(2_000)}`)]);
    await documents.put(Object.fromEntries(many));
    await caughtUp(await follow());
    expect((await get(`/${documents.name}/_count`)).count).toBe(5_000);
  });

  test("a record is indexed as it is, whatever it holds", async () => {
    await documents.put(Object.fromEntries(awkwardDocuments));
    await caughtUp(await follow());
    const { value } = await call("POST", `/${documents.name}/_search`, '{"size":1000}');
    const sources = new Map(value.hits.hits.map((hit: { _id: string; _source: unknown }) => [hit._id, hit._source]));
    for (const [pid, document] of awkwardDocuments) expect(sources.get(pid), pid).toEqual(JSON.parse(document));
    const text = { match: { "variables.extra_metadata.insitu.note": "searchable" } };
    expect(await found(text)).toEqual(["text where others have objects"]);
    expect(await found({ exists: { field: "unknown.member" } })).toEqual([]);
  });

  test("members whose names the engine refuses don't keep a record from being found", async () => {
    await documents.put(Object.fromEntries(unnameableDocuments));
    await caughtUp(await follow());
    const titled = { term: { "identification.title.keyword": "odd names" } };
    expect(await found(titled)).toEqual(unnameableDocuments.map(([pid]) => pid).sort());
    expect(await found({ match: { "variables.extra_metadata.kept": "yes" } })).toEqual(["blank names of one's own"]);
  });

  test("names below extra_metadata are bounded in number", async () => {
    const names = (from: number) => Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`name ${from + n}`, n]));
    await documents.put({
      a: JSON.stringify({ facility: { extra_metadata: names(0) } }),
      b: JSON.stringify({ facility: { extra_metadata: names(800) } }),
    });
    await documents.put({
      c: JSON.stringify({ variables: [{ extra_metadata: names(5_000) }], product_type: "model" }),
    });
    await caughtUp(await follow());
    expect(await found()).toEqual(["a", "b", "c"]);
    expect(await found({ term: { "product_type.keyword": "model" } })).toEqual(["c"]);
    const mapping = JSON.stringify(await get(`/${documents.name}/_mapping`));
    const made = mapping.match(/"name \d+":/g)?.length ?? 0;
    expect(made).toBeGreaterThan(800);
    expect(made).toBeLessThanOrEqual(1_100);
  });

  test("readers get 503 while the index is made, and answers after", async () => {
    const engine = new ElasticsearchSearch({ cluster, alias: documents.name });
    const search = () => engine.search({ body: Buffer.from("{}"), signal: never });
    await expect(search()).rejects.toMatchObject({
      name: "SearchUnavailable",
      message: "the search index is being built",
    });
    await documents.put({ a: record("one") });
    await caughtUp(await follow());
    await expect(search()).resolves.toBeDefined();
  });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape, looked into by the tests that know it.
type Json = any;

function record(title: string): string {
  return JSON.stringify({ identification: { title } });
}
