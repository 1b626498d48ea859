import { readConfig } from "../../platform/config.ts";
import type { KafkaSettings } from "../../platform/settings/kafka.ts";

/** The settings for `kafka-secured`, whose address is a URL with user, password and the path of a CA file in `ca`. */
export function securedVariables(address: string): Readonly<Record<string, string>> {
  const { host, username, password, searchParams } = new URL(address);
  return {
    KAFKA_BROKERS: host,
    KAFKA_CA_FILE: searchParams.get("ca") ?? "",
    KAFKA_SASL_MECHANISM: "scram-sha-512",
    KAFKA_SASL_USERNAME: decodeURIComponent(username),
    KAFKA_SASL_PASSWORD: decodeURIComponent(password),
  };
}

/** The parsed settings, with changed variables. */
export function securedSettings(
  address: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): KafkaSettings {
  const { kafka } = readConfig({ ...securedVariables(address), ...changes });
  if (!kafka) throw new Error("no Kafka is configured");
  return kafka;
}
