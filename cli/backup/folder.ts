import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { makeFolders } from "../../platform/data-folder/open.ts";
import { codeOf } from "../../platform/errors.ts";
import { BadFile } from "../bad-file.ts";

/** The file that closes a backup: a folder without it is not one. */
const MANIFEST = "manifest.json";
const PIECE_BYTES = 1024 * 1024;

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

/** A folder that becomes a backup with its manifest. */
export class BackupFolder {
  readonly #folder: string;
  readonly #folders: string[] = [];
  readonly #files: FileEntry[] = [];
  readonly #onProgress: ((bytes: number) => void) | undefined;
  #copied = 0;

  /** `onProgress` gets the number of bytes copied so far. */
  constructor(folder: string, onProgress?: (bytes: number) => void) {
    this.#folder = folder;
    this.#onProgress = onProgress;
  }

  async makeFolder(path: string): Promise<void> {
    makeFolders(join(this.#folder, path), 0o700);
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
    const bytesOf = createReadStream("", { fd: source, highWaterMark: PIECE_BYTES });
    const target = createWriteStream(join(this.#folder, path), { flags: "wx", mode: 0o600, flush: true });
    await pipeline(bytesOf, count, target);
    this.#files.push({ path, bytes, sha256: hash.digest("hex") });
  }

  async write(path: string, text: string): Promise<void> {
    await writeFile(join(this.#folder, path), text, { flag: "wx", mode: 0o600, flush: true });
    const bytes = Buffer.byteLength(text);
    this.#files.push({ path, bytes, sha256: createHash("sha256").update(text).digest("hex") });
  }

  /** Writes the manifest. */
  async close(createdAt: Date): Promise<void> {
    const manifest: Manifest = {
      ...{ format: 1, createdAt: createdAt.toISOString(), folders: this.#folders, files: this.#files },
    };
    const draft = join(this.#folder, `${MANIFEST}.part`);
    await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, join(this.#folder, MANIFEST));
  }
}

/** @throws BadFile when the folder is not a whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT")
      throw new BadFile(`${folder} has no ${MANIFEST}: it is not a backup, or one that was cut off`);
    throw error;
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BadFile(`${join(folder, MANIFEST)} is not one of a backup of this release`);
  }
}

/**
 * Reads every file; `onRead` gets the bytes of each piece.
 * @throws BadFile when a file of the backup is missing or is another one than was copied
 */
export async function verifyBackup(
  folder: string,
  { files }: Manifest,
  onRead: (bytes: number) => void,
): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const hash = createHash("sha256");
    let found = 0;
    try {
      for await (const chunk of createReadStream(join(folder, path), { highWaterMark: PIECE_BYTES })) {
        hash.update(chunk);
        found += chunk.length;
        onRead(chunk.length);
      }
    } catch (error) {
      if (codeOf(error) === "ENOENT") throw new BadFile(`${path} is missing`);
      throw error;
    }
    if (found !== bytes || hash.digest("hex") !== sha256) throw new BadFile(`${path} is not the file that was copied`);
  }
}

/** Whether nothing is in the folder, or it is absent. */
export async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return names.length === 0;
}
