import { setTimeout as delay } from "node:timers/promises";
import { Asker } from "./asker.ts";
import { fill, writeSteadily } from "./catalogue.ts";
import { type BenchResult, median, quantile, ROUNDS, type Row, SCALE, scaled } from "./harness.ts";
import { SEARCHES } from "./searches.ts";
import { MeasuredSystem } from "./system.ts";

/**
 * The searches, the start and the memory of the embedded engine with ten thousand, a hundred thousand and a million records.
 * With a hundred thousand, also its memory after ten minutes of 1,000 new records a second.
 */

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** The size at which records are also added. */
const WRITTEN_SIZE = 100_000;
const MINUTES_OF_WRITES = Number(process.env["BENCH_MINUTES"] ?? 10 * SCALE);
const GIB = 2 ** 30;
const MAX_LISTENING = 2;

interface Goals {
  readonly searchable?: number;
  readonly resident?: number;
}

const GOALS: Readonly<Record<number, Goals>> = {
  100000: { searchable: 5, resident: 1 },
  1000000: { searchable: 20, resident: 6 },
};

export async function run(): Promise<BenchResult> {
  const rows: Row[] = [];
  const p50s = new Map<string, number[]>();
  for (const size of SIZES) {
    const system = await MeasuredSystem.start();
    try {
      await fill(system, scaled(size));
      rows.push(...(await measured(system, size, p50s)));
    } finally {
      await system.close();
    }
  }
  const growth = SEARCHES.map(({ name }) => {
    const times = p50s.get(name) ?? [];
    return {
      name: `${name}: p50, a million to ten thousand`,
      unit: "",
      product: [(times.at(-1) ?? 0) / (times[0] ?? 0)],
    };
  });
  return { name: "search-scale", rows: [...rows, ...growth] };
}

async function measured(system: MeasuredSystem, size: number, p50s: Map<string, number[]>): Promise<Row[]> {
  const of = `${size.toLocaleString("en")} records`;
  const { searchable, resident } = GOALS[size] ?? {};
  const atMost = (value: number | undefined) =>
    value === undefined ? {} : { goal: { of: "value", at: "most", value } as const };
  const [listening, ready]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const start = await system.restart();
    listening.push(start.listening / 1000);
    ready.push(start.ready / 1000);
  }
  const rows: Row[] = [
    { name: `${of}: start until HTTP listens`, unit: "s", product: listening, ...atMost(MAX_LISTENING) },
    { name: `${of}: start until searchable`, unit: "s", product: ready, ...atMost(searchable) },
    { name: `${of}: resident after the start`, unit: "GiB", product: [(await system.peakResident()) / GIB] },
  ];
  const asker = new Asker(system.url, "/api/metadata/search", 0, (body) => `{"search":${body}}`);
  try {
    for (const search of SEARCHES) {
      await asker.rate(search, 1);
      const product: number[] = [];
      for (let round = 0; round < ROUNDS; round++) product.push(quantile(await asker.latencies(search), 0.5));
      rows.push({ name: `${of}: ${search.name}, p50`, unit: "ms", product });
      p50s.set(search.name, [...(p50s.get(search.name) ?? []), median(product)]);
    }
  } finally {
    asker.close();
  }
  if (size === WRITTEN_SIZE) {
    const writing = await writeSteadily(system, 0);
    await delay(MINUTES_OF_WRITES * 60_000);
    rows.push({ name: `${of}: records taken in`, unit: "records/s", product: [await writing.stop()] });
  }
  const peak = [(await system.peakResident()) / GIB];
  return [...rows, { name: `${of}: resident, highest`, unit: "GiB", product: peak, ...atMost(resident) }];
}
