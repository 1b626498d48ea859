export const SASL_MECHANISMS = ["plain", "scram-sha-256", "scram-sha-512"] as const;

/** How to reach Kafka. */
export interface KafkaSettings {
  /** `host:port` of some brokers; the others are found through them. */
  readonly brokers: readonly string[];
  readonly tls: boolean;
  /** File of the certificate authorities (PEM) that are trusted; without it the system's. */
  readonly caFile: string | undefined;
  readonly sasl: KafkaCredentials | undefined;
}

export interface KafkaCredentials {
  readonly mechanism: (typeof SASL_MECHANISMS)[number];
  readonly username: string;
  readonly password: string;
}
