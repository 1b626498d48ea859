import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { passedEnvironment } from "./environment.ts";

export interface BuildFacts {
  readonly name: string;
  readonly version: string;
  /** Commit of the sources, or `unknown`. */
  readonly commit: string;
  /** When this code was built, ISO 8601, or `unknown`. */
  readonly built: string;
}

const Package = z.object({ name: z.literal("airlog"), version: z.string() });
const BuildFile = z.object({ commit: z.string(), built: z.string() }).partial();

let facts: Promise<BuildFacts> | undefined;

/** Version and build of the running code. Read once, since that may run git. */
export function readBuildFacts(): Promise<BuildFacts> {
  facts ??= findBuildFacts();
  return facts;
}

/**
 * Reads `package.json`, and `build.json` beside it where an image carries one; else git and the date of the code's own
 * file.
 */
async function findBuildFacts(): Promise<BuildFacts> {
  const { root, name, version } = await findPackage(dirname(fileURLToPath(import.meta.url)));
  const file = BuildFile.safeParse(await readJson(join(root, "build.json"))).data;
  const commit = file?.commit ?? (await commitOf(root)) ?? "unknown";
  const built = file?.built ?? (await stat(fileURLToPath(import.meta.url))).mtime.toISOString();
  return { name, version, commit, built };
}

/** The folder with `package.json` and the files that are shipped beside the code. */
export async function packageFolder(): Promise<string> {
  return (await findPackage(dirname(fileURLToPath(import.meta.url)))).root;
}

async function findPackage(folder: string): Promise<{ root: string; name: string; version: string }> {
  const found = Package.safeParse(await readJson(join(folder, "package.json")));
  if (found.success) return { root: folder, ...found.data };
  const parent = dirname(folder);
  if (parent === folder) throw new Error("package.json of airlog is not above its code");
  return findPackage(parent);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

async function commitOf(root: string): Promise<string | undefined> {
  try {
    // Ignores a repository that merely contains this folder.
    await stat(join(root, ".git"));
    const options = { timeout: 5_000, env: passedEnvironment() };
    const { stdout } = await promisify(execFile)("git", ["-C", root, "rev-parse", "HEAD"], options);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
