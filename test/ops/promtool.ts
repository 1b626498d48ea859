import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

/** Runs Prometheus' promtool. Returns its exit code and its output. Skips the test if the PATH lacks it, and prints why. */
export function promtool(context: TestContext, words: readonly string[], input = ""): { code: number; output: string } {
  const { error, status, stdout, stderr } = spawnSync("promtool", words, { input, encoding: "utf8" });
  if (error) {
    process.stderr.write(`skipped: ${context.task.name} (promtool is not on the PATH)\n`);
    context.skip("promtool is not on the PATH");
  }
  return { code: status ?? -1, output: `${stdout}${stderr}` };
}
