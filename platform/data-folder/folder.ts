import {
  chownSync,
  closeSync,
  constants,
  type Dirent,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../errors.ts";
import { explained, FolderUnusable } from "./failure.ts";

/** A user and a group, by their numbers. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Linux's flag to open a folder without reading it. Node has no name for it. */
const O_PATH = 0o10000000;

/** Whether this process has rights that the owner of a folder may lack, on a system where folders can be held open. */
export const isGuarded = (): boolean => process.platform === "linux" && process.geteuid?.() === 0;

/**
 * A folder that gives access to the files of a data folder. For an ordinary user it is a path. For root it is the open
 * folder itself, named by `/proc/self/fd` since Node has no openat. Where others may write to it, root follows no link
 * in it and opens no hard link to a file of somebody else, even if they replace files meanwhile. Files that root makes
 * there belong to the folder's owner, who can continue without root.
 */
export class Folder implements Disposable {
  readonly path: string;
  readonly #descriptor: number | undefined;
  #isClosed = false;
  #stats: Stats;

  private constructor(path: string, descriptor?: number) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#stats = descriptor === undefined ? statSync(path) : fstatSync(descriptor);
    // This throws ENOTDIR.
    if (!this.#stats.isDirectory()) readdirSync(path);
  }

  /** Opens a folder for an ordinary user. @throws the system's error */
  static ofPath(path: string): Folder {
    return new Folder(path);
  }

  /** Opens the root folder, where every path begins, for root. */
  static root(): Folder {
    return new Folder("/", openSync("/", O_PATH | O_DIRECTORY));
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== undefined && !this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }

  get owner(): Owner {
    return this.#stats;
  }

  names(): string[] {
    return this.#do(() => readdirSync(this.#self));
  }

  entries(): Dirent[] {
    return this.#do(() => readdirSync(this.#self, { withFileTypes: true }));
  }

  /** The file, folder or link of this name; undefined where there is none. */
  found(name: string): Stats | undefined {
    return this.#do(() => lstatSync(this.#at(name), { throwIfNoEntry: false }));
  }

  /** The target of a link, and the user who could change it; undefined where the name is not a link. */
  linkAt(name: string): { readonly target: string; readonly uid: number } | undefined {
    const found = this.found(name);
    if (!found?.isSymbolicLink()) return undefined;
    return { target: this.#do(() => readlinkSync(this.#at(name))), uid: this.owner.uid || found.uid };
  }

  /** @throws the system's error, ENOENT where it is missing; FolderUnusable for a link that is not followed */
  folder(name: string): Folder {
    const path = join(this.path, name);
    if (this.#descriptor === undefined) return new Folder(path);
    const flags = O_PATH | O_DIRECTORY | this.#linkFlag(name);
    return new Folder(
      path,
      this.#opened(name, () => openSync(this.#at(name), flags)),
    );
  }

  /** The folder at a path of names with slashes; "" and "." are this one. */
  descend(path: string): Folder {
    let current = this.#again();
    for (const name of path.split("/").filter((each) => each !== "" && each !== ".")) {
      using above = current;
      current = above.folder(name);
    }
    return current;
  }

  /** Makes a folder that belongs to the owner. @throws the system's error, EEXIST where the name exists */
  makeFolder(name: string, mode = 0o777): Folder {
    this.#do(() => mkdirSync(this.#at(name), mode));
    const made = this.folder(name);
    try {
      if (this.#gives) made.giveTo(this.owner);
    } catch (error) {
      made[Symbol.dispose]();
      throw error;
    }
    return made;
  }

  /** Opens the folder, which is made where it is missing. */
  ensureFolder(name: string, mode?: number): Folder {
    try {
      return this.makeFolder(name, mode);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return this.folder(name);
      throw error;
    }
  }

  /** Gives a folder that root has just made to a user. */
  giveTo({ uid, gid }: Owner): void {
    if (uid === this.owner.uid) return;
    // Where others may write, they could have put another folder of root in its place.
    if (this.owner.uid !== 0 || this.names().length > 0) {
      throw new FolderUnusable(`${this.path} was replaced while it was made: it is left as it is.`);
    }
    this.#do(() => chownSync(this.#self, uid, gid));
    this.#stats = statSync(this.#self);
  }

  /** Opens a file and returns its descriptor. A new file (O_EXCL) belongs to the owner. */
  openFile(name: string, flags: number, mode = 0o600): number {
    const all = this.#fileFlags(name, flags);
    const descriptor = this.#opened(name, () => openSync(this.#at(name), all, mode));
    try {
      this.#admit(name, fstatSync(descriptor));
      if (this.#gives && flags & O_EXCL) fchownSync(descriptor, this.owner.uid, this.owner.gid);
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** As `openFile`, for work in the background. */
  async openHandle(name: string, flags: number, mode = 0o600): Promise<FileHandle> {
    let handle: FileHandle;
    try {
      handle = await open(this.#at(name), this.#fileFlags(name, flags), mode);
    } catch (error) {
      throw this.#explained(name, error);
    }
    try {
      this.#admit(name, await handle.stat());
      if (this.#gives && flags & O_EXCL) await handle.chown(this.owner.uid, this.owner.gid);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Opens a file for appending, and makes it where it is missing. */
  openAppending(name: string): number {
    try {
      return this.openFile(name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return this.openFile(name, O_WRONLY | O_APPEND);
    }
  }

  /** The text of a file; undefined where there is none. */
  read(name: string): string | undefined {
    let descriptor: number;
    try {
      descriptor = this.openFile(name, O_RDONLY);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
    try {
      return readFileSync(descriptor, "utf8");
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Writes a file that only the owner can read, and syncs it to disk.
   * @throws the system's error, EEXIST where the name exists
   */
  write(name: string, text: string): void {
    const descriptor = this.openFile(name, O_WRONLY | O_CREAT | O_EXCL);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Atomically replaces a file by one that only the owner can read. */
  replace(name: string, text: string): void {
    const draft = `.${name}.${process.pid}`;
    this.remove(draft);
    try {
      this.write(draft, text);
      this.rename(draft, name);
    } catch (error) {
      this.remove(draft);
      throw error;
    }
  }

  /** @throws FolderUnusable where no file can be written */
  prove(): void {
    const name = `.written.${process.pid}`;
    try {
      // A killed process may have left it, and numbers of processes repeat.
      this.remove(name);
      this.write(name, "x");
    } catch (error) {
      throw explained(error, this.path);
    } finally {
      if (this.found(name)) this.remove(name);
    }
  }

  rename(from: string, to: string, folder: Folder = this): void {
    this.#do(() => renameSync(this.#at(from), folder.#at(to)));
  }

  /** Gives a file a second name. @throws the system's error, EEXIST where the name exists */
  link(from: string, to: string): void {
    this.#do(() => linkSync(this.#at(from), this.#at(to)));
  }

  /** Removes a file or a link, if it exists. */
  remove(name: string): void {
    try {
      this.#do(() => unlinkSync(this.#at(name)));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }

  /** Removes a folder if it exists and is empty. */
  removeEmpty(name: string): void {
    try {
      this.#do(() => rmdirSync(this.#at(name)));
    } catch (error) {
      if (!["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
    }
  }

  /** Removes a file or a folder with everything in it, but not the targets of links. */
  removeTree(name: string): void {
    if (this.#descriptor === undefined) {
      rmSync(this.#at(name), { recursive: true, force: true });
      return;
    }
    if (!this.found(name)?.isDirectory()) {
      this.remove(name);
      return;
    }
    {
      const flags = O_PATH | O_DIRECTORY | O_NOFOLLOW;
      using inside = new Folder(
        join(this.path, name),
        this.#opened(name, () => openSync(this.#at(name), flags)),
      );
      inside.clear();
    }
    this.#do(() => rmdirSync(this.#at(name)));
  }

  /** Removes everything in this folder. */
  clear(): void {
    for (const name of this.names()) this.removeTree(name);
  }

  get #self(): string {
    return this.#descriptor === undefined ? this.path : `/proc/self/fd/${this.#descriptor}`;
  }

  #at(name: string): string {
    if (name === "" || name === "." || name === ".." || name.includes("/")) throw new Error(`${name} is no name`);
    return join(this.#self, name);
  }

  /** Whether users without this process's rights may replace files in this folder. */
  get #isOthers(): boolean {
    if (this.#descriptor === undefined) return false;
    const { uid, gid, mode } = this.#stats;
    const isSticky = (mode & 0o1000) !== 0;
    return uid !== 0 || (!isSticky && (mode & (gid === 0 ? 0o002 : 0o022)) !== 0);
  }

  /** Whether new files must be given to another owner. */
  get #gives(): boolean {
    return process.geteuid?.() === 0 && this.owner.uid !== 0;
  }

  /** Only links that root made, where nobody else could have, are followed. */
  #linkFlag(name: string): number {
    if (this.#descriptor === undefined) return 0;
    const isOperators = !this.#isOthers && this.found(name)?.uid === 0;
    return isOperators ? 0 : O_NOFOLLOW;
  }

  /** O_NONBLOCK, since opening a pipe in place of a file would wait. */
  #fileFlags(name: string, flags: number): number {
    return this.#descriptor === undefined ? flags : flags | this.#linkFlag(name) | O_NONBLOCK;
  }

  #admit(name: string, stats: Stats): void {
    if (!this.#isOthers) return;
    if (stats.isFile() && (stats.nlink === 1 || stats.uid === this.owner.uid)) return;
    throw new FolderUnusable(`${join(this.path, name)} is not a file of its own: as root it is left alone.`);
  }

  #opened(name: string, opening: () => number): number {
    try {
      return opening();
    } catch (error) {
      throw this.#explained(name, error);
    }
  }

  #explained(name: string, error: unknown): unknown {
    const code = codeOf(error);
    if ((code === "ELOOP" || code === "ENOTDIR") && this.found(name)?.isSymbolicLink()) {
      return new FolderUnusable(
        `${join(this.path, name)} is a link, which root does not follow in a folder that others may change: replace it by its target.`,
        { cause: error, code },
      );
    }
    return this.#named(error);
  }

  #do<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** The system's error, with the path for people. */
  #named(error: unknown): unknown {
    if (error instanceof Error && this.#descriptor !== undefined) {
      error.message = error.message.replaceAll(`${this.#self}/`, `${this.path}/`).replaceAll(this.#self, this.path);
    }
    return error;
  }

  #again(): Folder {
    if (this.#descriptor === undefined) return new Folder(this.path);
    return new Folder(this.path, openSync(this.#self, O_PATH | O_DIRECTORY));
  }
}
