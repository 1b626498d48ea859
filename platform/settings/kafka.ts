export const SASL_MECHANISMS = ["plain", "scram-sha-256", "scram-sha-512"] as const;

/** Addresses and credentials of Kafka. */
export interface KafkaSettings {
  /** `host:port` of some brokers; the others are found through them. */
  readonly brokers: readonly string[];
  readonly tls: boolean;
  /** File of trusted certificate authorities (PEM); the system's by default. */
  readonly caFile: string | undefined;
  readonly sasl: KafkaCredentials | undefined;
}

export interface KafkaCredentials {
  readonly mechanism: (typeof SASL_MECHANISMS)[number];
  readonly username: string;
  readonly password: string;
}
