import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { answersSignals } from "../../../answers-signals.ts";
import { codeOf } from "../../../errors.ts";
import type { Position } from "../../../event-store/port.ts";
import type { SourceHead } from "../../documents/source.ts";
import { sharedBytes, sharedWords } from "../index/arrays.ts";
import type { IndexerState } from "../index/indexer.ts";
import type { SegmentData } from "../index/segment-data.ts";
import { segmentOf, segmentPieces } from "./segment-file.ts";

/** A complete state of an index, and the state of the source that it reflects. */
export interface Snapshot extends IndexerState {
  readonly head: SourceHead;
}

/** Storage for the snapshots of one index. */
export interface Snapshots {
  /** The last snapshot; undefined when there is none. @throws Error when it is damaged, or of another index */
  load(): Promise<Snapshot | undefined>;
  /** Replaces the last snapshot. @throws Error of the file system; the last snapshot then stays */
  save(snapshot: Snapshot): Promise<void>;
}

/** Incremented when the layout of segments or the text analysis changes: older snapshots are discarded. */
const FORMAT = 10;
const MANIFEST = "manifest.json";
/** Bytes per read or write. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** What a snapshot leaves free on its disk, on which a database may lie too. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
/** Begins with the process that has written the file. */
const PART_NAME = /^(\d+)-\d+-\d+\.part$/;

const Part = z.object({ file: z.string(), bytes: z.number(), checksum: z.number() });
type Part = z.infer<typeof Part>;
const Manifest = z.object({
  segments: z.array(z.object({ data: Part, live: Part.optional() })),
  dynamicPaths: z.array(z.string()),
  sequence: z.number(),
  position: z.string(),
});
type Manifest = z.infer<typeof Manifest>;

/**
 * Snapshots of one index in a folder: a file for each segment, written once since segments are immutable, and a
 * manifest with their names and checksums. The manifest is replaced atomically. What is inconsistent is not read.
 */
export class SnapshotStore implements Snapshots {
  readonly #folder: string;
  readonly #parent: string;
  /** Files of the segments in the last snapshot. Does not keep replaced segments in memory until the next one. */
  #written = new WeakMap<SegmentData, Part>();
  #nextFile = 0;
  readonly #freeBytes: typeof freeBytesOf;

  /** `identity`: what the index is built from and how. Snapshots with another identity are not read. */
  constructor(parent: string, identity: string, freeBytes = freeBytesOf) {
    this.#freeBytes = freeBytes;
    this.#parent = parent;
    this.#folder = join(parent, createHash("sha256").update(`${FORMAT}/${identity}`).digest("hex").slice(0, 16));
  }

  async load(): Promise<Snapshot | undefined> {
    const saved = await this.#manifest();
    if (saved === undefined) {
      await this.#removeLeft([]);
      return undefined;
    }
    const [checksum, text = ""] = saved.split("\n");
    if (checksum !== digest(text)) throw new Error(`${MANIFEST} is damaged`);
    try {
      const { segments, dynamicPaths, sequence, position } = Manifest.parse(JSON.parse(text));
      await this.#removeLeft(segments);
      const loaded = [];
      for (const { data: part, live } of segments) {
        const data = segmentOf(await this.#read(part));
        this.#written.set(data, part);
        loaded.push({ data, live: live && words(await this.#read(live)) });
      }
      // Positions in manifests come from the source.
      return { segments: loaded, dynamicPaths, head: { sequence, position: position as Position } };
    } catch (error) {
      this.#written = new WeakMap();
      throw error;
    }
  }

  /** Undefined where no snapshot was saved, or the first one not to its end. */
  async #manifest(): Promise<string | undefined> {
    const saved = await unlessMissing(readFile(join(this.#folder, MANIFEST), "utf8"));
    if (saved !== undefined) return saved;
    const files = await unlessMissing(readdir(this.#parent, { recursive: true }));
    if (files?.some((file) => basename(file) === MANIFEST))
      throw new Error("it is of another log, table, mapping or text analysis, or in another release's format");
    return undefined;
  }

  async save({ segments, dynamicPaths, head }: Snapshot): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const planned: { data: SegmentData; content: Part | Uint8Array[]; live: Uint8Array[] | undefined }[] = [];
    for (const { data, live } of segments) {
      const known = this.#written.get(data);
      const content = known && (await this.#isThere(known)) ? known : segmentPieces(data);
      planned.push({ data, content, live: live && [bytesOf(live)] });
    }
    await this.#expectRoom(
      planned.flatMap(({ content, live = [] }) => (Array.isArray(content) ? [...content, ...live] : live)),
    );
    const written = new WeakMap<SegmentData, Part>();
    const parts: Manifest["segments"] = [];
    const manifest: Manifest = { segments: parts, dynamicPaths: [...dynamicPaths], ...head };
    const added: string[] = [];
    const write = (pieces: readonly Uint8Array[]): Promise<Part> => {
      const file = this.#newName();
      added.push(file);
      return this.#write(file, pieces);
    };
    try {
      for (const { data, content, live } of planned) {
        const part = Array.isArray(content) ? await write(content) : content;
        written.set(data, part);
        parts.push({ data: part, ...(live && { live: await write(live) }) });
      }
      const text = JSON.stringify(manifest);
      const { file } = await write([Buffer.from(`${digest(text)}\n${text}`)]);
      await rename(join(this.#folder, file), join(this.#folder, MANIFEST));
    } catch (error) {
      // What is left of it would keep a full disk full.
      for (const file of added) await this.#remove(file);
      throw error;
    }
    this.#written = written;
    await this.#removeOthers(parts);
  }

  /** @throws Error when the disk has too little room to write so much */
  async #expectRoom(pieces: readonly Uint8Array[]): Promise<void> {
    const needed = pieces.reduce((sum, { length }) => sum + length, MIN_FREE_BYTES);
    const free = await this.#freeBytes(this.#folder);
    if (free < needed) throw new Error(`it needs ${needed} bytes free on its disk, which has ${free}`);
  }

  /** False if the file has been deleted or truncated. */
  async #isThere({ file, bytes }: Part): Promise<boolean> {
    const found = await stat(join(this.#folder, file)).catch(() => undefined);
    return found?.size === bytes;
  }

  async #read({ file, bytes, checksum }: Part): Promise<Uint8Array> {
    const content = sharedBytes(bytes);
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, bytes));
    await using handle = await open(join(this.#folder, file));
    let sum = 0;
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, bytes - at), at);
      if (bytesRead === 0) throw new Error(`${file} is too short`);
      sum = crc32(piece.subarray(0, bytesRead), sum);
      content.set(piece.subarray(0, bytesRead), at);
      at += bytesRead;
    }
    if (sum !== checksum) throw new Error(`${file} is damaged`);
    return content;
  }

  #newName(): string {
    return `${process.pid}-${Date.now()}-${this.#nextFile++}.part`;
  }

  async #write(file: string, pieces: readonly Uint8Array[]): Promise<Part> {
    await using handle = await open(join(this.#folder, file), "wx");
    let [bytes, checksum] = [0, 0];
    for (const piece of inBatches(pieces)) {
      await writeWhole(handle, piece);
      bytes += piece.length;
      checksum = crc32(piece, checksum);
    }
    await handle.sync();
    return { file, bytes, checksum };
  }

  /** Deletes files that the manifest does not name, and snapshots with another identity. */
  async #removeOthers(segments: Manifest["segments"]): Promise<void> {
    const kept = new Set([MANIFEST, ...filesOf(segments)]);
    for (const name of await readdir(this.#folder)) {
      if (!kept.has(name)) await rm(join(this.#folder, name), { force: true });
    }
    for (const name of await readdir(this.#parent)) {
      const folder = join(this.#parent, name);
      if (folder !== this.#folder) await rm(folder, { recursive: true, force: true });
    }
  }

  /** Deletes what was left by processes that were killed while they wrote a snapshot. Another may write one just now. */
  async #removeLeft(segments: Manifest["segments"]): Promise<void> {
    const kept = new Set(filesOf(segments));
    for (const name of (await unlessMissing(readdir(this.#folder))) ?? []) {
      const [, pid] = PART_NAME.exec(name) ?? [];
      if (pid !== undefined && !kept.has(name) && !isOther(Number(pid))) await this.#remove(name);
    }
  }

  /** What can't be deleted stays: it only takes room. */
  async #remove(file: string): Promise<void> {
    await rm(join(this.#folder, file), { force: true }).catch(() => undefined);
  }
}

const filesOf = (segments: Manifest["segments"]): string[] =>
  segments.flatMap(({ data, live }) => [data.file, ...(live ? [live.file] : [])]);

/** Whether another process has this number. */
const isOther = (pid: number): boolean => pid !== process.pid && answersSignals(pid);

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** What is read; undefined where there is no such file or folder. */
async function unlessMissing<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

const bytesOf = (bits: Uint32Array): Uint8Array => new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength);

function words(bytes: Uint8Array): Uint32Array {
  const copy = sharedWords(bytes.length / 4);
  bytesOf(copy).set(bytes);
  return copy;
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
}

/** Joins small pieces and splits large ones: a write for each would cost more than a copy. Batches share one buffer. */
function* inBatches(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  const batch = Buffer.alloc(PIECE_BYTES);
  let used = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + PIECE_BYTES - used);
      batch.set(part, used);
      used += part.length;
      at += part.length;
      if (used < PIECE_BYTES) continue;
      yield batch;
      used = 0;
    }
  }
  if (used > 0) yield batch.subarray(0, used);
}
