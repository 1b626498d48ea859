import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { forEachConcurrently } from "../../platform/async/for-each-concurrently.ts";
import { codeOf } from "../../platform/errors.ts";
import { CommandFailed } from "../command.ts";
import { MADE_BY_OTHERS } from "../made-by-others.ts";
import type { Feed } from "./feed.ts";
import { type Filing, filingOf, filingsOf } from "./kinds.ts";
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
  readonly #filings: readonly Filing[];
  #seen: Seen | undefined;
  #parts = 0;

  private constructor(folder: string, filings: readonly Filing[]) {
    this.#folder = folder;
    this.#filings = filings;
  }

  static workFolder(folder: string): string {
    return join(folder, WORK_FOLDER);
  }

  /**
   * Changes nothing in the folder.
   * @throws CommandFailed unless a call before has kept it, or it is absent or empty; and when it would be kept through links
   */
  static async requireUsable(folder: string, { types }: Feed, stateFile = stateIn(folder)): Promise<void> {
    if (!(await readState(stateFile))) await requireEmpty(folder, stateFile);
    const own = [WORK_FOLDER, ...filingsOf(types).map((filing) => filing.folder)];
    for (const name of own) await requireOwnFolder(join(folder, name));
  }

  /**
   * Opens a folder that is usable. This process has to have it alone.
   * @throws CommandFailed when the state is that of something else
   */
  static async open(
    folder: string,
    feed: Feed,
    stateFile = stateIn(folder),
  ): Promise<{ readonly target: FolderTarget; readonly state: State }> {
    const work = FolderTarget.workFolder(folder);
    await rm(join(work, PARTS), { recursive: true, force: true });
    await mkdir(join(work, PARTS), { recursive: true });
    const state = await openState(stateFile, feed, await idOf(work));
    const { restarts, hasRemains } = state.progress;
    await Seen.removeAllBut(work, hasRemains ? restarts : undefined);
    return { target: new FolderTarget(folder, filingsOf(feed.types)), state };
  }

  async prepare(): Promise<void> {
    for (const filing of this.#filings) await mkdir(join(this.#folder, filing.folder), { recursive: true });
    await syncFolder(this.#folder);
  }

  async apply(changes: readonly Change[], progress: Progress): Promise<void> {
    /** Contents by file; undefined where it goes. Of several changes of a thing the last counts. */
    const contents = new Map<string, Uint8Array | undefined>();
    const folders = new Set<string>();
    for (const { kind, subject, data } of changes) {
      const filing = filingOf(kind);
      const name = filing?.nameOf(subject);
      if (!filing || name === undefined || !this.#filings.includes(filing)) continue;
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
    for (const filing of this.#filings) {
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

const stateIn = (folder: string): string => join(FolderTarget.workFolder(folder), "state.json");

/** What is written and removed must lie in the folder itself. @throws CommandFailed */
async function requireOwnFolder(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!found || found.isDirectory()) return;
  throw new CommandFailed(
    `${path} has to be a folder, and is a link or a file: remove it, or name another folder with --to.`,
  );
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
