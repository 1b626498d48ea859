import { type logCreator as LogCreator, type LogEntry, logLevel } from "kafkajs";
import type { Logger } from "pino";

/**
 * Routes the client's log into ours. Its failures are logged as details: each has a stack, and there are many in a
 * second. The users of the client report lasting ones.
 */
export function logCreator(log: Logger): LogCreator {
  const kafka = log.child({ component: "kafka" });
  return () =>
    ({ level, log: { message, timestamp: _, logger: __, ...details } }: LogEntry) =>
      kafka[levelOf(level)](details, message);
}

function levelOf(level: logLevel): "info" | "debug" | "trace" {
  if (level === logLevel.DEBUG) return "trace";
  return level === logLevel.WARN ? "info" : "debug";
}
