import { expect, test, vi } from "vitest";
import { DEFAULT_OPTIONS } from "../../language/highlight/options.ts";
import type { Field } from "../index/mapping.ts";
import type { CompileContext } from "../query/kind.ts";
import { MatchNone } from "../query/nodes/constant.ts";
import { makeHighlighter } from "./highlighter.ts";

test("matched fields are looked up once, however many fields a pattern has", () => {
  const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
  const field = vi.fn((name: string) => (names.includes(name) ? ({ name, kind: "keyword" } as Field) : undefined));
  const context = { index: { fields: { names: () => names, field } } } as unknown as CompileContext;
  const matchedFields = Array.from({ length: 1_000 }, (_, n) => `field${n}`);
  makeHighlighter({ fields: [{ ...DEFAULT_OPTIONS, name: "*", matchedFields }] }, new MatchNone(), context);
  expect(field.mock.calls.length).toBeLessThanOrEqual(names.length + matchedFields.length);
});
