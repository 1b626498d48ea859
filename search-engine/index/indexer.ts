import { countBits, type DocNumbers, item, MAX_SEGMENT_DOCUMENTS, sharedBits, u16, u32 } from "../bytes/arrays.ts";
import { Comparison } from "./comparison.ts";
import { mergeSegments } from "./merge.ts";
import { MERGE_FACTOR, nextMerge, nextQuietMerge, SMALL_SEGMENT } from "./merge-policy.ts";
import { idField, type MappingJson, Schema } from "./schema.ts";
import { SegmentBuilder } from "./segment-builder.ts";
import type { SegmentData } from "./segment-data.ts";
import { SegmentMemory } from "./segment-memory.ts";
import { heldBytes } from "./sources.ts";
import { Dictionary, utf8 } from "./terms.ts";

/** A document that was added, replaced or deleted. */
export interface DocumentChange {
  readonly id: string;
  /** UTF-8 JSON, undefined when the document is deleted. */
  readonly document: Uint8Array | undefined;
}

/** A segment that was built elsewhere. */
export interface BuiltSegment {
  /** Without an id of its own yet; undefined where there are no documents. */
  readonly data: SegmentData | undefined;
  /** Paths of the dynamic fields in its documents. */
  readonly dynamicPaths: readonly string[];
}

/**
 * Changes of the index since the previous publication. All arrays are in shared memory, so it can be posted to another
 * thread.
 */
export interface Publication {
  /** Publications of an indexer are numbered from 1. */
  readonly number: number;
  /** All segments in index order: ids, and live bits if documents are deleted. */
  readonly segments: readonly { readonly id: number; readonly live: Uint32Array | undefined }[];
  /** Segments that are not in an earlier publication. */
  readonly added: readonly SegmentData[];
  /** Paths of dynamic fields that are new since the previous publication. */
  readonly dynamicPaths: readonly string[];
  readonly documentCount: number;
}

/** State from which the index can be continued later. */
export interface IndexerState {
  readonly segments: readonly { readonly data: SegmentData; readonly live: Uint32Array | undefined }[];
  /** Paths of all dynamic fields. */
  readonly dynamicPaths: readonly string[];
}

/** Bytes of documents that wait uncompressed for a merge. Further ones are compressed at once. */
const MAX_UNCOMPRESSED_BYTES = 32 * 1024 * 1024;

/** Number of segments that may wait for merges. */
const MAX_WAITING = 3 * MERGE_FACTOR;

interface Held {
  readonly data: SegmentData;
  readonly ids: Dictionary;
  readonly docOfId: Uint32Array;
  live: Uint32Array | undefined;
  /** The live bits are in use elsewhere: the next deletion copies them. */
  livePublished: boolean;
  liveCount: number;
}

/**
 * Maintains the segments of one index: adds, replaces and deletes documents, and merges. Single-threaded, without I/O.
 */
export class Indexer {
  readonly #schema: Schema;
  readonly #sourceMemory: number;
  #segments: Held[] = [];
  #builder: SegmentBuilder;
  /** Numbers of the documents in the segment that is being built, by id. */
  #building = new Map<string, number>();
  #buildingDeleted = new Set<number>();
  readonly #knownIds = new IdHashes();
  #nextId = 1;
  #added: SegmentData[] = [];
  #publications = 0;
  readonly #memory = new SegmentMemory();
  #publishedPaths = 0;
  #merge: RunningMerge | undefined;

  /**
   * `sourceMemory`: maximum bytes of documents that the segments hold. Documents beyond it are indexed but not held.
   */
  constructor(mapping: MappingJson, dynamicLimit: number, sourceMemory = 0) {
    this.#schema = new Schema(mapping, dynamicLimit);
    this.#sourceMemory = sourceMemory;
    this.#builder = this.#newBuilder();
  }

  /** Number of documents in the segment that is being built. */
  get building(): number {
    return this.#builder.documentCount;
  }

  /** Whether so many segments wait for a merge that it should run before further changes: each takes memory. */
  get isBehind(): boolean {
    return this.#segments.filter(({ liveCount }) => liveCount < SMALL_SEGMENT * MERGE_FACTOR).length > MAX_WAITING;
  }

  apply(change: DocumentChange): void {
    const { id } = change;
    if (this.#knownIds.add(id)) this.#delete(id);
    if (change.document === undefined) return;
    if (this.#builder.documentCount === MAX_SEGMENT_DOCUMENTS) this.flush();
    this.#building.set(id, this.#builder.add(id, change.document));
  }

  /**
   * Adds a segment that was built elsewhere. Its documents must be new to this index, and follow the existing ones.
   * Returns false, with nothing added, if it could exceed the limit of dynamic fields: its documents must then be added
   * one by one, since their order decides which names become fields.
   */
  adopt({ data, dynamicPaths }: BuiltSegment): boolean {
    const limit = this.#schema.dynamicLimit;
    const fields = new Set([...this.#schema.dynamicPaths, ...dynamicPaths]).size;
    // A segment at the limit may have ignored further names, which is right only for the first documents of the index.
    const mayMiss = dynamicPaths.length > 0 && dynamicPaths.length >= limit && this.#segments.length > 0;
    if (fields > limit || mayMiss) return false;
    for (const path of dynamicPaths) this.#schema.learnDynamic(path);
    if (data) {
      const held = hold({ ...data, id: this.#nextId++ });
      for (let id = 0; id < held.ids.size; id++) this.#knownIds.add(held.ids.text(id));
      this.#segments.push(held);
      this.#added.push(held.data);
      this.#builder = this.#newBuilder();
    }
    return true;
  }

  /** Continues the index of a snapshot. Must be called before anything is added. */
  restore({ segments, dynamicPaths }: IndexerState): void {
    for (const path of dynamicPaths) this.#schema.learnDynamic(path);
    for (const { data, live } of segments) {
      const held = hold(data);
      for (let id = 0; id < held.ids.size; id++) this.#knownIds.add(held.ids.text(id));
      if (live) {
        held.live = live;
        held.livePublished = true;
        held.liveCount = countBits(live);
      }
      this.#segments.push(held);
      this.#added.push(data);
      this.#nextId = Math.max(this.#nextId, data.id + 1);
    }
    this.#builder = this.#newBuilder();
  }

  /** Compares the documents of the completed segments with others. Changes may be applied meanwhile. */
  compare(): Comparison {
    return new Comparison(this.#segments.map((held) => ({ ...held, live: copyOfLive(held) })));
  }

  /** The completed segments and all dynamic fields. Later changes do not modify the arrays. */
  state(): IndexerState {
    const segments = this.#segments.map((held) => {
      held.livePublished = true;
      return { data: held.data, live: held.live };
    });
    return { segments, dynamicPaths: [...this.#schema.dynamicPaths] };
  }

  /** Completes the segment that is being built, if it has documents. */
  flush(): void {
    if (this.#builder.documentCount === 0) return;
    const data = this.#builder.build(this.#nextId++);
    const held = hold(data);
    for (const doc of this.#buildingDeleted) markDeleted(held, doc);
    this.#building = new Map();
    this.#buildingDeleted = new Set();
    if (held.liveCount > 0) {
      this.#segments.push(held);
      this.#added.push(data);
    }
    this.#builder = this.#newBuilder();
  }

  /** Completes the current segment and returns what has changed since the previous publication. */
  publish(): Publication {
    this.flush();
    this.#segments = this.#segments.filter((held) => held.liveCount > 0 || this.#merge?.takes(held));
    const added = this.#added.filter((data) => this.#segments.some((held) => held.data === data));
    const made = this.#added;
    this.#added = [];
    const dynamicPaths = this.#schema.dynamicPaths.slice(this.#publishedPaths);
    this.#publishedPaths += dynamicPaths.length;
    const number = ++this.#publications;
    this.#memory.published(
      number,
      this.#segments.map(({ data }) => data),
      made,
    );
    const segments = this.#segments.map((held) => {
      held.livePublished = true;
      return { id: held.data.id, live: held.live };
    });
    const documentCount = this.#segments.reduce((sum, held) => sum + held.liveCount, 0);
    return { number, segments, added, dynamicPaths, documentCount };
  }

  /** Recycles the memory of segments that publication `number` has replaced. Nobody may read them any more. */
  release(number: number): void {
    this.#memory.release(number);
  }

  /**
   * Merges for about 20 ms. Returns "idle" when there is nothing to merge, "merged" when the segments have changed and
   * should be published. `isQuiet`: there are no changes, so segments are merged that would otherwise wait for more of
   * their size.
   */
  mergeStep(isQuiet = false): "idle" | "working" | "merged" {
    this.#merge ??= this.#nextMerge(isQuiet);
    if (!this.#merge) return "idle";
    const merged = this.#merge.step();
    if (!merged) return "working";
    const { sources } = this.#merge;
    const first = this.#segments.indexOf(item(sources, 0));
    this.#merge = undefined;
    this.#segments.splice(first, sources.length, ...(merged.liveCount > 0 ? [merged] : []));
    this.#added.push(merged.data);
    return "merged";
  }

  #newBuilder(): SegmentBuilder {
    const { total, uncompressed } = heldBytes(this.#segments.map(({ data }) => data));
    return new SegmentBuilder(this.#schema, {
      sourceRoom: Math.max(0, this.#sourceMemory - total),
      compresses: uncompressed > MAX_UNCOMPRESSED_BYTES,
    });
  }

  #delete(id: string): void {
    const building = this.#building.get(id);
    if (building !== undefined) {
      this.#buildingDeleted.add(building);
      this.#building.delete(id);
      return;
    }
    const term = utf8(id);
    for (let index = this.#segments.length - 1; index >= 0; index--) {
      const held = item(this.#segments, index);
      const ordinal = held.ids.find(term);
      if (ordinal >= 0 && markDeleted(held, u32(held.docOfId, ordinal))) return;
    }
  }

  #nextMerge(isQuiet: boolean): RunningMerge | undefined {
    const sizes = this.#segments.map(({ liveCount, data: { maxDoc } }) => ({ liveCount, maxDoc }));
    const run = nextMerge(sizes) ?? (isQuiet ? nextQuietMerge(sizes) : undefined);
    return run && new RunningMerge(this.#segments.slice(run.start, run.end), this.#nextId++);
  }
}

class RunningMerge {
  readonly sources: readonly Held[];
  readonly #liveAtStart: readonly (Uint32Array | undefined)[];
  readonly #steps: Generator<void, { data: SegmentData; docMaps: readonly Int32Array[] }>;

  constructor(sources: readonly Held[], id: number) {
    this.sources = sources;
    for (const held of sources) held.livePublished = true;
    this.#liveAtStart = sources.map((held) => held.live);
    this.#steps = mergeSegments(
      id,
      sources.map((held) => ({ data: held.data, live: held.live })),
    );
  }

  takes(held: Held): boolean {
    return this.sources.includes(held);
  }

  /** Merges for about 20 ms. Returns the merged segment when done, without the documents deleted in the meantime. */
  step(): Held | undefined {
    const until = performance.now() + 20;
    for (;;) {
      const step = this.#steps.next();
      if (step.done) return this.#finish(step.value.data, step.value.docMaps);
      if (performance.now() > until) return undefined;
    }
  }

  #finish(data: SegmentData, docMaps: readonly Int32Array[]): Held {
    const merged = hold(data);
    for (const [index, held] of this.sources.entries()) {
      if (held.live === this.#liveAtStart[index]) continue;
      item(docMaps, index).forEach((target, doc) => {
        if (target >= 0 && !isLive(held, doc)) markDeleted(merged, target);
      });
    }
    return merged;
  }
}

function hold(data: SegmentData): Held {
  const ids = data.ordinals.get(idField);
  const postings = data.inverted.get(idField);
  if (!ids || !postings) throw new Error("a segment without ids");
  return {
    data,
    ids: new Dictionary(ids.dictionary),
    docOfId: lastPostings(postings.starts, postings.docs),
    live: undefined,
    livePublished: false,
    liveCount: data.maxDoc,
  };
}

/** A document replaced inside one batch is there twice: the last one lives. */
function lastPostings(starts: Uint32Array, docs: DocNumbers): Uint32Array {
  const last = new Uint32Array(starts.length - 1);
  for (let term = 0; term < last.length; term++) last[term] = u16(docs, u32(starts, term + 1) - 1);
  return last;
}

const isLive = ({ live }: Held, doc: number): boolean =>
  live === undefined || (u32(live, doc >>> 5) & (1 << (doc & 31))) !== 0;

/** False if the document was already deleted. */
function markDeleted(held: Held, doc: number): boolean {
  if (!isLive(held, doc)) return false;
  if (held.live === undefined || held.livePublished) {
    held.live = copyOfLive(held);
    held.livePublished = false;
  }
  held.live[doc >>> 5] = u32(held.live, doc >>> 5) & ~(1 << (doc & 31));
  held.liveCount--;
  return true;
}

function copyOfLive({ live, data }: Held): Uint32Array {
  const copy = sharedBits(data.maxDoc);
  if (live) copy.set(live);
  else fillBits(copy, data.maxDoc);
  return copy;
}

function fillBits(bits: Uint32Array, size: number): void {
  bits.fill(0xffffffff);
  if (size & 31) bits[bits.length - 1] = 0xffffffff >>> (32 - (size & 31));
  if (countBits(bits) !== size) throw new Error("bits beyond the last document");
}

/** Hashes of all ids ever added. An id whose hash is not found is new, so no segment is searched for it. */
class IdHashes {
  #slots = new Int32Array(1024);
  #size = 0;

  /** Adds an id. True if it may have been added before. */
  add(id: string): boolean {
    let hash = 0x811c9dc5;
    for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) || 1;
    hash ^= hash >>> 13;
    if (!this.#insert(hash || 1)) return true;
    if (++this.#size * 2 > this.#slots.length) {
      const old = this.#slots;
      this.#slots = new Int32Array(old.length * 2);
      for (const each of old) if (each !== 0) this.#insert(each);
    }
    return false;
  }

  #insert(hash: number): boolean {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) if (slots[slot] === hash) return false;
    slots[slot] = hash;
    return true;
  }
}
