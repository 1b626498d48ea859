import { setTimeout as delay } from "node:timers/promises";
import { Asker, type Search } from "./asker.ts";
import { writeSteadily } from "./catalogue.ts";
import { median, quantile, ROUNDS, type Row, scaled } from "./harness.ts";
import { SEARCHES } from "./searches.ts";
import type { MeasuredSystem } from "./system.ts";

/** Milliseconds of one measurement. */
const SPAN = scaled(10_000);
/** Milliseconds after which writes are under way, or their segments are merged. */
const SETTLING = scaled(4_000);
const CONNECTIONS = [1, 4] as const;

/** All searches in turn. */
const MIXED: Search = {
  name: "all in turn",
  body: (call) => SEARCHES[call % SEARCHES.length]?.body(Math.floor(call / SEARCHES.length)) ?? {},
};

/** The p99 of searches while 1,000 records come in each second, alternating with the p99 without writes. */
export async function besideWrites(system: MeasuredSystem): Promise<Row[]> {
  const asker = new Asker(system.url, "/api/metadata/search", 0, (body) => `{"search":${body}}`);
  const idle = new Map<number, number[][]>(CONNECTIONS.map((connections) => [connections, []]));
  const busy = new Map<number, number[][]>(CONNECTIONS.map((connections) => [connections, []]));
  const measure = async (rounds: typeof idle) => {
    for (const connections of CONNECTIONS)
      rounds.get(connections)?.push(await asker.latencies(MIXED, SPAN, connections));
  };
  const kept: number[] = [];
  try {
    await asker.latencies(MIXED, SPAN);
    for (let round = 0; round < ROUNDS; round++) {
      await measure(idle);
      const writing = await writeSteadily(system, 0);
      await delay(SETTLING);
      await measure(busy);
      kept.push(await writing.stop());
      await delay(SETTLING);
    }
  } finally {
    asker.close();
  }
  const rows = CONNECTIONS.map((connections): Row => {
    const [without, beside] = [idle.get(connections) ?? [], busy.get(connections) ?? []];
    const p99 = (rounds: readonly number[][]) => rounds.map((taken) => quantile(taken, 0.99));
    return {
      name: `p99 of ${SEARCHES.length} searches in turn while 1,000 records/s come in, beside idle, ${connections} connection${connections === 1 ? "" : "s"}`,
      unit: "ms",
      limit: p99(without),
      product: p99(beside),
      goal: { of: "ratio", at: "most", value: 2 },
      note: `p50 ${median(without.flat()).toFixed(2)} and ${median(beside.flat()).toFixed(2)}`,
    };
  });
  return [...rows, { name: "records taken in beside these searches", unit: "records/s", product: kept }];
}
