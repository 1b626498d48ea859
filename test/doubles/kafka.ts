import { EventEmitter } from "node:events";
import type { EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";

const TAKES_LEAVE = { connect: async () => {}, disconnect: async () => {} };
const EVENTS = { CRASH: "crash", FETCH: "fetch", HEARTBEAT: "heartbeat", GROUP_JOIN: "join" };

/** Stands for Kafka as one consumer at a time meets it: what it gets, and when it joins its group, the test says. */
export class KafkaDouble {
  readonly paused = new Set<number>();
  /** How many consumers there were. */
  consumers = 0;
  readonly #topic: string;
  readonly #happenings = new EventEmitter();
  #receive: (payload: EachBatchPayload) => Promise<void> = async () => {};
  #runs: () => void = () => {};
  /** Resolves when the first consumer waits for messages. */
  readonly running = new Promise<void>((resolve) => {
    this.#runs = resolve;
  });

  constructor(topic: string) {
    this.#topic = topic;
  }

  get kafka(): Kafka {
    const consumer = {
      ...TAKES_LEAVE,
      events: EVENTS,
      on: (name: string, listener: (happening: object) => void) => this.#happenings.on(name, listener),
      subscribe: async () => {},
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
      admin: () => ({ ...TAKES_LEAVE, createTopics: async () => true }),
      producer: () => ({ ...TAKES_LEAVE, sendBatch: async () => [] }),
      consumer: () => {
        this.consumers += 1;
        return consumer;
      },
    };
    return double as unknown as Kafka;
  }

  /** The group gives the consumer these partitions. */
  join(...partitions: readonly number[]): void {
    this.#happenings.emit(EVENTS.GROUP_JOIN, { payload: { memberAssignment: { [this.#topic]: partitions } } });
  }

  /** A broker answers. */
  fetch(): void {
    this.#happenings.emit(EVENTS.FETCH, { payload: {} });
  }

  /** The group knows that the consumer is alive. */
  beat(): void {
    this.#happenings.emit(EVENTS.HEARTBEAT, { payload: {} });
  }

  /** The consumer ends, and says so. */
  crash(error: Error): void {
    this.#happenings.emit(EVENTS.CRASH, { payload: { error } });
  }

  /** Hands over a partition's next messages; resolves when the consumer is done with them. */
  async deliver(partition: number, ...messages: readonly KafkaMessage[]): Promise<void> {
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
    await this.#receive(payload as unknown as EachBatchPayload);
  }
}
