import { spawnSync } from "node:child_process";
import { describe } from "vitest";

/** A suite that runs `psql`; skipped, with the reason in its title, if the PATH lacks it. */
export function describeWithPsql(title: string, suite: () => void): void {
  if (spawnSync("psql", ["--version"]).error) describe.skip(`${title} (psql is not on the PATH)`, suite);
  else describe(title, suite);
}
