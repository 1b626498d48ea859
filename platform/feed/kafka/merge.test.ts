import fc from "fast-check";
import { expect, test } from "vitest";
import { positionOf } from "../../../test/position.ts";
import { comparePositions, type Position, type RecordedEvent } from "../../event-store/port.ts";
import { Merge } from "./merge.ts";
import type { Link } from "./message.ts";

const all = { batchSize: 1_000, batchBytes: 1e6 };

function place(number: number): Position {
  return positionOf(String(number).padStart(6, "0"));
}

function event(number: number): RecordedEvent {
  const meta = { time: "2026-01-01T00:00:00Z", actor: "test", provider: "norway", correlationId: "test" };
  const rest = { revision: 0, id: `id-${number}`, type: "Added", schemaVersion: 1, data: Buffer.from("{}"), meta };
  return { position: place(number), stream: `stream-${number}`, ...rest };
}

interface Sent extends Link {
  readonly partition: number;
  readonly offset: bigint;
  readonly event: RecordedEvent | undefined;
}

/** Topics as a relay fills them. */
class Topic {
  readonly sent: Sent[] = [];
  readonly #partitions: number;
  readonly #ends: bigint[];

  constructor(partitions: number) {
    this.#partitions = partitions;
    this.#ends = Array.from({ length: partitions }, () => 0n);
  }

  /**
   * Sends the events after `from` up to `to`, and a watermark. An event's partition depends on its number; every fifth
   * event goes to all.
   */
  relay(from: number, to: number): void {
    for (let partition = 0; partition < this.#partitions; partition++) {
      let after = place(from);
      const numbers = Array.from({ length: to - from }, (_, index) => from + 1 + index);
      for (const number of numbers.filter((each) => each % 5 === 0 || each % this.#partitions === partition)) {
        this.#send({ partition, after, position: place(number), event: event(number) });
        after = place(number);
      }
      if (after !== place(to)) this.#send({ partition, after, position: place(to), event: undefined });
    }
  }

  #send(message: Omit<Sent, "offset" | "partitions">): void {
    const offset = this.#ends[message.partition] ?? 0n;
    this.#ends[message.partition] = offset + 1n;
    this.sent.push({ ...message, offset, partitions: this.#partitions });
  }
}

function give(merge: Merge, messages: readonly Sent[]): void {
  for (const { partition, offset, event: sent, ...link } of messages) merge.accept(partition, offset, link, () => sent);
}

function numbers(events: readonly RecordedEvent[]): number[] {
  return events.map(({ position }) => Number(position));
}

test("partitions are merged in the order of the log, up to where all of them have delivered", () => {
  const topic = new Topic(2);
  topic.relay(0, 5);
  const merge = new Merge(place(0), null);
  give(
    merge,
    topic.sent.filter(({ partition }) => partition === 0),
  );
  expect(merge.take(all)).toBeUndefined();
  give(
    merge,
    topic.sent.filter(({ partition }) => partition === 1),
  );
  const batch = merge.take(all);
  expect(numbers(batch?.events ?? [])).toEqual([1, 2, 3, 4, 5]);
  expect(batch?.position).toBe(place(5));
});

test("a watermark moves a partition without events", () => {
  const merge = new Merge(place(0), null);
  merge.accept(0, 0n, { after: place(0), position: place(7), partitions: 2 }, () => event(7));
  expect(merge.take(all)).toBeUndefined();
  merge.accept(1, 0n, { after: place(0), position: place(9), partitions: 2 }, () => undefined);
  expect(merge.take(all)).toMatchObject({ events: [event(7)], position: place(7) });
});

test("an unknown partition holds the others up until it has delivered", () => {
  const merge = new Merge(place(0), null);
  merge.accept(0, 0n, { after: place(0), position: place(2), partitions: 2 }, () => event(2));
  expect(merge.take(all)).toBeUndefined();
  merge.assign(1);
  merge.accept(1, 0n, { after: place(0), position: place(1), partitions: 2 }, () => event(1));
  merge.accept(1, 1n, { after: place(1), position: place(2), partitions: 2 }, () => undefined);
  expect(numbers(merge.take(all)?.events ?? [])).toEqual([1, 2]);
});

test("events that were not delivered are reported as missing, and nothing is taken until they are read elsewhere", () => {
  const topic = new Topic(1);
  topic.relay(0, 5);
  const merge = new Merge(place(0), null);
  give(
    merge,
    topic.sent.filter((_, index) => index !== 2),
  );
  expect(merge.missing).toBe(place(3));
  expect(merge.take(all)).toBeUndefined();
  merge.skipTo(place(3));
  expect(merge.missing).toBeUndefined();
  expect(numbers(merge.take(all)?.events ?? [])).toEqual([4, 5]);
});

test("a batch is limited, and its bookmark leads to the remaining events", () => {
  const topic = new Topic(1);
  topic.relay(0, 5);
  const merge = new Merge(place(0), null);
  give(merge, topic.sent);
  expect(merge.take({ batchSize: 2, batchBytes: 1e6 })).toMatchObject({ position: place(2), bookmark: '{"0":"2"}' });
  expect(merge.take({ batchSize: 10, batchBytes: 5 })).toMatchObject({ position: place(4), bookmark: '{"0":"4"}' });
  expect(merge.take(all)).toMatchObject({ position: place(5), bookmark: '{"0":"5"}' });
  expect(new Merge(place(4), '{"0":"4"}').next(0)).toBe(4n);
});

test("an event on every partition is taken once, wherever a batch ends", () => {
  for (const batchSize of [1, 2, 5]) {
    const merge = new Merge(place(0), null);
    for (const partition of [0, 1, 2]) {
      const own = partition + 1;
      merge.accept(partition, 0n, { after: place(0), position: place(own), partitions: 3 }, () => event(own));
      merge.accept(partition, 1n, { after: place(own), position: place(4), partitions: 3 }, () => event(4));
      merge.accept(partition, 2n, { after: place(4), position: place(5), partitions: 3 }, () => undefined);
    }
    const taken: number[] = [];
    for (
      let batch = merge.take({ batchSize, batchBytes: 1e6 });
      batch;
      batch = merge.take({ batchSize, batchBytes: 1e6 })
    ) {
      taken.push(...numbers(batch.events));
    }
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(merge.position).toBe(place(5));
    expect(merge.bookmark()).toEqual({ bookmark: '{"0":"3","1":"3","2":"3"}' });
    expect([0, 1, 2].map((partition) => merge.bufferedBytes(partition))).toEqual([0, 0, 0]);
  }
});

test("messages of another log move only the offset", () => {
  const merge = new Merge(place(0), null);
  merge.passOver(0, 41n);
  expect(merge.take(all)).toBeUndefined();
  expect(merge.bookmark()).toEqual({ bookmark: '{"0":"42"}' });
});

test("whatever is repeated, reordered or lost, each event is taken once, in order, and positions are right", () => {
  const cuts = fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { minLength: 1, maxLength: 8 });
  const disorder = fc.array(fc.record({ from: fc.nat(), to: fc.nat(), kind: fc.nat(2) }), { maxLength: 12 });
  const sizes = fc.integer({ min: 1, max: 7 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), cuts, disorder, sizes, (partitions, relays, faults, batchSize) => {
      const topic = new Topic(partitions);
      let head = 0;
      // A relay that takes over begins a little before the end of the last one.
      for (const [more, again] of relays) {
        const from = Math.max(0, head - again);
        head += more;
        topic.relay(from, head);
      }
      const arrived = disordered(topic.sent, faults);
      const merge = new Merge(place(0), null);
      const taken: number[] = [];
      const check = (position: Position) => {
        const expected = Array.from({ length: head }, (_, index) => index + 1);
        expect(taken).toEqual(expected.filter((number) => comparePositions(place(number), position) <= 0));
      };
      const skipTo = (position: Position) => {
        for (let number = Number(merge.position) + 1; number <= Number(position); number++) taken.push(number);
        merge.skipTo(position);
        check(position);
      };
      for (const message of arrived) {
        give(merge, [message]);
        if (merge.missing !== undefined) skipTo(merge.missing);
        for (let batch = merge.take({ ...all, batchSize }); batch; batch = merge.take({ ...all, batchSize })) {
          taken.push(...numbers(batch.events));
          check(batch.position);
        }
      }
      skipTo(place(head));
      check(place(head));
    }),
    { numRuns: 500 },
  );
});

interface Fault {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

/** Some messages lost, repeated or moved. */
function disordered(messages: readonly Sent[], faults: readonly Fault[]): Sent[] {
  const result = [...messages];
  for (const { from, to, kind } of faults) {
    const at = from % result.length;
    const message = result[at];
    if (message === undefined) break;
    if (kind !== 1) result.splice(at, 1);
    if (kind !== 0) result.splice(to % (result.length + 1), 0, message);
  }
  return result;
}
