import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { holdElsewhere } from "../../../test/leases.ts";
import { MemorySource } from "../../../test/memory-source.ts";
import { databaseUntil, silent } from "../../../test/postgres.ts";
import { endLeases } from "../../views/lease.ts";
import { catalogueMapping } from "../mapping.ts";
import { Cluster } from "./cluster.ts";
import { openSearchFollower, type SearchFollower } from "./follower.ts";

const database = await databaseUntil(afterAll);
const cluster = new Cluster({ nodes: ["http://127.0.0.1:1"] });
let follower: SearchFollower;
beforeAll(async () => {
  await database.query("create table documents (pid text)");
  const source = new MemorySource();
  const view = { name: "documents", version: 1, generation: 1, tables: { records: "documents" } };
  follower = await openSearchFollower({
    cluster,
    database,
    view,
    alias: view.name,
    source,
    mapping: catalogueMapping,
    log: silent,
  });
});
afterAll(async () => {
  await follower.close();
  await cluster.close();
});

test("a follower that failed is healthy, and has no lag, only while another one feeds the index", async () => {
  const patiently = { timeout: 10_000, interval: 20 };
  await vi.waitFor(() => expect(follower.state()).toMatchObject({ state: "failing" }), patiently);
  await holdElsewhere(database, "documents-elasticsearch");
  await vi.waitFor(() => expect(follower.state()).toEqual({ state: "waiting" }), patiently);
  expect(await follower.lag()).toBeUndefined();
  await endLeases(database);
  await vi.waitFor(() => expect(follower.state()).toMatchObject({ state: "failing" }), patiently);
  expect(await follower.lag()).toMatchObject({ changes: 0 });
});
