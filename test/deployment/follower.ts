import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { type Release, runCommand } from "./release.ts";

/** Somebody who keeps a folder equal to the catalogue by `airlog follow`. */
export class Follower {
  readonly #folder: string;
  readonly #child: ChildProcess;
  #said = "";

  constructor(release: Release, url: string, folder: string) {
    this.#folder = folder;
    this.#child = spawn(process.execPath, [release.program("cli/main"), "follow", url, "--to", folder], {
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-10_000)));
  }

  /** Compares the folder with one that is filled now. @throws AssertionError when they stay different */
  async expectEqual(release: Release, url: string, other: string): Promise<void> {
    expect(this.#child.exitCode, this.#said).toBeNull();
    await runCommand(release, {}, "follow", url, "--to", other, "--once");
    const filled = contentOf(other);
    expect(filled.size).toBeGreaterThan(0);
    await vi.waitFor(() => expect(contentOf(this.#folder)).toEqual(filled), { timeout: 30_000, interval: 500 });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }
}

/** The files of a copy, by their paths. */
function contentOf(folder: string): ReadonlyMap<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes(".airlog"),
  );
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]));
}
