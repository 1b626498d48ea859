import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, statfs } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { sharedBytes, sharedWords } from "../../../../search-engine/bytes/arrays.ts";
import type { IndexerState } from "../../../../search-engine/index/indexer.ts";
import type { SegmentData } from "../../../../search-engine/index/segment-data.ts";
import { SEGMENT_FORMAT, segmentOf, segmentPieces } from "../../../../search-engine/snapshot/segment-file.ts";
import { answersSignals } from "../../../answers-signals.ts";
import type { Folder } from "../../../data-folder/folder.ts";
import { folderIfThere, makeFolder, openFolder, readFrom } from "../../../data-folder/open.ts";
import type { Position } from "../../../event-store/port.ts";
import type { SourceHead } from "../../documents/source.ts";
import { MANIFEST, PART_NAME, removeSnapshot, SNAPSHOT_FOLDER } from "./files.ts";

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

/** Bytes per read or write. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Space that a snapshot leaves free on its disk, which may hold a database too. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

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
 * manifest with their names and checksums. The manifest is replaced atomically. Inconsistent snapshots are not read.
 */
export class SnapshotStore implements Snapshots {
  readonly #name: string;
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
    this.#name = createHash("sha256").update(`${SEGMENT_FORMAT}/${identity}`).digest("hex").slice(0, 16);
    this.#folder = join(parent, this.#name);
  }

  async load(): Promise<Snapshot | undefined> {
    const saved = this.#manifest();
    if (saved === undefined) {
      this.#removeLeft([]);
      return undefined;
    }
    const [checksum, text = ""] = saved.split("\n");
    if (checksum !== digest(text)) throw new Error(`${MANIFEST} is damaged`);
    try {
      const { segments, dynamicPaths, sequence, position } = Manifest.parse(JSON.parse(text));
      this.#removeLeft(segments);
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

  /** Undefined where no snapshot was saved completely. */
  #manifest(): string | undefined {
    const saved = readFrom(this.#folder, MANIFEST);
    if (saved !== undefined) return saved;
    using parent = folderIfThere(this.#parent);
    const others = parent?.entries().filter((entry) => entry.isDirectory() && SNAPSHOT_FOLDER.test(entry.name)) ?? [];
    if (others.some(({ name }) => readFrom(join(this.#parent, name), MANIFEST) !== undefined))
      throw new Error("it is of another log, table, mapping or text analysis, or in another release's format");
    return undefined;
  }

  async save({ segments, dynamicPaths, head }: Snapshot): Promise<void> {
    using folder = makeFolder(this.#folder);
    const planned: { data: SegmentData; content: Part | Uint8Array[]; live: Uint8Array[] | undefined }[] = [];
    for (const { data, live } of segments) {
      const known = this.#written.get(data);
      const content = known && folder.found(known.file)?.size === known.bytes ? known : segmentPieces(data);
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
      return writePart(folder, file, pieces);
    };
    try {
      for (const { data, content, live } of planned) {
        const part = Array.isArray(content) ? await write(content) : content;
        written.set(data, part);
        parts.push({ data: part, ...(live && { live: await write(live) }) });
      }
      const text = JSON.stringify(manifest);
      const { file } = await write([Buffer.from(`${digest(text)}\n${text}`)]);
      folder.rename(file, MANIFEST);
    } catch (error) {
      // Its remains would keep a full disk full.
      for (const file of added) removeIfPossible(folder, file);
      throw error;
    }
    this.#written = written;
    this.#removeOthers(folder, parts);
  }

  /** @throws Error when the disk has too little room to write so much */
  async #expectRoom(pieces: readonly Uint8Array[]): Promise<void> {
    const needed = pieces.reduce((sum, { length }) => sum + length, MIN_FREE_BYTES);
    const free = await this.#freeBytes(this.#folder);
    if (free < needed) throw new Error(`it needs ${needed} bytes free on its disk, which has ${free}`);
  }

  async #read({ file, bytes, checksum }: Part): Promise<Uint8Array> {
    const content = sharedBytes(bytes);
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, bytes));
    using folder = openFolder(this.#folder);
    await using handle = await folder.openHandle(file, constants.O_RDONLY);
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

  /** Deletes files missing in the manifest, and snapshots with another identity. */
  #removeOthers(folder: Folder, segments: Manifest["segments"]): void {
    const kept = new Set(filesOf(segments));
    for (const name of folder.names()) if (PART_NAME.test(name) && !kept.has(name)) folder.remove(name);
    using parent = openFolder(this.#parent);
    for (const name of parent.names()) if (name !== this.#name) removeSnapshot(parent, name);
  }

  /**
   * Deletes the remains of processes that were killed while they wrote a snapshot. Another process may be writing one
   * now.
   */
  #removeLeft(segments: Manifest["segments"]): void {
    const kept = new Set(filesOf(segments));
    using folder = folderIfThere(this.#folder);
    for (const name of folder?.names() ?? []) {
      const [, pid] = PART_NAME.exec(name) ?? [];
      if (folder && pid !== undefined && !kept.has(name) && !isOther(Number(pid))) removeIfPossible(folder, name);
    }
  }
}

async function writePart(folder: Folder, file: string, pieces: readonly Uint8Array[]): Promise<Part> {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  await using handle = await folder.openHandle(file, O_WRONLY | O_CREAT | O_EXCL);
  let [bytes, checksum] = [0, 0];
  for (const piece of inBatches(pieces)) {
    await writeWhole(handle, piece);
    bytes += piece.length;
    checksum = crc32(piece, checksum);
  }
  await handle.sync();
  return { file, bytes, checksum };
}

/** Deletes a file. If that fails, it stays and only takes space. */
function removeIfPossible(folder: Folder, file: string): void {
  try {
    folder.remove(file);
  } catch {
    // The next start tries again.
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

/**
 * Joins small pieces and splits large ones, since a write for each would cost more than a copy. Batches share one
 * buffer.
 */
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
