import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import type { TestModule } from "vitest/node";
import { machine } from "../bench/harness.ts";

/** Appends a row to the table at the end of the file when the run killed processes. `outcome`: its closing line. */
export function logSoak(file: string, modules: readonly TestModule[], outcome: string): void {
  const ran = modules
    .filter(({ moduleId }) => moduleId.includes("crash"))
    .flatMap(({ children }) => [...children.allTests()])
    .filter((test) => test.result().state === "passed" || test.result().state === "failed");
  const seeds = ran.flatMap(({ name }) => /\(seed (\d+)\)$/.exec(name)?.slice(1).map(Number) ?? []);
  if (seeds.length === 0) return;
  const isDistributed = modules.some(({ moduleId }) => moduleId.includes("/test/engines/"));
  const row = [
    new Date().toISOString().slice(0, 10),
    spawnSync("git", ["rev-parse", "--short", "HEAD"]).stdout?.toString().trim() || "unknown",
    machine(),
    isDistributed ? "processes on Kafka and Elasticsearch" : "the embedded system",
    `${Math.min(...seeds)} to ${Math.max(...seeds)}`,
    seeds.length,
    Math.round(process.uptime()),
    outcome,
  ];
  appendFileSync(file, `| ${row.join(" | ")} |\n`);
}
