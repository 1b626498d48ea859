import { expect, test } from "vitest";
import { readTraceContext } from "./trace-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

test("a context is read from the headers", () => {
  const tracestate = "rojo=00f067aa0ba902b7, tenant@vendor=a b";
  expect(readTraceContext({ traceparent, tracestate })).toEqual({ traceparent, tracestate });
  expect(readTraceContext({ traceparent })).toEqual({ traceparent });
  expect(readTraceContext({})).toBeUndefined();
});

test.each([
  ["is empty", ""],
  ["is in upper case", traceparent.toUpperCase()],
  ["has a trace id of zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
  ["has a span id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["has the forbidden version", `ff-${TRACE}-00f067aa0ba902b7-01`],
  ["has another version", `01-${TRACE}-00f067aa0ba902b7-01-more`],
  ["is longer", `${traceparent}-00`],
  ["ends with a newline", `${traceparent}\n`],
  ["has no flags", `00-${TRACE}-00f067aa0ba902b7`],
])("a traceparent that %s counts as absent", (_, malformed) => {
  expect(readTraceContext({ traceparent: malformed, tracestate: "a=1" })).toBeUndefined();
});

test.each([
  ["is empty", ""],
  ["has no value", "a="],
  ["has no key", "=a"],
  ["has an upper-case key", "A=1"],
  ["names a key twice", "a=1,a=2"],
  ["has too many members", Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(",")],
  ["is too long", `a=${"b".repeat(511)}`],
  ["has characters beyond ASCII", "a=ø"],
])("a tracestate that %s is left out", (_, tracestate) => {
  expect(readTraceContext({ traceparent, tracestate })).toEqual({ traceparent });
});

test("two headers of the same name count as malformed", () => {
  expect(readTraceContext({ traceparent: [traceparent, traceparent] })).toBeUndefined();
});
