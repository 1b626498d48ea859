import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, vi } from "vitest";
import { filingOf } from "../../cli/follow/kinds.ts";
import { ChangePage } from "../../contracts/changes.ts";
import { filesIn } from "../kept-folder.ts";
import { differences, served, servedThings } from "../served-things.ts";
import type { Release } from "./release.ts";

/** Somebody who keeps a folder equal to the catalogue by `airlog follow`. */
export class Follower {
  readonly #url: string;
  readonly #folder: string;
  readonly #child: ChildProcess;
  #said = "";

  constructor(release: Release, url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
    this.#child = spawn(process.execPath, [release.program("cli/main"), "follow", url, "--to", folder], {
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-10_000)));
  }

  /** Compares the folder with what the routes serve. @throws AssertionError when they stay different */
  async expectEqual(): Promise<void> {
    expect(this.#child.exitCode, this.#said).toBeNull();
    const { next } = ChangePage.parse(await served(`${this.#url}/api/changes?after=now`));
    const things = await servedThings(this.#url, next);
    expect(things.size).toBeGreaterThan(0);
    const files = new Map([...things].map(([key, content]) => [fileOf(key), content]));
    const equal = () => expect(differences(contentsIn(this.#folder), files)).toEqual([]);
    await vi.waitFor(equal, { timeout: 30_000, interval: 500 });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }
}

/** Contents of the files of a copy, by their paths. */
const contentsIn = (folder: string): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(filesIn(folder)).map(([path, text]) => [path, JSON.parse(text)]));

/** The path of a thing's file. */
function fileOf(key: string): string {
  const kind = key.slice(0, key.indexOf(" "));
  const filing = filingOf(kind);
  return `${filing?.folder}/${filing?.nameOf(key.slice(kind.length + 1))}.json`;
}
