import { prettyFactory } from "pino-pretty";
import { escaped } from "../contracts/printable.ts";

/**
 * Makes a line of the log one for a person. Texts in it may be those of clients: their control characters and those that change
 * the direction of text come escaped. A stack keeps its lines, which are indented.
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
