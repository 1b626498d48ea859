import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { compareWith } from "./against.ts";
import { benchmarks } from "./benchmarks.ts";
import { EngineMissing } from "./engines.ts";
import { type BenchResult, machine, processorTime, RESULTS, save, stolenBetween, table } from "./harness.ts";

const usage = `usage: npm run bench -- [NAME…] [--against COMMIT]

Measures each benchmark named, or all, beside what bounds it: a table on stdout, JSON in bench/results/.
BENCH_ROUNDS=1 measures every figure once instead of several times; BENCH_RECORDS=10000 makes the catalogues that are
searched a tenth as large. BENCH_SCALE=0.1 makes everything a tenth as large and as long, which only shows whether it runs:
its JSON goes to bench/results/scaled/.

  --against COMMIT  builds that commit aside, measures both versions alternately for seven rounds (BENCH_ROUNDS) and compares them.
                    A figure is worse when the median of the ratios of each round is below 0.9 and their upper
                    quartile below 1.

Names: ${[...benchmarks.keys()].join(", ")}

Exit: 0 done, 1 a figure is worse, a benchmark failed or it or a part of it lacks its engine, 2 wrong use.
`;

process.exit(await main(process.argv.slice(2)));

async function main(args: string[]): Promise<number> {
  const refuse = (message: string) => {
    process.stderr.write(`${message}\n\n${usage}`);
    return 2;
  };
  let parsed: { help?: boolean; against?: string; names: string[] };
  try {
    const options = { help: { type: "boolean", short: "h" }, against: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    parsed = { ...values, names: positionals };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (parsed.help) {
    process.stdout.write(usage);
    return 0;
  }
  const unknown = parsed.names.filter((name) => !benchmarks.has(name));
  if (unknown.length > 0) return refuse(`no such benchmark: ${unknown.join(", ")}`);
  const names = parsed.names.length > 0 ? parsed.names : [...benchmarks.keys()];
  process.stderr.write(`${machine()}\n`);
  if (parsed.against !== undefined) return (await compareWith(parsed.against, names)) ? 0 : 1;
  return (await measureAll(names)) ? 0 : 1;
}

/** Whether no benchmark was left out. */
async function measureAll(names: readonly string[]): Promise<boolean> {
  const results = pathToFileURL(`${resolve(RESULTS)}/`);
  await mkdir(results, { recursive: true });
  let isComplete = true;
  for (const name of names) {
    process.stderr.write(`${name} …\n`);
    const before = processorTime();
    const result = await resultOf(name);
    isComplete &&= result !== undefined && !result.leftOut?.length;
    if (!result) continue;
    const stolen = stolenBetween(before, processorTime());
    await save(result, stolen, results);
    process.stdout.write(`${table(result)}\nProcessor time that the host gave to others meanwhile: ${stolen}\n\n`);
    for (const part of result.leftOut ?? []) process.stderr.write(`${name} lacks a part. ${part}\n`);
  }
  return isComplete;
}

/** Undefined where the benchmark's engine is missing. */
async function resultOf(name: string): Promise<BenchResult | undefined> {
  const benchmark = await benchmarks.get(name)?.();
  try {
    return await benchmark?.run();
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    process.stderr.write(`${name} is left out: ${error.message}\n`);
    return undefined;
  }
}
