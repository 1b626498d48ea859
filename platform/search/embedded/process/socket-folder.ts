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
/** Matches the name of a folder: the process that made it, and a random suffix. */
const NAME = /^airlog-search-(\d+-.+)-[A-Za-z0-9]{6}$/;
const SOCKET = "socket";

/** On Linux an open folder can be reached here in few characters, even if its path leads elsewhere by now. */
const OPEN_FILES = "/proc/self/fd";
const REACHES_OPEN_FOLDERS = existsSync(OPEN_FILES);
/** Maximum bytes of a socket's path. Systems silently cut longer ones. */
const MAX_PATH_BYTES = 103;

const PRIVATE = 0o700;

/** Error codes of connecting to a socket at which nobody listens. */
const GONE: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOENT"]);

/** Whether connecting has failed because nobody listens. */
export const isGone = (error: unknown): boolean => GONE.has(codeOf(error));

/**
 * A folder for one socket among the temporary files, which only this user may enter. When temporary files are cleaned,
 * other users may make a folder of its name; such a folder is never used.
 */
export class SocketFolder {
  readonly path: string;
  readonly #descriptor: number;
  #isClosed = false;

  /** Makes a folder with a new name. */
  static make(): SocketFolder {
    return new SocketFolder(mkdtempSync(join(tmpdir(), `${PREFIX}${processIdentity(process.pid)}-`)));
  }

  /** Opens a folder. @throws where it is missing, a link, another user's, or accessible to others */
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

  /** The path to listen at and to connect to. @throws where the folder's path leads elsewhere by now */
  get socket(): string {
    if (REACHES_OPEN_FOLDERS) return `${OPEN_FILES}/${this.#descriptor}/${SOCKET}`;
    const { dev, ino } = fstatSync(this.#descriptor);
    const found = lstatSync(this.path);
    if (found.dev !== dev || found.ino !== ino) throw new Error(`${this.path} is not the folder that it was`);
    return join(this.path, SOCKET);
  }

  /** Whether a process listens: it may run in another container, whose process ids are different. */
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

  /** Deletes and closes it. If it can't be deleted, it stays and only takes space. */
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

/** Deletes the folders that ended processes of this user have left, for example killed ones. */
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
