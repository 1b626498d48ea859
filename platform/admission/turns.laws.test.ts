import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client, Permit } from "./places.ts";
import { Turns } from "./turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = {
  running: 4,
  runningPerClient: 2,
  runningPerGroup: 3,
  waiting: 6,
  waitingPerClient: 3,
  timeoutMs: 1_000,
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ by: fc.constantFrom<Client>("a", "b", ["x", "1"], ["x", "2"], ["y", "1"]) }) },
  { weight: 2, arbitrary: fc.record({ release: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ abort: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ passMs: fc.integer({ min: 1, max: 700 }) }) },
);

class Caller {
  readonly client: Client;
  readonly #controller = new AbortController();
  state: "waiting" | "running" | "ended" = "waiting";
  wasAborted = false;
  #permit: Permit | undefined;

  constructor(client: Client, turns: Turns) {
    this.client = client;
    void turns.acquire(client, this.#controller.signal).then((permit) => {
      this.#permit = permit;
      this.state = permit ? "running" : "ended";
    });
  }

  abort(): void {
    this.wasAborted ||= this.state === "waiting";
    this.#controller.abort();
  }

  release(): void {
    if (this.state !== "running") return;
    this.state = "ended";
    this.#permit?.[Symbol.dispose]();
  }
}

test("limits hold; no place stays free while someone waits; who leaves gets none; all end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
      const turns = new Turns(limits);
      const callers: Caller[] = [];
      const running = (nameOf: (client: Client) => unknown, name: unknown): number =>
        callers.filter(({ state, client }) => state === "running" && nameOf(client) === name).length;
      const groupOf = (client: Client) => (typeof client === "string" ? undefined : client[0]);
      const hasRoom = (client: Client): boolean =>
        running(() => "all", "all") < limits.running &&
        running(String, String(client)) < limits.runningPerClient &&
        (groupOf(client) === undefined || running(groupOf, groupOf(client)) < limits.runningPerGroup);
      for (const each of steps) {
        if ("by" in each) callers.push(new Caller(each.by, turns));
        else if ("release" in each) callers[each.release]?.release();
        else if ("abort" in each) callers[each.abort]?.abort();
        await vi.advanceTimersByTimeAsync("passMs" in each ? each.passMs : 0);
        const waiting = callers.filter(({ state }) => state === "waiting");
        expect(turns.counts).toEqual({ running: running(() => "all", "all"), waiting: waiting.length });
        expect(waiting.length).toBeLessThanOrEqual(limits.waiting);
        expect(turns.counts.running).toBeLessThanOrEqual(limits.running);
        for (const { client, wasAborted, state } of callers) {
          expect(running(String, String(client))).toBeLessThanOrEqual(limits.runningPerClient);
          if (groupOf(client)) expect(running(groupOf, groupOf(client))).toBeLessThanOrEqual(limits.runningPerGroup);
          if (state === "waiting") expect(hasRoom(client)).toBe(false);
          if (wasAborted) expect(state).toBe("ended");
        }
      }
      for (const caller of callers) caller.abort();
      await vi.advanceTimersByTimeAsync(0);
      for (const caller of callers) caller.release();
      expect(turns.counts).toEqual({ running: 0, waiting: 0 });
    }),
  );
});
