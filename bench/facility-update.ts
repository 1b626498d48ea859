import { setTimeout as delay } from "node:timers/promises";
import { corpusFacilities, corpusRecord } from "./corpus.ts";
import { type BenchResult, ROUNDS, scaled } from "./harness.ts";
import { load, MeasuredSystem } from "./system.ts";

/** Renames a facility of 10,000 records: how long until all of them are found by the new name. */

const RECORDS = scaled(10_000);
const BATCH = 1000;
const POLL_INTERVAL_MS = 20;

export async function run(): Promise<BenchResult> {
  const [facility] = corpusFacilities;
  if (!facility) throw new Error("the corpus has no facilities");
  const system = await MeasuredSystem.start();
  const send = (action: "add" | "update", name: string) =>
    system.write(`/api/provider/facilities/${action}`, Buffer.from(JSON.stringify({ ...facility, name })));
  const found = async (name: string): Promise<number> => {
    const search = { size: 0, query: { term: { "facility.name.keyword": name } } };
    const { body } = await system.send("POST", "/api/metadata/search", JSON.stringify({ search }), {
      "Content-Type": "application/json",
    });
    return JSON.parse(body.toString()).response.hits.total.value;
  };
  try {
    await send("add", "a name");
    await load(2, RECORDS / BATCH, async (call) => {
      const records = Array.from({ length: BATCH }, (_, at) => ({ ...corpusRecord(call * BATCH + at), facility }));
      await system.write("/api/provider/metadata/add", Buffer.from(JSON.stringify(records)), { Prefer: "wait=60" });
    });
    const product: number[] = [];
    // The first change warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const begin = performance.now();
      const name = `name ${round}`;
      await send("update", name);
      while ((await found(name)) < RECORDS) await delay(POLL_INTERVAL_MS);
      if (round > 0) product.push(performance.now() - begin);
    }
    const name = `a new name of a facility of ${RECORDS.toLocaleString("en")} records, until searchable`;
    return { name: "facility-update", rows: [{ name, unit: "ms", product }] };
  } finally {
    await system.close();
  }
}
