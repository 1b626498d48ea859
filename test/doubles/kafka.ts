import { EventEmitter } from "node:events";
import kafkajs, { Kafka as Client, type EachBatchPayload, type Message, type ProducerBatch } from "kafkajs";
import { kafkaOver } from "../../platform/kafka/client.ts";
import { logCreator } from "../../platform/kafka/log.ts";
import type { Kafka, ReceivedMessage } from "../../platform/kafka/port.ts";
import { silent } from "../postgres.ts";

// A CommonJS module, whose named exports Node does not detect.
const { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } = kafkajs;

const CONNECTION = { connect: async () => {}, disconnect: async () => {} };
const EVENTS = { CRASH: "crash", FETCH: "fetch", HEARTBEAT: "heartbeat", GROUP_JOIN: "join" };

/** A Kafka whose only broker can't be reached. */
export function unreachableKafka(): Kafka {
  return kafkaOver(new Client({ brokers: ["127.0.0.1:1"], retry: { retries: 0 }, logCreator: logCreator(silent) }));
}

/** A double of Kafka for one consumer at a time. The test decides when it joins its group and what it receives. */
export class KafkaDouble {
  readonly paused = new Set<number>();
  /** Sent messages with their topics. */
  readonly sent: (Message & { readonly topic: string })[] = [];
  /** Whether the topic exists. */
  hasTopic = true;
  /** Whether sent messages find their topic. */
  takesMessages = true;
  /** Number of consumers created. */
  consumers = 0;
  readonly #topic: string;
  readonly #events = new EventEmitter();
  #receive: (payload: EachBatchPayload) => Promise<void> = async () => {};
  #runs: () => void = () => {};
  /** Resolves when the first consumer runs. */
  readonly running = new Promise<void>((resolve) => {
    this.#runs = resolve;
  });

  constructor(topic: string) {
    this.#topic = topic;
  }

  get kafka(): Kafka {
    const consumer = {
      ...CONNECTION,
      events: EVENTS,
      on: (name: string, listener: (event: object) => void) => this.#events.on(name, listener),
      subscribe: async () => {
        if (!this.hasTopic) throw topicUnknown();
      },
      seek: () => {},
      resume: ([{ partitions }]: [{ partitions: readonly number[] }]) => {
        for (const partition of partitions) this.paused.delete(partition);
      },
      run: async ({ eachBatch }: { eachBatch: (payload: EachBatchPayload) => Promise<void> }) => {
        this.#receive = eachBatch;
        this.#runs();
      },
    };
    const double = {
      admin: () => ({ ...CONNECTION, createTopics: async () => true }),
      producer: () => ({ ...CONNECTION, sendBatch: async (batch: ProducerBatch) => this.#send(batch) }),
      consumer: () => {
        this.consumers += 1;
        return consumer;
      },
    };
    // A whole client has far more than the adapter uses.
    return kafkaOver(double as unknown as Client);
  }

  #send({ topicMessages = [] }: ProducerBatch): { topicName: string }[] {
    // Like the client, drops messages of a topic that the brokers don't know.
    if (!this.takesMessages) return [];
    this.sent.push(...topicMessages.flatMap(({ topic, messages }) => messages.map((each) => ({ ...each, topic }))));
    return topicMessages.map(({ topic }) => ({ topicName: topic }));
  }

  /** The group assigns these partitions to the consumer. */
  join(...partitions: readonly number[]): void {
    this.#events.emit(EVENTS.GROUP_JOIN, { payload: { memberAssignment: { [this.#topic]: partitions } } });
  }

  /** The consumer gets a fetch response. */
  fetch(): void {
    this.#events.emit(EVENTS.FETCH, { payload: {} });
  }

  /** The consumer sends a heartbeat. */
  beat(): void {
    this.#events.emit(EVENTS.HEARTBEAT, { payload: {} });
  }

  /** The consumer crashes. */
  crash(error: Error): void {
    this.#events.emit(EVENTS.CRASH, { payload: { error } });
  }

  /** Delivers a partition's next messages; resolves when the consumer has processed them. */
  async deliver(partition: number, ...messages: readonly ReceivedMessage[]): Promise<void> {
    const payload = {
      batch: { topic: this.#topic, partition, messages, lastOffset: () => messages.at(-1)?.offset ?? "0" },
      resolveOffset: () => {},
      commitOffsetsIfNecessary: async () => {},
      heartbeat: async () => {},
      isRunning: () => true,
      isStale: () => false,
      pause: () => {
        this.paused.add(partition);
        return () => {};
      },
    };
    // A whole payload has more than the adapter uses.
    await this.#receive(payload as unknown as EachBatchPayload);
  }
}

/** The client's error when brokers keep answering that a topic does not exist. */
function topicUnknown(): Error {
  const message = "This server does not host this topic-partition";
  const answer = {
    type: "UNKNOWN_TOPIC_OR_PARTITION",
    code: 3,
    retriable: true,
    name: "KafkaJSProtocolError",
    message,
  };
  return new KafkaJSNumberOfRetriesExceeded(new KafkaJSProtocolError(answer), { retryCount: 5, retryTime: 1_000 });
}
