import { prettyFactory } from "pino-pretty";
import { escaped } from "../contracts/printable.ts";

/**
 * Converts a line of the log for a person. It may contain texts of clients, so control characters and changes of the
 * direction of text are escaped. A stack keeps its lines, which are indented.
 */
export function prettyLines(isColoured: boolean): (line: string) => string {
  const pretty = prettyFactory({
    colorize: isColoured,
    ignore: "pid,hostname",
    singleLine: true,
    translateTime: "SYS:HH:MM:ss",
  });
  return (line) => pretty(JSON.parse(line, withoutControls));
}

function withoutControls(key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return key === "stack" ? value.split("\n").map(escaped).join("\n") : escaped(value);
}
