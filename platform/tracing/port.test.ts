import { expect, test } from "vitest";
import { recordedSpans } from "../../test/recorded-spans.ts";
import { causesOf, traced } from "./port.ts";

const traceparent = (n: number) => `00-${"4b".repeat(16)}-${String(n).padStart(16, "0")}-01`;
const eventOf = (n: number) => ({ meta: { traceparent: traceparent(n) } });

test("each trace of a batch's events is a cause once, up to a limit", () => {
  expect(causesOf([eventOf(1), { meta: {} }, eventOf(1), eventOf(2)])).toEqual([
    { traceparent: traceparent(1) },
    { traceparent: traceparent(2) },
  ]);
  expect(causesOf(Array.from({ length: 1_000 }, (_, n) => eventOf(n + 1)))).toHaveLength(128);
});

test("work that fails ends its span with the kind of the error and not its message", async () => {
  const tracing = recordedSpans();
  const start = () => ({ kind: "internal", causes: [] }) as const;
  await expect(traced(tracing, "work", start, () => Promise.reject(new TypeError("secret")))).rejects.toThrow("secret");
  expect(tracing.spans).toEqual([{ name: "work", kind: "internal", causes: [], end: { failure: "TypeError" } }]);
});
