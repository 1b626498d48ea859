import { comparePositions, type Position, type RecordedEvent } from "../../event-store/port.ts";
import type { FeedBatch } from "../port.ts";
import type { Link } from "./message.ts";

/** Limits of one batch, which always has at least one event. */
export interface Limits {
  readonly batchSize: number;
  readonly batchBytes: number;
}

interface Queued {
  readonly offset: bigint;
  readonly event: RecordedEvent;
}

/** A partition, with its events up to `reached` that are not taken yet. */
interface Partition {
  reached: Position;
  /** Offset of the next message, if known. */
  next: bigint | undefined;
  queue: Queued[];
  /** Number of events of the queue in the batch being assembled. */
  taken: number;
  bytes: number;
}

/**
 * Merges the partitions of a topic: one run of events in the order of the log, each once, even if messages are repeated
 * or reordered. Missing events are reported to the caller, which reads them elsewhere.
 */
export class Merge {
  readonly #partitions = new Map<number, Partition>();
  #position: Position;
  #missing: Position | undefined;
  #expected = 1;

  /** Everything up to `position` counts as taken. */
  constructor(position: Position, bookmark: string | null) {
    this.#position = position;
    for (const [partition, next] of offsetsOf(bookmark)) this.#add(partition, next);
  }

  /** Everything up to this position was taken. */
  get position(): Position {
    return this.#position;
  }

  /**
   * Events up to this position are missing on the topic. Nothing can be taken before `skipTo` reports that they were
   * read.
   */
  get missing(): Position | undefined {
    return this.#missing;
  }

  /** All partitions have delivered everything up to this position. */
  get reached(): Position {
    let lowest: Position | undefined;
    for (const { reached } of this.#partitions.values()) {
      if (lowest === undefined || comparePositions(reached, lowest) < 0) lowest = reached;
    }
    return this.#partitions.size < this.#expected ? this.#position : (lowest ?? this.#position);
  }

  /** Offset to read a partition from; undefined when it is unknown. */
  next(partition: number): bigint | undefined {
    return this.#partitions.get(partition)?.next;
  }

  /** Buffered bytes of a partition. */
  bufferedBytes(partition: number): number {
    return this.#partitions.get(partition)?.bytes ?? 0;
  }

  /** Adds a partition of the topic. */
  assign(partition: number): void {
    if (!this.#partitions.has(partition)) this.#add(partition, undefined);
  }

  /** Accepts a message of a partition. `read` returns its event; undefined for none or an unwanted one. */
  accept(partition: number, offset: bigint, link: Link, read: () => RecordedEvent | undefined): void {
    const to = this.#partitions.get(partition) ?? this.#add(partition, undefined);
    to.next = offset + 1n;
    this.#expected = Math.max(this.#expected, link.partitions);
    if (comparePositions(link.position, to.reached) <= 0) return;
    if (comparePositions(link.after, to.reached) > 0) this.#miss(link.after);
    const event = read();
    to.reached = link.position;
    if (!event) return;
    to.queue.push({ offset, event });
    to.bytes += event.data.byteLength;
  }

  /** Skips a message without information on this log. */
  passOver(partition: number, offset: bigint): void {
    const at = this.#partitions.get(partition) ?? this.#add(partition, undefined);
    at.next = offset + 1n;
  }

  /** Reports that everything up to `position` was read elsewhere. */
  skipTo(position: Position): void {
    if (this.#missing !== undefined && comparePositions(position, this.#missing) >= 0) this.#missing = undefined;
    if (comparePositions(position, this.#position) <= 0) return;
    this.#position = position;
    for (const partition of this.#partitions.values()) {
      if (comparePositions(partition.reached, position) < 0) partition.reached = position;
      partition.queue = partition.queue.filter(({ event }) => comparePositions(event.position, position) > 0);
      partition.bytes = partition.queue.reduce((sum, { event }) => sum + event.data.byteLength, 0);
    }
  }

  /** The next events, as far as all partitions have delivered; undefined when there is no progress. */
  take({ batchSize, batchBytes }: Limits): FeedBatch | undefined {
    const end = this.reached;
    if (this.#missing !== undefined || comparePositions(end, this.#position) <= 0) return undefined;
    const events: RecordedEvent[] = [];
    let bytes = 0;
    let next = this.#lowest(end);
    for (; next; next = this.#lowest(end)) {
      if (events.length > 0 && (events.length === batchSize || bytes + next.data.byteLength > batchBytes)) break;
      events.push(next);
      bytes += next.data.byteLength;
      this.#pass(next.position);
    }
    this.#forgetTaken();
    this.#position = next ? (events.at(-1)?.position ?? end) : end;
    return { events, position: this.#position, ...this.bookmark() };
  }

  /** The offsets from which all events not yet taken are delivered again. */
  bookmark(): { readonly bookmark?: string } {
    const offsets = [...this.#partitions].flatMap(([partition, { queue, next }]) => {
      const offset = queue[0]?.offset ?? next;
      return offset === undefined ? [] : [[String(partition), String(offset)] as const];
    });
    return offsets.length === 0 ? {} : { bookmark: JSON.stringify(Object.fromEntries(offsets)) };
  }

  #add(partition: number, next: bigint | undefined): Partition {
    const added: Partition = { reached: this.#position, next, queue: [], taken: 0, bytes: 0 };
    this.#partitions.set(partition, added);
    return added;
  }

  /** The log's next event, if it does not lie beyond `end`. */
  #lowest(end: Position): RecordedEvent | undefined {
    let lowest: RecordedEvent | undefined;
    let max = end;
    for (const { queue, taken } of this.#partitions.values()) {
      const first = queue[taken]?.event;
      if (first === undefined || comparePositions(first.position, max) > 0) continue;
      lowest = first;
      max = first.position;
    }
    return lowest;
  }

  /** Takes the event from every partition that has it: some events are sent to all. */
  #pass(position: Position): void {
    for (const partition of this.#partitions.values()) {
      const first = partition.queue[partition.taken]?.event;
      if (first?.position !== position) continue;
      partition.taken += 1;
      partition.bytes -= first.data.byteLength;
    }
  }

  #forgetTaken(): void {
    for (const partition of this.#partitions.values()) {
      if (partition.taken > 0) partition.queue.splice(0, partition.taken);
      partition.taken = 0;
    }
  }

  #miss(position: Position): void {
    if (this.#missing === undefined || comparePositions(position, this.#missing) > 0) this.#missing = position;
  }
}

function offsetsOf(bookmark: string | null): [partition: number, next: bigint][] {
  if (bookmark === null) return [];
  const offsets: Readonly<Record<string, string>> = JSON.parse(bookmark);
  return Object.entries(offsets).map(([partition, offset]) => [Number(partition), BigInt(offset)]);
}
