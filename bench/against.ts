import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Comparison, compare, comparisonTable } from "./comparison.ts";
import { type BenchResult, RESULTS } from "./harness.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);

/**
 * Measures benchmarks of this version and of a commit alternately and prints how the figures compare. The commit is
 * built in a git worktree in the temporary folder.
 *
 * @returns whether no figure is worse
 * @throws Error when the commit can't be built, or a benchmark gives no result
 */
export async function compareWith(commit: string, names: readonly string[]): Promise<boolean> {
  // The signal reaches child processes too, which end; then the worktree is removed.
  process.once("SIGINT", () => undefined);
  const hash = await git("rev-parse", "--short", "--verify", `${commit}^{commit}`);
  const folder = await mkdtemp(join(tmpdir(), "airlog-bench-against-"));
  const there = join(folder, "airlog");
  try {
    await git("worktree", "add", "--detach", "--quiet", there, hash);
    process.stderr.write(`building ${hash} in ${there}\n`);
    await build(there);
    let isNoneWorse = true;
    for (const name of names) {
      const comparison = await measure(name, there);
      await save(comparison, hash);
      process.stdout.write(`${comparisonTable(comparison, hash)}\n`);
      isNoneWorse &&= comparison.rows.every(({ verdict }) => verdict !== "worse");
    }
    return isNoneWorse;
  } finally {
    await git("worktree", "remove", "--force", there).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

/** If both versions have the same dependencies, the ones installed here are linked. */
async function build(folder: string): Promise<void> {
  const locks = await Promise.all([".", folder].map((each) => readFile(join(each, "package-lock.json"), "utf8")));
  if (locks[0] === locks[1]) await symlink(resolve("node_modules"), join(folder, "node_modules"));
  else await run(folder, "npm", ["ci", "--no-audit", "--no-fund"]);
  await run(folder, "npm", ["run", "--silent", "build"]);
}

async function measure(name: string, there: string): Promise<Comparison> {
  const here = process.cwd();
  const results: Record<string, BenchResult[]> = { [here]: [], [there]: [] };
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`${name}, round ${round + 1} of ${ROUNDS} …\n`);
    for (const folder of round % 2 === 0 ? [here, there] : [there, here]) {
      results[folder]?.push(await resultOf(name, folder));
    }
  }
  return compare(results[here] ?? [], results[there] ?? []);
}

/** Runs a benchmark of the version in that folder for one round. */
async function resultOf(name: string, folder: string): Promise<BenchResult> {
  const file = join(folder, RESULTS, `${name}.json`);
  await rm(file, { force: true });
  await run(folder, process.execPath, ["dist/bench/run.js", name]);
  return JSON.parse(await readFile(file, "utf8"));
}

/** @throws Error with the program's output when it fails. */
async function run(folder: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, BENCH_ROUNDS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} in ${folder} ended with ${code}:\n${output}`);
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", args);
  return stdout.trim();
}

async function save(comparison: Comparison, commit: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = `${RESULTS}/${comparison.name}-against-${commit}.json`;
  await writeFile(file, `${JSON.stringify(comparison, null, 1)}\n`);
}
