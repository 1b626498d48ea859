import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type MarkedSystem, markedSystemUntil } from "./marked-system.ts";
import { slowSearch } from "./slow-search.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const RECORDS = 500;
const INTERRUPTED = { status: 503, code: "engine-unavailable" };

let system: MarkedSystem;
beforeAll(async () => {
  system = await markedSystemUntil(afterAll, RECORDS);
});

async function expectAllFound(): Promise<void> {
  expect((await system.reader.search({ size: 0, track_total_hits: true })).total).toBe(RECORDS);
}

async function expectReplaced(workers: unknown): Promise<void> {
  await expect.poll(async () => (await system.searchHealth())["workers"]).toBe(workers);
  expect(await system.metric("airlog_search_process_restarts")).toBe(0);
}

test("a worker that ends in the middle of a search costs that search alone, and is replaced", async () => {
  const { workers } = await system.searchHealth();
  const other = system.reader.post("/api/metadata/search", { search: slowSearch("another") });
  const interrupted = await system.sendFatal("this thread ends");
  expect(interrupted.json()).toMatchObject(INTERRUPTED);
  expect(interrupted.headers.get("Retry-After")).toMatch(/^\d+$/);
  for (let round = 0; round < 20; round++) await expectAllFound();
  expect((await other).status).toBe(200);
  await expectReplaced(workers);
  await expectAllFound();
  // The log comes through a pipe.
  await expect
    .poll(() => system.logged("a search worker was replaced"))
    .toMatchObject({
      ...{ reason: "it has ended", exitCode: expect.any(Number), restarts: 0 },
      ...{ uptimeMs: expect.any(Number), residentBytes: expect.any(Number) },
      searches: { running: expect.any(Number), waiting: expect.any(Number) },
    });
});

test("workers that replace others are replaced too", async () => {
  const { workers } = await system.searchHealth();
  for (let round = 0; round < 2 * Number(workers); round++) {
    expect((await system.sendFatal("this thread ends")).json()).toMatchObject(INTERRUPTED);
    await expectAllFound();
    await expectReplaced(workers);
  }
});
