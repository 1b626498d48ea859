import { mkdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { EngineMissing } from "./engines.ts";
import { type BenchResult, machine, processorTime, save, stolenBetween, table } from "./harness.ts";

/** `npm run bench -- [name…]`: each benchmark beside its limit, as a table on stdout and as JSON in `bench/results/`. */

const benchmarks: Readonly<Record<string, () => Promise<{ run: () => Promise<BenchResult> }>>> = {
  append: () => import("./append.ts"),
  bulk: () => import("./bulk.ts"),
  search: () => import("./search.ts"),
  facilities: () => import("./facilities.ts"),
  measurements: () => import("./measurements.ts"),
  "measurements-large": () => import("./measurements-large.ts"),
  uploads: () => import("./uploads.ts"),
  "elasticsearch-bulk": () => import("./elasticsearch-bulk.ts"),
  "elasticsearch-search": () => import("./elasticsearch-search.ts"),
  relay: () => import("./relay.ts"),
  uv: () => import("./uv/routes.ts"),
  "uv-model": () => import("./uv/model.ts"),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
if (names.includes("--help") || unknown.length > 0) {
  if (!names.includes("--help")) process.stderr.write(`unknown: ${unknown.join(", ")}\n`);
  process.stderr.write(`usage: npm run bench -- [${Object.keys(benchmarks).join(" | ")}]…\n`);
  process.exit(names.includes("--help") ? 0 : 2);
}

const results = pathToFileURL(`${process.cwd()}/bench/results/`);
await mkdir(results, { recursive: true });
process.stderr.write(`${machine()}\n`);
let skipped = false;
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  process.stderr.write(`${name} …\n`);
  const benchmark = await benchmarks[name]?.();
  if (!benchmark) continue;
  const before = processorTime();
  const result = await benchmark.run().catch((error: unknown) => {
    if (!(error instanceof EngineMissing)) throw error;
    process.stderr.write(`${name} is left out: ${error.message}\n`);
  });
  skipped ||= !result;
  if (!result) continue;
  const stolen = stolenBetween(before, processorTime());
  await save(result, stolen, results);
  process.stdout.write(`${table(result)}\nProcessor time that the host gave to others meanwhile: ${stolen}\n\n`);
}
process.exit(skipped ? 1 : 0);
