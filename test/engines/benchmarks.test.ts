import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { benchmarks } from "../../bench/benchmarks.ts";
import type { BenchResult } from "../../bench/harness.ts";
import { browserUntil } from "../browser.ts";
import { describeWithEngine } from "./engine.ts";

/** Runs every benchmark once, at a tenth of its size: nothing else calls them between two measurements. */

const TIMEOUT_MS = 600_000;

/** Sizes of benchmarks that would still take minutes. */
const SMALLER: Readonly<Record<string, string>> = {
  "search-scale": "0.01",
  "measurements-large": "0.02",
  replay: "0.02",
  overload: "0.05",
  pages: "0.01",
};

/** Benchmarks that measure beside an engine or in a browser, some of them only in part. */
const BESIDE = {
  elasticsearch: ["bulk", "elasticsearch-bulk", "elasticsearch-search", "replay", "search-engines"],
  kafka: ["relay"],
  eventstoredb: ["eventstoredb"],
  browser: ["pages"],
} as const;

/** The output of a run of the program. */
async function bench(name: string, variables: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const env = { ...process.env, BENCH_ROUNDS: "1", BENCH_SCALE: "0.1", ...variables };
  return promisify(execFile)(process.execPath, ["dist/bench/run.js", name, ...options], { env });
}

async function measuresEverything(name: string, variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const file = `bench/results/scaled/${name}.json`;
  await rm(file, { force: true });
  await bench(name, { BENCH_SCALE: SMALLER[name] ?? "0.1", ...variables });
  const { rows, leftOut = [] }: BenchResult = JSON.parse(await readFile(file, "utf8"));
  expect(leftOut).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
  // Values that are not finite are null in JSON.
  for (const { name: figure, product, limit = [] } of rows)
    for (const value of [...product, ...limit]) expect(value, figure).toEqual(expect.any(Number));
}

describe("benchmarks", () => {
  const beside: readonly string[] = Object.values(BESIDE).flat();
  const names = [...benchmarks.keys()].filter((name) => !beside.includes(name));
  test.each(names)("%s measures every figure", { timeout: TIMEOUT_MS }, (name) => measuresEverything(name));

  test("a benchmark compares with a commit", { timeout: TIMEOUT_MS }, async () => {
    // It fails if a figure is worse, which means nothing for so short a run.
    const said: { stdout: string } = await bench("facilities", {}, "--against", "HEAD").catch((error) => error);
    expect(said.stdout).toContain("304 of the facilities");
  });
});

describeWithEngine("elasticsearch", "benchmarks beside Elasticsearch", (url) => {
  test.each(BESIDE.elasticsearch)("%s measures every figure", { timeout: TIMEOUT_MS }, (name) =>
    measuresEverything(name, { ELASTICSEARCH_URL: url }),
  );
});

describeWithEngine("kafka", "benchmarks beside Kafka", (brokers) => {
  test.each(BESIDE.kafka)("%s measures every figure", { timeout: TIMEOUT_MS }, (name) =>
    measuresEverything(name, { KAFKA_BROKERS: brokers }),
  );
});

describeWithEngine("eventstoredb", "benchmarks beside EventStoreDB", (url) => {
  test.each(BESIDE.eventstoredb)("%s measures every figure", { timeout: TIMEOUT_MS }, (name) =>
    measuresEverything(name, { EVENTSTORE_URL: url }),
  );
});

// Closed at once: the benchmark opens its own.
const browser = await browserUntil((end) => void end());

describe.skipIf(typeof browser === "string")("benchmarks in a browser", () => {
  test.each(BESIDE.browser)("%s measures every figure", { timeout: TIMEOUT_MS }, (name) => measuresEverything(name));
});
