import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../../../errors.ts";
import { isAlive, processIdentity } from "../../../process-identity.ts";

const PREFIX = "airlog-search-";
/** The process that made the folder, and what makes its name new. */
const NAME = /^airlog-search-(\d+-.+)-[A-Za-z0-9]{6}$/;
const SOCKET = "socket";

/** Linux reaches an open folder through this, whatever its path leads to by now, and in few characters. */
const OPEN_FILES = "/proc/self/fd";
const REACHES_OPEN_FOLDERS = existsSync(OPEN_FILES);
/** Of a socket's path, which systems cut without a word. */
const MAX_PATH_BYTES = 103;

const PRIVATE = 0o700;

/** Error codes of connecting to a socket at which nobody listens. */
const GONE: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOENT"]);

/** Whether connecting has failed because nobody listens. */
export const isGone = (error: unknown): boolean => GONE.has(codeOf(error));

/**
 * A folder for one socket among the temporary files, which this user alone may enter. Other users may make a folder of its
 * name once somebody has cleaned the temporary files: it is never used.
 */
export class SocketFolder {
  readonly path: string;
  readonly #descriptor: number;
  #isClosed = false;

  /** Makes a folder with a name that none had before. */
  static make(): SocketFolder {
    return new SocketFolder(mkdtempSync(join(tmpdir(), `${PREFIX}${processIdentity(process.pid)}-`)));
  }

  /** Opens a folder. @throws where it is none, is a link, is another user's, or lets others in */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      this.#check();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Where to listen and to connect. @throws where the path leads elsewhere by now */
  get socket(): string {
    if (REACHES_OPEN_FOLDERS) return `${OPEN_FILES}/${this.#descriptor}/${SOCKET}`;
    const { dev, ino } = fstatSync(this.#descriptor);
    const found = lstatSync(this.path);
    if (found.dev !== dev || found.ino !== ino) throw new Error(`${this.path} is not the folder that it was`);
    return join(this.path, SOCKET);
  }

  /** Whether a process listens: one of another container may, whose processes have numbers of their own. */
  async isUsed(): Promise<boolean> {
    const client = connect(this.socket);
    try {
      await once(client, "connect");
      return true;
    } catch (error) {
      return !isGone(error);
    } finally {
      client.destroy();
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  /** Deletes it, and closes it. What can't be deleted stays: it only takes room. */
  remove(): void {
    if (this.#isClosed) return;
    for (const remove of [() => unlinkSync(this.socket), () => rmdirSync(this.path)]) {
      try {
        remove();
      } catch {
        // Deleted already, or no longer this user's to delete.
      }
    }
    this.close();
  }

  #check(): void {
    const { uid, mode } = fstatSync(this.#descriptor);
    if (uid !== process.geteuid?.()) throw new Error(`${this.path} belongs to another user`);
    if ((mode & 0o777) !== PRIVATE) throw new Error(`${this.path} lets other users in`);
    if (!REACHES_OPEN_FOLDERS && Buffer.byteLength(join(this.path, SOCKET)) > MAX_PATH_BYTES) {
      rmdirSync(this.path);
      throw new Error(`${tmpdir()} is too long for the path of a socket: set TMPDIR to a shorter one`);
    }
  }
}

/** Deletes the folders that ended processes of this user have left, as one that is killed does. */
export async function removeAbandonedFolders(): Promise<void> {
  const parent = tmpdir();
  for (const name of await readdir(parent).catch(() => [])) {
    const [, maker] = NAME.exec(name) ?? [];
    if (maker === undefined || isAlive(maker)) continue;
    try {
      const folder = new SocketFolder(join(parent, name));
      if (await folder.isUsed()) folder.close();
      else folder.remove();
    } catch {
      // Another user's, or another process has just deleted it.
    }
  }
}
