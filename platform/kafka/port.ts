/** What the system needs from a Kafka client. Only this folder knows which one it is. */

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
  /** The whole batch is done, for this consumer. */
  resolve(): void;
  /** The messages up to this offset are done, for the group. Errors must be passed on to the consumer. */
  commit(offset: string): Promise<void>;
  /** Keeps the consumer in its group while a batch takes long. Errors must be passed on to the consumer. */
  heartbeat(): Promise<void>;
  /** Fetches nothing more of this partition until the consumer resumes it. */
  pause(): void;
}

export interface ConsumeOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Where partitions begin for which neither the group nor `onAssigned` has an offset. */
  readonly fromBeginning: boolean;
  readonly eachBatch: (batch: Batch) => Promise<void>;
  /**
   * Called with the partitions that this consumer now has, before anything is fetched from them; returns the offsets to
   * begin at, for those that have one.
   */
  readonly onAssigned?: (partitions: readonly number[]) => ReadonlyMap<number, bigint>;
  /** Called whenever a broker answers, with messages or without. */
  readonly onFetch?: () => void;
  /** How long a consumer may be silent before it counts as dead. */
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
   * Sends the messages as one request to each broker; resolves when all in-sync replicas have them.
   * @throws KafkaError
   */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
  /** How many partitions a topic has, as of the last request; undefined before the first. */
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
