import { afterAll, beforeAll, expect, test } from "vitest";
import { record } from "../end-to-end/samples.ts";
import { type MarkedSystem, markedSystemUntil } from "../search-process/marked-system.ts";

/**
 * A thread that has left two questions unanswered, one a second, gets no searches; the first question comes within a second.
 */
const LEFT_OUT_AFTER_MS = 3_000;
/** The thread is replaced when it has left eight questions unanswered. */
const REPLACED_AFTER_MS = 9_000;
/** Time for everything else. */
const ROOM_MS = 3_000;

let system: MarkedSystem;
beforeAll(async () => {
  system = await markedSystemUntil(afterAll, 500);
});

test("a worker that hangs delays no search and no wait, and is replaced", async () => {
  const { workers } = await system.searchHealth();
  const began = performance.now();
  let isOver = false;
  const hung = system.sendFatal("this thread hangs").finally(() => {
    isOver = true;
  });
  hung.catch(() => undefined);
  let added = 0;
  while (!isOver) {
    const asked = performance.now();
    const pid = `added-${added++}`;
    const answer = await system
      .as("provider")
      .post("/api/provider/metadata/add", [record(pid)], { headers: { Prefer: "wait=30" } });
    expect(answer.headers.get("Preference-Applied")).toBe("wait");
    expect((await system.reader.search({ query: { ids: { values: [pid] } } })).pids).toEqual([pid]);
    expect(performance.now() - asked).toBeLessThan(LEFT_OUT_AFTER_MS + ROOM_MS);
  }
  expect((await hung).json()).toMatchObject({ status: 503, code: "engine-unavailable" });
  expect(performance.now() - began).toBeLessThan(REPLACED_AFTER_MS + ROOM_MS);
  expect(added).toBeGreaterThan(2);
  await expect.poll(async () => (await system.searchHealth())["workers"], { timeout: 10_000 }).toBe(workers);
  expect(await system.metric("airlog_search_process_restarts")).toBe(0);
});
