import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";

/** One figure beside its limit. Values are per round, in `unit`. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly product: readonly number[];
  /** The bound of the figure, measured in the same run; absent if the goal is a fixed number. */
  readonly limit?: readonly number[];
  /** The goal for the median of `product / limit` or of the product's own value. A row without a goal only informs. */
  readonly goal?: { readonly of: "ratio" | "value"; readonly at: "least" | "most"; readonly value: number };
  readonly note?: string;
}

export interface BenchResult {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Parts that were not measured, and why. */
  readonly leftOut?: readonly string[];
}

/** How often each figure is measured. A comparison with another version does this in separate processes. */
export const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

/** The share of the usual sizes and times that is measured. Below 1 it only shows whether a benchmark runs. */
export const SCALE = Number(process.env["BENCH_SCALE"] ?? 1);

/** The scaled number of records, requests or milliseconds, at least one. */
export const scaled = (usual: number): number => Math.ceil(usual * SCALE);

/** Folder of results in the checkout. */
export const RESULTS = SCALE === 1 ? "bench/results" : "bench/results/scaled";

/** Runs limit and product alternately, so that disturbances of the machine affect both. */
export async function alternate(
  limit: () => Promise<number>,
  product: () => Promise<number>,
  rounds = ROUNDS,
): Promise<{ limit: number[]; product: number[] }> {
  const values: { limit: number[]; product: number[] } = { limit: [], product: [] };
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0;
    if (first) values.limit.push(await limit());
    values.product.push(await product());
    if (!first) values.limit.push(await limit());
  }
  return values;
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value at `share` (0.99 for p99) of the sorted values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The median and spread of a row, and whether its goal is met, if it has one. */
export function verdict(row: Row): { text: string; met: boolean | undefined } {
  const compared = isRatio(row)
    ? row.product.map((value, round) => value / (row.limit?.[round] ?? Number.NaN))
    : row.product;
  const middle = median(compared);
  const { goal } = row;
  const met = goal && (goal.at === "least" ? middle >= goal.value : middle <= goal.value);
  return { text: spread(compared), met };
}

const isRatio = ({ goal, limit }: Row): boolean => (goal ? goal.of === "ratio" : limit !== undefined);

const spread = (values: readonly number[]): string =>
  `${short(median(values))} (${short(Math.min(...values))}–${short(Math.max(...values))})`;

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** The result as a Markdown table. */
export function table({ name, rows }: BenchResult): string {
  const lines = rows.map((row) => {
    const { text, met } = verdict(row);
    const limit = row.limit ? spread(row.limit) : "–";
    const ratio = isRatio(row) ? text : "–";
    const sign = met === undefined ? "–" : met ? "yes" : "no";
    return `| ${row.name} | ${row.unit} | ${limit} | ${goalText(row)} | ${spread(row.product)} | ${ratio} | ${sign} | ${row.note ?? ""} |`;
  });
  return [
    `### ${name}`,
    "",
    "| figure | unit | limit | goal | now, median (min–max) | ratio | met | notes |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}

function goalText({ goal, unit }: Row): string {
  if (!goal) return "–";
  return `${goal.at === "least" ? "≥" : "≤"} ${goal.value}${goal.of === "ratio" ? "" : ` ${unit}`}`.trim();
}

export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`;
}

/** Processor time since the machine's start, and how much of it the host gave to other machines, both in ticks. */
export interface ProcessorTime {
  readonly all: number;
  readonly stolen: number;
}

/** Undefined on systems other than Linux. */
export function processorTime(): ProcessorTime | undefined {
  try {
    const [, ...ticks] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.trim().split(/\s+/) ?? [];
    // User, nice, system, idle, waiting, interrupts, soft interrupts, stolen; the user's ticks include a guest's.
    const times = ticks.slice(0, 8).map(Number);
    return { all: times.reduce((sum, each) => sum + each, 0), stolen: times[7] ?? 0 };
  } catch {
    return undefined;
  }
}

/**
 * The share of processor time that the host gave to other machines meanwhile. A large share makes a measurement worthless.
 */
export function stolenBetween(before: ProcessorTime | undefined, after: ProcessorTime | undefined): string {
  if (!before || !after) return "unknown";
  return `${((100 * (after.stolen - before.stolen)) / (after.all - before.all)).toFixed(1)} %`;
}

export async function save(result: BenchResult, stolen: string, folder: URL): Promise<void> {
  const document = { machine: machine(), measured: new Date().toISOString(), stolen, ...result };
  await writeFile(new URL(`${result.name}.json`, folder), `${JSON.stringify(document, null, 1)}\n`);
}
