import { randomUUID } from "node:crypto";
import type { EventBatch, Position, RecordedEvent } from "../../event-store/port.ts";
import type { Kafka, OutgoingMessage, Producer } from "../../kafka/port.ts";
import { requests } from "../../kafka/requests.ts";
import { eventMessage, type Link, type Origin, watermark } from "./message.ts";
import { partitionKeyOf, partitionOf, type Route } from "./routes.ts";

/** An upper bound of a message's bytes besides the event's content and stream name. */
const NOTE_BYTES = 1_024;

/** Sends batches of the log to their topics. */
export class Sender {
  readonly #producer: Producer;
  readonly #origin: Origin;
  readonly #routes: readonly Route[];
  readonly #byType: ReadonlyMap<string, Route>;

  private constructor(producer: Producer, log: string, routes: readonly Route[]) {
    this.#producer = producer;
    this.#origin = { log, run: randomUUID() };
    this.#routes = routes;
    this.#byType = new Map(routes.flatMap((route) => route.types.map((type) => [type, route] as const)));
  }

  /**
   * Connects. The topics already have the events of `log` up to `position`. This sends a watermark for it to each,
   * since the answer has the topic's number of partitions.
   * @throws KafkaError
   */
  static async open(kafka: Kafka, routes: readonly Route[], log: string, position: Position): Promise<Sender> {
    const producer = await kafka.connectProducer({ idempotent: true });
    const sender = new Sender(producer, log, routes);
    const link = { after: position, position, partitions: 1 };
    await producer.send(routes.map(({ name }) => sender.#watermark(name, 0, link)));
    return sender;
  }

  /**
   * Resolves when all in-sync replicas have the events after `from`, and every partition a message with `position`.
   * @throws KafkaError
   */
  async send(from: Position, { events, position }: EventBatch): Promise<void> {
    const ends = new Map(
      this.#routes.map(({ name }) => [name, Array.from({ length: this.#count(name) }, () => from)] as const),
    );
    const messages: OutgoingMessage[] = [];
    for (const event of events) {
      const topic = this.#byType.get(event.type)?.name;
      const reached = topic === undefined ? undefined : ends.get(topic);
      if (topic === undefined || !reached) throw new RangeError(`no topic carries ${event.type}`);
      const { key, isBroadcast } = partitionKeyOf(event.stream);
      const partitions = isBroadcast ? reached.keys() : [partitionOf(key, reached.length)];
      for (const partition of partitions) {
        const link = { after: reached[partition] ?? from, position: event.position, partitions: reached.length };
        reached[partition] = event.position;
        const bytes = event.data.byteLength + noteBytes(event);
        messages.push({ topic, partition, ...eventMessage(event, key, this.#origin, link), bytes });
      }
    }
    const at = events.at(-1)?.position === position ? events.at(-1) : undefined;
    for (const [topic, reached] of ends) {
      for (const [partition, after] of reached.entries()) {
        if (after === position) continue;
        messages.push(this.#watermark(topic, partition, { after, position, partitions: reached.length }, at));
      }
    }
    for (const request of requests(messages)) await this.#producer.send(request);
  }

  async close(): Promise<void> {
    await this.#producer.close();
  }

  #watermark(topic: string, partition: number, link: Link, at?: RecordedEvent): OutgoingMessage {
    return { topic, partition, ...watermark(this.#origin, link, at), bytes: noteBytes(at) };
  }

  #count(topic: string): number {
    return this.#producer.partitions(topic) ?? 1;
  }
}

/** An upper bound of a message's bytes besides the event's content. */
function noteBytes(at: RecordedEvent | undefined): number {
  return NOTE_BYTES + (at ? 2 * Buffer.byteLength(at.stream) : 0);
}
