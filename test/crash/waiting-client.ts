import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { type Random, seeded } from "../../cli/demo/random.ts";
import type { Answer } from "../end-to-end/client.ts";
import { record } from "../end-to-end/samples.ts";
import type { System } from "../end-to-end/system.ts";

const Found = z.object({
  response: z.object({
    hits: z.object({
      hits: z.array(
        z.object({ _id: z.string(), _source: z.object({ identification: z.object({ title: z.string() }) }) }),
      ),
    }),
  }),
});

/** Answers of searches while the engine does not run, or does not show enough yet. */
const REFUSALS: readonly unknown[] = ["engine-unavailable", "not-yet-visible"];
const PATIENCE_MS = 30_000;

/**
 * Writes records of its own and searches for each write: after one with `Prefer: wait` at once, after others with
 * `Min-Event-Position`. A search may be refused for a time; the first answer must show the write.
 */
export class WaitingClient {
  /** Titles of the records that stand, by PID. */
  readonly standing = new Map<string, string>();
  readonly #system: System;
  readonly #name: string;
  readonly #random: Random;
  #made = 0;
  #stopping = false;
  #working: Promise<void> = Promise.resolve();
  /** Position of the last write. */
  position: string | undefined;

  constructor(system: System, name: string, seed: number) {
    this.#system = system;
    this.#name = name;
    this.#random = seeded(seed);
  }

  begin(): void {
    this.#stopping = false;
    this.#working = this.#work();
    // `stop` rethrows it.
    this.#working.catch(() => undefined);
  }

  /** Stops once the last write was found. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      const waits = this.#random.chance(0.5);
      const pids = this.#random.chance(0.2) ? await this.#delete(waits) : await this.#add(waits);
      await this.#expectFound(pids, waits ? undefined : this.position);
    }
  }

  async #add(waits: boolean): Promise<readonly string[]> {
    const fresh = Array.from({ length: this.#random.between(1, 150) }, () => `${this.#name}-${this.#made++}`);
    const pids = [...fresh, ...this.#random.some([...this.standing.keys()], 10)];
    const titles = new Map(pids.map((pid) => [pid, `title ${this.#made++}`]));
    const records = [...titles].map(([pid, title]) =>
      record(pid, { identification: { identifier: { pid, pid_type: "other PID" }, title, abstract: "ä".repeat(500) } }),
    );
    await this.#write("/api/provider/metadata/add", records, 200, waits);
    for (const [pid, title] of titles) this.standing.set(pid, title);
    return pids;
  }

  async #delete(waits: boolean): Promise<readonly string[]> {
    const pids = this.#random.some([...this.standing.keys()], 20);
    await this.#write("/api/provider/metadata/delete", pids, 204, waits);
    for (const pid of pids) this.standing.delete(pid);
    return pids;
  }

  async #write(path: string, body: unknown, accepted: number, waits: boolean): Promise<void> {
    const headers = waits ? { Prefer: "wait=60" } : {};
    const answer = await this.#system.as("provider").post(path, body, { headers });
    expect(answer.status, answer.text).toBe(accepted);
    expect(answer.headers.get("Preference-Applied")).toBe(waits ? "wait" : null);
    this.position = answer.position;
  }

  async #expectFound(pids: readonly string[], after: string | undefined): Promise<void> {
    const search = { size: 10_000, _source: ["identification.title"], query: { ids: { values: pids } } };
    const answer = await this.#search(search, after);
    const { hits } = Found.parse(answer.json()).response.hits;
    const found = hits.map(({ _id, _source }) => [_id, _source.identification.title]).sort();
    const expected = pids.flatMap((pid) => (this.standing.has(pid) ? [[pid, this.standing.get(pid)]] : [])).sort();
    expect(found, `${after ?? "Prefer: wait"}`).toEqual(expected);
  }

  /** The first answer that is no refusal. */
  async #search(search: object, after: string | undefined): Promise<Answer> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.#system.reader.post("/api/metadata/search", { search }, { after });
      if (answer.status === 200) return answer;
      expect(answer.status, answer.text).toBe(503);
      expect(REFUSALS).toContain(answer.json()["code"]);
      if (performance.now() > deadline) throw new Error(`no answer in ${PATIENCE_MS} ms: ${answer.text}`);
      await sleep(20);
    }
  }
}
