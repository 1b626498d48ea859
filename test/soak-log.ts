import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import type { TestModule } from "vitest/node";
import { machine } from "../bench/harness.ts";

/**
 * Appends rows to the table at the end of the file when the run killed processes: one for the embedded system, one for processes
 * on engines. `outcome`: the closing line of the run.
 */
export function logSoak(file: string, modules: readonly TestModule[], outcome: string): void {
  const isOnEngines = ({ moduleId }: TestModule) => moduleId.includes("/test/engines/");
  logKills(
    file,
    "the embedded system",
    modules.filter((module) => !isOnEngines(module)),
    outcome,
  );
  logKills(file, "processes on Kafka and Elasticsearch", modules.filter(isOnEngines), outcome);
}

function logKills(file: string, system: string, modules: readonly TestModule[], outcome: string): void {
  const ran = modules
    .filter(({ moduleId }) => moduleId.includes("crash"))
    .flatMap(({ children }) => [...children.allTests()])
    .filter((test) => test.result().state === "passed" || test.result().state === "failed");
  const seeds = ran.flatMap(({ name }) => /\(seed (\d+)\)$/.exec(name)?.slice(1).map(Number) ?? []);
  if (seeds.length === 0) return;
  const row = [
    new Date().toISOString().slice(0, 10),
    spawnSync("git", ["rev-parse", "--short", "HEAD"]).stdout?.toString().trim() || "unknown",
    machine(),
    system,
    `${Math.min(...seeds)} to ${Math.max(...seeds)}`,
    seeds.length,
    Math.round(process.uptime()),
    outcome,
  ];
  appendFileSync(file, `| ${row.join(" | ")} |\n`);
}
