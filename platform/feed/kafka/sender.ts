import { type Kafka, type Message, Partitioners, type Producer } from "kafkajs";
import type { EventBatch, Position } from "../../event-store/port.ts";
import { closed } from "../../kafka/closing.ts";
import { eventMessage, watermark } from "./message.ts";
import { partitionOf, type Route } from "./routes.ts";

/** Bytes of one request: brokers take a mebibyte for a partition unless told otherwise. */
const REQUEST_BYTES = 900 * 1024;
/** What the headers of a message take at most, but for its stream. */
const HEADER_BYTES = 1_024;

/** What one request carries, in order. */
interface Addressed {
  readonly topic: string;
  readonly message: Message;
  readonly bytes: number;
}

/** A topic has been deleted, or is not known to every broker yet. */
export class TopicUnknown extends Error {
  override readonly name = "TopicUnknown";
}

/** Sends runs of the log to their topics. */
export class Sender {
  readonly #producer: Producer;
  readonly #routes: readonly Route[];
  readonly #byType: ReadonlyMap<string, Route>;
  /** How many partitions each topic has, as the brokers last said. */
  readonly #partitions: Map<string, number>;

  private constructor(producer: Producer, routes: readonly Route[], partitions: Map<string, number>) {
    this.#producer = producer;
    this.#routes = routes;
    this.#byType = new Map(routes.flatMap((route) => route.types.map((type) => [type, route] as const)));
    this.#partitions = partitions;
  }

  /**
   * Connects. `position` is how far the topics are, which is said again on each: so the brokers tell how many
   * partitions there are. @throws KafkaJSError, TopicUnknown
   */
  static async open(kafka: Kafka, routes: readonly Route[], position: Position): Promise<Sender> {
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
    const sender = new Sender(producer, routes, partitions);
    const link = { after: position, position, partitions: 1 };
    await sender.#send(routes.map(({ name }) => ({ topic: name, message: watermark(0, link), bytes: HEADER_BYTES })));
    return sender;
  }

  /**
   * Resolves when every replica that counts has the events after `from`, and every partition knows how far the log is.
   * @throws KafkaJSError, TopicUnknown
   */
  async send(from: Position, { events, position }: EventBatch): Promise<void> {
    const sent = new Map<string, Position>();
    const place = (topic: string, partition: number, to: Position) => {
      const key = `${topic} ${partition}`;
      const after = sent.get(key) ?? from;
      sent.set(key, to);
      return { after, position: to, partitions: this.#count(topic) };
    };
    const messages: Addressed[] = [];
    for (const event of events) {
      const topic = this.#byType.get(event.type)?.name;
      if (topic === undefined) throw new RangeError(`no topic carries ${event.type}`);
      const partition = partitionOf(event, this.#count(topic));
      const link = place(topic, partition, event.position);
      const bytes = event.data.byteLength + 2 * Buffer.byteLength(event.stream) + HEADER_BYTES;
      messages.push({ topic, message: eventMessage(event, partition, link), bytes });
    }
    for (const { name: topic } of this.#routes) {
      for (let partition = 0; partition < this.#count(topic); partition++) {
        if (sent.get(`${topic} ${partition}`) === position) continue;
        messages.push({ topic, message: watermark(partition, place(topic, partition, position)), bytes: HEADER_BYTES });
      }
    }
    for (const request of requests(messages)) await this.#send(request);
  }

  async close(): Promise<void> {
    await closed(this.#producer.disconnect());
  }

  #count(topic: string): number {
    return this.#partitions.get(topic) ?? 1;
  }

  async #send(messages: readonly Addressed[]): Promise<void> {
    const byTopic = new Map<string, Message[]>();
    for (const { topic, message } of messages) {
      const found = byTopic.get(topic);
      if (found) found.push(message);
      else byTopic.set(topic, [message]);
    }
    const topicMessages = [...byTopic].map(([topic, list]) => ({ topic, messages: list }));
    const taken = await this.#producer.sendBatch({ acks: -1, topicMessages });
    // For a topic that the brokers don't know at the moment the client sends nothing, without a word.
    const missing = [...byTopic.keys()].find((topic) => !taken.some(({ topicName }) => topicName === topic));
    if (missing !== undefined) throw new TopicUnknown(`the brokers don't know topic ${missing}`);
  }
}

/** Cuts messages into requests; one that is too large for any goes alone. */
function* requests(messages: readonly Addressed[]): Generator<readonly Addressed[]> {
  let request: Addressed[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (request.length > 0 && bytes + message.bytes > REQUEST_BYTES) {
      yield request;
      request = [];
      bytes = 0;
    }
    request.push(message);
    bytes += message.bytes;
  }
  if (request.length > 0) yield request;
}
