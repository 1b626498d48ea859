/** The system's requirements of a Kafka client. Only this folder knows the library. */

export interface TopicDefinition {
  readonly name: string;
  readonly partitions: number;
}

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

type HeaderValue = Buffer | string;

export type Headers = Readonly<Record<string, HeaderValue | HeaderValue[] | undefined>>;

/** A message to be sent. */
export interface OutgoingMessage extends TopicPartition {
  readonly key: Buffer | string | null;
  readonly value: Buffer | null;
  readonly headers: Headers;
  /** An upper bound of its size. */
  readonly bytes: number;
}

/** A message as a broker delivers it. */
export interface ReceivedMessage {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Headers;
  readonly offset: string;
  /** Milliseconds since 1970, in digits. */
  readonly timestamp: string;
}

/** Messages of one partition. Those that are neither resolved nor committed are delivered again. */
export interface Batch extends TopicPartition {
  readonly messages: readonly ReceivedMessage[];
  /** False once the consumer stops or has been moved to another offset: the rest of the batch is void. */
  isCurrent(): boolean;
  /** Marks the whole batch as done, for this consumer. */
  resolve(): void;
  /** Marks the messages up to this offset as done, for the group. Errors must be passed on to the consumer. */
  commit(offset: string): Promise<void>;
  /** Keeps the consumer in its group while a batch takes long. Errors must be passed on to the consumer. */
  heartbeat(): Promise<void>;
  /** Stops fetching this partition until the consumer resumes it. */
  pause(): void;
}

export interface ConsumeOptions {
  readonly groupId: string;
  readonly topic: string;
  /** The beginning of partitions without an offset from the group or `onAssigned`: their first message, or their end. */
  readonly fromBeginning: boolean;
  readonly eachBatch: (batch: Batch) => Promise<void>;
  /**
   * Called with the partitions assigned to this consumer, before anything is fetched from them. Returns the offsets to
   * begin at, for partitions that have one.
   */
  readonly onAssigned?: (partitions: readonly number[]) => ReadonlyMap<number, bigint>;
  /** Called whenever a broker answers, with or without messages. */
  readonly onFetch?: () => void;
  /** Maximum silence of a consumer before it counts as dead. */
  readonly silenceTimeoutMs?: number;
  readonly partitionsConsumedConcurrently?: number;
}

export interface Consumer {
  /** Aborts, with the reason, when the consumer has ended or gone silent. */
  readonly ended: AbortSignal;
  resume(partitions: readonly number[]): void;
  /** Leaves the group. */
  close(): Promise<void>;
}

export interface ProducerOptions {
  /** Retries duplicate nothing and keep the order of messages. */
  readonly idempotent: boolean;
}

export interface Producer {
  /**
   * Sends the messages as one request to each broker. Resolves when all in-sync replicas have them.
   * @throws KafkaError
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Number of partitions of a topic, as of the last request; undefined before the first. */
  partitions(topic: string): number | undefined;
  close(): Promise<void>;
}

export interface Kafka {
  /** Creates the topics that are missing; existing ones stay as they are. @throws KafkaError */
  createTopics(topics: readonly TopicDefinition[]): Promise<void>;
  /** Starts a consumer that commits only what it is told to, and is not restarted when it ends. @throws KafkaError */
  consume(options: ConsumeOptions): Promise<Consumer>;
  /** @throws KafkaError */
  connectProducer(options: ProducerOptions): Promise<Producer>;
}

/** Kafka can't be reached, or refuses a request for now. */
export class KafkaError extends Error {
  override readonly name: string = "KafkaError";

  get tellsOfLoss(): boolean {
    return true;
  }
}

/** The consumer has been silent for too long without reporting an error. */
export class ConsumerSilent extends KafkaError {
  override readonly name = "ConsumerSilent";
}

/** A topic has been deleted, or is not known to every broker yet. */
export class TopicUnknown extends KafkaError {
  override readonly name = "TopicUnknown";

  override get tellsOfLoss(): boolean {
    return false;
  }
}

/** Delays between attempts while Kafka can't be reached. */
export const KAFKA_RETRY_DELAYS = { firstMs: 250, maxMs: 5_000 };
