import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, createWriteStream, fstatSync, readFileSync, readSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { type Folder, isGuarded, type Owner } from "../../platform/data-folder/folder.ts";
import { makeFolder } from "../../platform/data-folder/open.ts";
import { codeOf } from "../../platform/errors.ts";
import { BadFile } from "../bad-file.ts";

/** The file that closes a backup: a folder without it is not one. */
const MANIFEST = "manifest.json";
const PIECE_BYTES = 1024 * 1024;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const FileEntry = z.strictObject({
  /** Inside the backup, with slashes. */
  path: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$)).+$/),
  bytes: z.int().nonnegative(),
  /** SHA-256, hex. */
  sha256: z.string(),
});
type FileEntry = z.infer<typeof FileEntry>;

const Manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  folders: z.array(FileEntry.shape.path),
  files: z.array(FileEntry),
});
export type Manifest = z.infer<typeof Manifest>;

/**
 * A folder that becomes a backup with its manifest. Where it belongs to another user, root follows no link in it, and what
 * root makes there belongs to that user.
 */
export class BackupFolder implements Disposable {
  readonly #folder: Folder;
  readonly #folders: string[] = [];
  readonly #files: FileEntry[] = [];
  readonly #onProgress: ((bytes: number) => void) | undefined;
  #copied = 0;

  /**
   * Makes the folder for what belongs to `owner`. `onProgress` gets the number of bytes copied so far.
   * @throws BadFile when it is not empty, or belongs to a user who could then read what is not theirs
   */
  constructor(path: string, owner: Owner, onProgress?: (bytes: number) => void) {
    this.#folder = makeFolder(path, 0o700);
    this.#onProgress = onProgress;
    const { uid } = this.#folder.owner;
    try {
      if (isGuarded() && uid !== 0 && uid !== owner.uid) {
        throw new BadFile(
          `${path} belongs to another user (${uid}) than the data folder, who could read the backup: name a folder of root, or ` +
            "of the data folder's owner",
        );
      }
      if (this.#folder.names().length > 0) throw new BadFile(`${path} is not empty`);
    } catch (error) {
      this.#folder[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }

  makeFolder(path: string): void {
    using above = this.#folder.descend(dirname(path));
    using _made = above.makeFolder(basename(path), 0o700);
    this.#folders.push(path);
  }

  /** Copies a file from the descriptor that `open` returns, unless the file has gone. */
  async copy(open: () => number, path: string): Promise<void> {
    let source: number;
    try {
      source = open();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    const bytesOf = createReadStream("", { fd: source, highWaterMark: PIECE_BYTES });
    const hash = createHash("sha256");
    let bytes = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        bytes += chunk.length;
        this.#copied += chunk.length;
        this.#onProgress?.(this.#copied);
        done(null, chunk);
      },
    });
    let target: number;
    try {
      using above = this.#folder.descend(dirname(path));
      target = above.openFile(basename(path), NEW_FILE);
    } catch (error) {
      bytesOf.destroy();
      throw error;
    }
    await pipeline(bytesOf, count, createWriteStream("", { fd: target, flush: true }));
    this.#files.push({ path, bytes, sha256: hash.digest("hex") });
  }

  write(path: string, text: string): void {
    using above = this.#folder.descend(dirname(path));
    above.write(basename(path), text);
    const bytes = Buffer.byteLength(text);
    this.#files.push({ path, bytes, sha256: createHash("sha256").update(text).digest("hex") });
  }

  /** Writes the manifest. */
  close(createdAt: Date): void {
    const manifest: Manifest = {
      ...{ format: 1, createdAt: createdAt.toISOString(), folders: this.#folders, files: this.#files },
    };
    const draft = `${MANIFEST}.part`;
    this.#folder.write(draft, `${JSON.stringify(manifest, null, 1)}\n`);
    this.#folder.rename(draft, MANIFEST);
  }
}

/** @throws BadFile when the folder is not a whole backup */
export function readManifest(backup: Folder): Manifest {
  const file = openFile(backup, MANIFEST);
  if (file === undefined) {
    throw new BadFile(`${backup.path} has no ${MANIFEST}: it is not a backup, or one that was cut off`);
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BadFile(`${join(backup.path, MANIFEST)} is not one of a backup of this release`);
  }
}

/**
 * Opens a file of a backup. Whoever may write to the backup can't lead the reader elsewhere by a link, nor let it wait for a
 * pipe.
 * @throws BadFile where it is not a file
 */
function openFile(backup: Folder, path: string): number | undefined {
  let file: number;
  try {
    using folder = backup.descend(dirname(path));
    file = folder.openFile(basename(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (codeOf(error) === "ELOOP") throw new BadFile(`${path} is a link: a backup holds only files`);
    throw error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new BadFile(`${path} is not a file`);
}

const piece = Buffer.allocUnsafe(PIECE_BYTES);

/**
 * Reads a file of a backup; `take` gets each piece, which the next one overwrites. Signals are handled between pieces. For
 * thousands of small files this is faster than streams.
 * @throws BadFile when the file is missing or is another one than was copied, known once all of it is read
 */
export async function readBackedUp(
  backup: Folder,
  { path, bytes, sha256 }: FileEntry,
  take: (piece: Buffer) => void,
): Promise<void> {
  const file = openFile(backup, path);
  if (file === undefined) throw new BadFile(`${path} is missing`);
  const hash = createHash("sha256");
  let found = 0;
  try {
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
      const read = piece.subarray(0, length);
      hash.update(read);
      found += length;
      take(read);
      await setImmediate();
    }
  } finally {
    closeSync(file);
  }
  if (found !== bytes || hash.digest("hex") !== sha256) throw new BadFile(`${path} is not the file that was copied`);
}

/** Whether nothing is in the folder, or it is absent. */
export async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names.length === 0;
}
