import { type logCreator as LogCreator, type LogEntry, logLevel } from "kafkajs";
import type { Logger } from "pino";

/** What brokers answer while they or their groups are starting; the client retries. */
const STARTING =
  /coordinator is (loading|not available)|group coordinator|no leader for this topic-partition|leadership election|does not host this topic-partition|group is rebalancing/i;

/** A single refusal, such as that a topic to be created exists. */
const REFUSAL = /^Response /;

/**
 * Routes the client's log into ours. Failures that the client retries are details; those that last are logged by the
 * users of the client.
 */
export function logCreator(log: Logger): LogCreator {
  const kafka = log.child({ component: "kafka" });
  return () =>
    ({ level, log: { message, timestamp: _, logger: __, ...details } }: LogEntry) =>
      kafka[levelOf(level, message, String(details["error"] ?? ""))](details, message);
}

function levelOf(level: logLevel, message: string, error: string): "warn" | "info" | "debug" | "trace" {
  if (level === logLevel.DEBUG) return "trace";
  if (level === logLevel.INFO || REFUSAL.test(message) || STARTING.test(message) || STARTING.test(error))
    return "debug";
  return level === logLevel.ERROR ? "warn" : "info";
}
