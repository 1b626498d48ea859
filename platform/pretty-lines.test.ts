import { pino } from "pino";
import { expect, test } from "vitest";
import { prettyLines } from "./pretty-lines.ts";

/** The line or lines for a person. */
function shown(say: (log: ReturnType<typeof pino>) => void, isColoured = false): string {
  const pretty = prettyLines(isColoured);
  const lines: string[] = [];
  say(pino({ level: "info" }, { write: (line) => void lines.push(pretty(line)) }));
  return lines.join("");
}

const HOSTILE = "\u001b[2J\u009b31m\u0007\r\nforged\u202e\u2028";

test("a line has the time, the level, the message and its members", () => {
  const line = shown((log) => log.info({ method: "GET", ms: 1.5 }, "request"));
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: request \{"method":"GET","ms":1\.5\}\n$/);
});

test("a warning is coloured, or has no escape at all", () => {
  expect(shown((log) => log.warn("low"), true)).toContain("\u001b[33mWARN\u001b[39m");
  expect(shown((log) => log.warn("low"))).not.toContain("\u001b");
});

test("texts of clients stay within their line, and have no terminal commands", () => {
  const line = shown((log) => log.warn({ account: HOSTILE, sent: [HOSTILE] }, `refused: ${HOSTILE}`));
  expect(line).toMatch(/^[^\p{Cc}]*\n$/u);
  expect(line).toContain("refused: \\u001b[2J\\u009b31m\\u0007\\u000d\\u000aforged\\u202e\\u2028 ");
});

test("an error has its stack, whose lines are indented and have no terminal commands", () => {
  const text = shown((log) => log.error({ err: Object.assign(new Error(HOSTILE), { sent: HOSTILE }) }, "failed"));
  expect(text.replaceAll("\n", "")).toMatch(/^[^\p{Cc}]*$/u);
  const [first, ...rest] = text.trimEnd().split("\n");
  expect(first).toMatch(/ERROR: failed/);
  expect(rest.join("\n")).toContain("pretty-lines.test.ts:");
  for (const line of rest) expect(line).toMatch(/^ {4}/);
});
