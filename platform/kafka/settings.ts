export const SASL_MECHANISMS = ["plain", "scram-sha-256", "scram-sha-512"] as const;

/** How to reach Kafka. */
export interface KafkaSettings {
  /** `host:port` of some brokers; the others are found through them. */
  readonly brokers: readonly string[];
  readonly tls: boolean;
  /** Certificates (PEM) of those who are trusted to name brokers; without it the usual ones. */
  readonly caFile: string | undefined;
  readonly sasl: KafkaCredentials | undefined;
}

export interface KafkaCredentials {
  readonly mechanism: (typeof SASL_MECHANISMS)[number];
  readonly username: string;
  readonly password: string;
}
