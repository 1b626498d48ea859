import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { forEachConcurrently } from "../../platform/async/for-each-concurrently.ts";
import { codeOf } from "../../platform/errors.ts";
import { CommandFailed } from "../command.ts";
import { MADE_BY_OTHERS } from "../made-by-others.ts";
import type { Feed } from "./feed.ts";
import { filingOf } from "./kinds.ts";
import type { Change } from "./page.ts";
import { Seen } from "./seen.ts";
import { openState, type Progress, readState, type State } from "./state.ts";
import type { Target } from "./target.ts";
import { replaceFile, syncFolder } from "./whole-file.ts";

/** In the folder that is kept: what the command itself needs. */
const WORK_FOLDER = ".airlog";
/** In that: files until they are whole. */
const PARTS = "parts";
/** Files that are written at once; each waits for the disk. */
const MAX_WRITES = 16;

/** A folder with a file for each thing that is in the catalogue. */
export class FolderTarget implements Target {
  readonly done = "written";
  readonly #folder: string;
  readonly #kinds: readonly string[];
  #seen: Seen | undefined;
  #parts = 0;

  private constructor(folder: string, kinds: readonly string[]) {
    this.#folder = folder;
    this.#kinds = kinds;
  }

  static workFolder(folder: string): string {
    return join(folder, WORK_FOLDER);
  }

  /**
   * Opens a folder that a call before has kept, or one that is absent or empty. This process has to have it alone.
   * @throws CommandFailed when there is something else in it, or the state is that of something else
   */
  static async open(
    folder: string,
    feed: Feed,
    stateFile = join(FolderTarget.workFolder(folder), "state.json"),
  ): Promise<{ readonly target: FolderTarget; readonly state: State }> {
    if (!(await readState(stateFile))) await requireEmpty(folder, stateFile);
    const work = FolderTarget.workFolder(folder);
    await rm(join(work, PARTS), { recursive: true, force: true });
    await mkdir(join(work, PARTS), { recursive: true });
    const state = await openState(stateFile, feed, await idOf(work));
    const target = new FolderTarget(folder, feed.types);
    for (const kind of feed.types) {
      const filing = filingOf(kind);
      if (filing) await mkdir(join(folder, filing.folder), { recursive: true });
    }
    await syncFolder(folder);
    const { restarts, hasRemains } = state.progress;
    await Seen.removeAllBut(work, hasRemains ? restarts : undefined);
    return { target, state };
  }

  async apply(changes: readonly Change[], progress: Progress): Promise<void> {
    /** Contents by file; undefined where it goes. Of several changes of a thing the last counts. */
    const contents = new Map<string, Uint8Array | undefined>();
    const folders = new Set<string>();
    for (const { kind, subject, data } of changes) {
      const filing = this.#kinds.includes(kind) ? filingOf(kind) : undefined;
      const name = filing?.nameOf(subject);
      if (!filing || name === undefined) continue;
      contents.set(join(filing.folder, `${name}.json`), data);
      folders.add(filing.folder);
    }
    if (progress.hasRemains) {
      const written = [...contents].flatMap(([file, data]) => (data ? [file] : []));
      await (await this.#seenSince(progress)).add(written);
    }
    await forEachConcurrently(MAX_WRITES, contents, ([file, data]) => this.#put(file, data));
    for (const folder of folders) await syncFolder(join(this.#folder, folder));
  }

  async removeRemains(progress: Progress): Promise<number> {
    const seen = await this.#seenSince(progress);
    let removed = 0;
    for (const kind of this.#kinds) {
      const filing = filingOf(kind);
      if (!filing) continue;
      const folder = join(this.#folder, filing.folder);
      for (const name of await readdir(folder)) {
        if (!filing.names.test(name) || seen.has(join(filing.folder, name))) continue;
        await rm(join(folder, name), { force: true });
        removed += 1;
      }
      await syncFolder(folder);
    }
    // Its file stays until the next call: should this one end here, that one needs it.
    this.#seen = undefined;
    return removed;
  }

  async #put(file: string, data: Uint8Array | undefined): Promise<void> {
    const path = join(this.#folder, file);
    if (!data) return rm(path, { force: true });
    this.#parts += 1;
    await replaceFile(path, data, join(FolderTarget.workFolder(this.#folder), PARTS, `${this.#parts}`));
  }

  async #seenSince({ restarts }: Progress): Promise<Seen> {
    if (this.#seen?.restarts !== restarts) {
      this.#seen = await Seen.open(FolderTarget.workFolder(this.#folder), restarts);
    }
    return this.#seen;
  }
}

/** @throws CommandFailed */
async function requireEmpty(folder: string, stateFile: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const other = names.find((name) => name !== WORK_FOLDER && !MADE_BY_OTHERS.has(name));
  if (other === undefined) return;
  throw new CommandFailed(
    `${folder} holds other files (${other}), and ${stateFile} is not there, which says how far it came: ` +
      "name a folder that is absent or empty.",
  );
}

/** The id of the folder, by which its state is known; it is made where there is none. */
async function idOf(work: string): Promise<string> {
  const file = join(work, "id");
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const id = randomUUID();
  await replaceFile(file, Buffer.from(`${id}\n`), `${file}.part`);
  await syncFolder(work);
  return id;
}
