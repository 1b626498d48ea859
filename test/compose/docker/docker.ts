import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { describe } from "vitest";

const run = promisify(execFile);

/** Why Docker or Compose can't be used here; undefined where both answer. */
export const dockerMissing = missing();

function missing(): string | undefined {
  for (const words of [["version"], ["compose", "version"]]) {
    try {
      execFileSync("docker", words, { stdio: "pipe", timeout: 10_000 });
    } catch {
      return `"docker ${words.join(" ")}" fails`;
    }
  }
  return undefined;
}

/** A suite in containers: skipped with the reason where Docker does not answer. */
export function describeWithDocker(title: string, suite: () => void): void {
  describe.skipIf(dockerMissing !== undefined)(dockerMissing ? `${title} (${dockerMissing})` : title, suite);
}

/** Runs docker. Returns its standard output. @throws Error with its output when it fails */
export async function docker(...words: readonly string[]): Promise<string> {
  const { stdout } = await run("docker", [...words], { maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}
