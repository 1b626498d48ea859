import { expect, onTestFinished, test, vi } from "vitest";
import { WorkerPool } from "../../../platform/worker-pool.ts";
import { silent } from "../../../test/postgres.ts";
import { ForecastPool } from "./pool.ts";

const uncut = () => expect.unreachable("nothing is cut");

test("clients take turns: many requests of one client for a thousand places delay another client's by the jobs under way", async () => {
  const begun = vi.spyOn(WorkerPool.prototype, "ask");
  onTestFinished(() => begun.mockRestore());
  const fair = new ForecastPool(silent);
  onTestFinished(() => fair.close());
  const { signal } = new AbortController();
  const jobAt = (latitude: number) => ({
    ...{ today: Date.parse("2026-06-21"), grid: undefined },
    locations: Float64Array.from([latitude, 10]),
  });
  const [many, other] = [jobAt(60), jobAt(50)];
  const asked = await Promise.all(Array.from({ length: 60 }, () => fair.admit("192.0.2.1", uncut)));
  const jobs = asked.flatMap((request) => Array.from({ length: 4 }, () => request.run(many, signal)));
  expect(fair.waiting).toBe(238);
  jobs.push((await fair.admit("198.51.100.1", uncut)).run(other, signal));
  await Promise.all(jobs);
  expect(begun.mock.calls.findIndex(([job]) => job === other)).toBeLessThanOrEqual(3);
  expect(begun).toHaveBeenCalledTimes(241);
});

test("one client has a bounded number of requests open, and others come in beside it", async () => {
  const bounded = new ForecastPool(silent);
  const asked = await Promise.all(Array.from({ length: 64 }, () => bounded.admit("192.0.2.1", uncut)));
  await expect(bounded.admit("192.0.2.1", uncut)).rejects.toMatchObject({ code: "busy" });
  (await bounded.admit("192.0.2.2", uncut))[Symbol.dispose]();
  asked[0]?.[Symbol.dispose]();
  (await bounded.admit("192.0.2.1", uncut))[Symbol.dispose]();
});

/** Requests of a client whose readers do not take the second piece of their answers; `cut` is called for each that is cut. */
async function pausedRequests(pool: ForecastPool, client: string, count: number) {
  const cut = vi.fn();
  const piece = Buffer.from("[");
  async function* pieces() {
    yield piece;
    yield piece;
  }
  const opened = [];
  for (let request = 0; request < count; request++) {
    const asked = await pool.admit(client, cut);
    await asked.watched(pieces()).next();
    opened.push(asked);
  }
  return { opened, cut };
}

const CLIENTS = ["192.0.2.1", "192.0.2.2", "198.51.100.1", "198.51.100.2"];

test("when the maximum of requests is open, one whose reader pauses is cut for another client's", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pool = new ForecastPool(silent);
  const cuts = [];
  for (const client of CLIENTS) {
    cuts.push((await pausedRequests(pool, client, 64)).cut);
    vi.advanceTimersByTime(400);
  }
  await expect(pool.admit("203.0.113.1", uncut)).rejects.toMatchObject({ code: "busy" });
  vi.advanceTimersByTime(401);
  using _ = await pool.admit("203.0.113.1", uncut);
  expect(cuts.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0]);
});

test("when a network has its maximum of requests open, one of its own is cut, and a client's own share stays", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pool = new ForecastPool(silent);
  const elsewhere = await pausedRequests(pool, "198.51.100.1", 2);
  const near = [await pausedRequests(pool, "192.0.2.1", 64), await pausedRequests(pool, "192.0.2.2", 64)];
  vi.advanceTimersByTime(2_001);
  using _ = await pool.admit("192.0.2.3", uncut);
  expect(near.map(({ cut: { mock } }) => mock.calls.length)).toEqual([1, 0]);
  await expect(pool.admit("192.0.2.2", uncut)).rejects.toMatchObject({ code: "busy" });
  expect(elsewhere.cut).not.toHaveBeenCalled();
});

test("a request that was cut makes room once, also when it ends", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const pool = new ForecastPool(silent);
  const opened = (await Promise.all(CLIENTS.map((client) => pausedRequests(pool, client, 64)))).flatMap(
    ({ opened }) => opened,
  );
  vi.advanceTimersByTime(2_001);
  using _ = await pool.admit("203.0.113.1", uncut);
  for (const asked of opened) asked[Symbol.dispose]();
  expect(pool.open).toBe(1);
});
