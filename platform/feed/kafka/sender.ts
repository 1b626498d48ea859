import { type Kafka, Partitioners, type Producer } from "kafkajs";
import type { EventBatch, Position } from "../../event-store/port.ts";
import { closed } from "../../kafka/closing.ts";
import { type Addressed, requests, sendRequest } from "../../kafka/requests.ts";
import { eventMessage, type Link, watermark } from "./message.ts";
import { addresseeOf, partitionOf, type Route } from "./routes.ts";

/** What stands beside an event's content takes at most, but for its stream. */
const NOTE_BYTES = 1_024;

/** Sends runs of the log to their topics. */
export class Sender {
  readonly #producer: Producer;
  readonly #log: string;
  readonly #routes: readonly Route[];
  readonly #byType: ReadonlyMap<string, Route>;
  /** How many partitions each topic has, as the brokers last said. */
  readonly #partitions: Map<string, number>;

  private constructor(producer: Producer, log: string, routes: readonly Route[], partitions: Map<string, number>) {
    this.#producer = producer;
    this.#log = log;
    this.#routes = routes;
    this.#byType = new Map(routes.flatMap((route) => route.types.map((type) => [type, route] as const)));
    this.#partitions = partitions;
  }

  /**
   * Connects. `position` of `log` is how far the topics are, which is said again on each: so the brokers tell how many
   * partitions there are. @throws KafkaJSError, TopicUnknown
   */
  static async open(kafka: Kafka, routes: readonly Route[], log: string, position: Position): Promise<Sender> {
    const partitions = new Map<string, number>();
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      // What is not sent by then is sent anew, from the checkpoint: whatever that repeats, readers pass over.
      retry: { retries: 4, maxRetryTime: 3_000 },
      createPartitioner: () => {
        const choose = Partitioners.DefaultPartitioner();
        return (choice) => {
          partitions.set(choice.topic, choice.partitionMetadata.length);
          return choose(choice);
        };
      },
    });
    await producer.connect();
    const sender = new Sender(producer, log, routes, partitions);
    const link = { after: position, position, partitions: 1 };
    const watermarks = routes.map(({ name }) => sender.#watermark(name, 0, link));
    await sendRequest(producer, watermarks);
    return sender;
  }

  /**
   * Resolves when every replica that counts has the events after `from`, and every partition knows how far the log is.
   * @throws KafkaJSError, TopicUnknown
   */
  async send(from: Position, { events, position }: EventBatch): Promise<void> {
    const ends = new Map(
      this.#routes.map(({ name }) => [name, Array.from({ length: this.#count(name) }, () => from)] as const),
    );
    const messages: Addressed[] = [];
    for (const event of events) {
      const topic = this.#byType.get(event.type)?.name;
      const reached = topic === undefined ? undefined : ends.get(topic);
      if (topic === undefined || !reached) throw new RangeError(`no topic carries ${event.type}`);
      const { key, everywhere } = addresseeOf(event.stream);
      const partitions = everywhere ? reached.keys() : [partitionOf(key, reached.length)];
      for (const partition of partitions) {
        const link = { after: reached[partition] ?? from, position: event.position, partitions: reached.length };
        reached[partition] = event.position;
        const message = eventMessage(event, key, partition, this.#log, link);
        const bytes = event.data.byteLength + 2 * Buffer.byteLength(event.stream) + NOTE_BYTES;
        messages.push({ topic, partition, message, bytes });
      }
    }
    for (const [topic, reached] of ends) {
      for (const [partition, after] of reached.entries()) {
        if (after === position) continue;
        messages.push(this.#watermark(topic, partition, { after, position, partitions: reached.length }));
      }
    }
    for (const request of requests(messages)) await sendRequest(this.#producer, request);
  }

  async close(): Promise<void> {
    await closed(this.#producer.disconnect());
  }

  #watermark(topic: string, partition: number, link: Link): Addressed {
    return { topic, partition, message: watermark(partition, this.#log, link), bytes: NOTE_BYTES };
  }

  #count(topic: string): number {
    return this.#partitions.get(topic) ?? 1;
  }
}
