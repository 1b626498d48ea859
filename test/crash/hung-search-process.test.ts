import { afterAll, beforeAll, expect, test } from "vitest";
import { records } from "../end-to-end/samples.ts";
import { type WholeSystem, wholeSystemUntil } from "../search-process/whole-system.ts";

/**
 * A process that has left two questions unanswered, one a second, gets no searches; `/health/ready` may be a second late.
 */
const LEFT_OUT_AFTER_MS = 4_000;
/** The process is replaced when it has left eight questions unanswered. */
const REPLACED_AFTER_MS = 9_000;
/** Time for everything else. */
const ROOM_MS = 5_000;
const RECORDS = 50;

let system: WholeSystem;
beforeAll(async () => {
  system = await wholeSystemUntil(afterAll, { AIRLOG_LOG_LEVEL: "info" });
  await system
    .as("provider")
    .post("/api/provider/metadata/add", records("kept", RECORDS), { headers: { Prefer: "wait=60" } });
});

const state = async () => {
  const { state, reason, workers } = await system.searchHealth();
  return { state, reason, workers };
};
const found = async () => (await system.reader.search({ size: RECORDS }).catch(() => undefined))?.pids.length;
const HUNG = { state: "down", reason: "the search process does not answer", workers: 0 };

test("a search process that hangs gets no searches until it goes on, as its health says", async () => {
  const { pid } = await system.searchHealth();
  await system.signalSearch("SIGSTOP");
  await expect.poll(state, { timeout: LEFT_OUT_AFTER_MS + ROOM_MS, interval: 100 }).toEqual(HUNG);
  const asked = performance.now();
  const refused = await system.reader.post("/api/metadata/search", { search: {} });
  expect(refused.json()).toMatchObject({ status: 503, code: "engine-unavailable" });
  expect(performance.now() - asked).toBeLessThan(1_000);
  expect((await system.reader.get("/api/metadata/record?pid=kept-00007")).status).toBe(200);
  process.kill(Number(pid), "SIGCONT");
  await expect.poll(found, { timeout: ROOM_MS }).toBe(RECORDS);
  await expect.poll(async () => (await state()).state, { timeout: ROOM_MS }).toBe("up");
  expect(await system.searchHealth()).toMatchObject({ pid, restarts: 0 });
});

test("a search process that keeps hanging is replaced", async () => {
  const { pid } = await system.searchHealth();
  const began = performance.now();
  await system.signalSearch("SIGSTOP");
  const underWay = system.reader.post("/api/metadata/search", { search: {} });
  await expect.poll(state, { timeout: LEFT_OUT_AFTER_MS + ROOM_MS, interval: 100 }).toEqual(HUNG);
  expect(system.logged("the search process does not answer")).toMatchObject({ level: 40 });
  expect((await underWay).json()).toMatchObject({ status: 503, code: "engine-unavailable" });
  expect(performance.now() - began).toBeLessThan(REPLACED_AFTER_MS + ROOM_MS);
  const ended = () => system.logged("the search process has ended and is started again");
  await expect.poll(ended, { interval: 20 }).toMatchObject({ level: 30, pid, signal: "SIGKILL", wasSilent: true });
  await expect.poll(found, { timeout: 30_000 }).toBe(RECORDS);
  await expect.poll(system.searchHealth, { timeout: ROOM_MS }).toMatchObject({ state: "up", restarts: 1 });
  expect(await system.searchHealth()).not.toHaveProperty("pid", pid);
});
