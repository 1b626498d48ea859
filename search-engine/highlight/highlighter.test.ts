import { describe, expect, test, vi } from "vitest";
import type { Field } from "../index/mapping.ts";
import { DEFAULT_OPTIONS } from "../language/highlight/options.ts";
import type { HighlightField } from "../language/highlight/read.ts";
import type { Clause } from "../language/queries/table.ts";
import type { CompileContext } from "../query/kind.ts";
import { Bool } from "../query/nodes/bool.ts";
import { MatchNone } from "../query/nodes/constant.ts";
import { Phrase } from "../query/nodes/phrase.ts";
import { Term } from "../query/nodes/term.ts";
import type { Query } from "../query/query.ts";
import { Work } from "../work/work.ts";
import { makeHighlighter } from "./highlighter.ts";
import type { PageMatches } from "./page-matches.ts";

test("matched fields are looked up once, however many fields a pattern matches", () => {
  const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
  const field = vi.fn((name: string) => (names.includes(name) ? ({ name, kind: "keyword" } as Field) : undefined));
  const context = { index: { fields: { names: () => names, field } }, work: new Work() } as unknown as CompileContext;
  const matchedFields = Array.from({ length: 1_000 }, (_, n) => `field${n}`);
  makeHighlighter({ fields: [{ ...DEFAULT_OPTIONS, name: "*", matchedFields }] }, new MatchNone(), context);
  expect(field.mock.calls.length).toBeLessThanOrEqual(names.length + matchedFields.length);
});

test("a query is read once, however many fields and highlighters use it", () => {
  const context = {
    index: { fields: { names: () => [], field: (name: string) => ({ name, kind: "text" }) } },
    compile: vi.fn(() => new MatchNone()),
  };
  const rewrite = vi.fn(() => new MatchNone());
  const query: Query = { rewrite, createWeight: () => ({ scorer: () => undefined }) };
  const clause: Clause = { kind: "match_none", body: { boost: 1 }, name: undefined };
  const fields = Array.from({ length: 50 }, (_, n) => ({ ...DEFAULT_OPTIONS, name: `field${n}`, matchedFields: [] }));
  const asked = [...fields, ...fields.map((field) => ({ ...field, query: clause }))];
  makeHighlighter({ fields: asked }, query, context as unknown as CompileContext);
  expect(context.compile).toHaveBeenCalledTimes(1);
  makeHighlighter({ fields }, query, context as unknown as CompileContext);
  expect(rewrite).toHaveBeenCalledTimes(1);
});

/** Highlights texts of one field, for one search. */
function highlighterOf(query: Query, options: Partial<HighlightField> = {}): (text: string) => string | undefined {
  const field = { name: "text", kind: "text", ignoreAbove: 0, format: "" } as const;
  const index = { fields: { field: () => field } };
  const context = { index, work: new Work() } as unknown as CompileContext;
  const highlight = { fields: [{ ...DEFAULT_OPTIONS, ...options, name: "text", matchedFields: [] }] };
  const highlighter = makeHighlighter(highlight, query, context);
  return (text) => highlighter.highlight({ text }, 0, {} as PageMatches);
}

const term = (text: string) => new Term("text", text);
const any = (queries: readonly Query[]) =>
  new Bool(
    queries.map((query) => ({ occur: "should", query })),
    0,
  );

describe.each(["unified", "plain"])("the %s highlighter", (type) => {
  const everywhere = "a ".repeat(20_000);

  test("stops where fragments become too long for the memory of a search", () => {
    const highlight = highlighterOf(term("a"), { type, fragments: 0, preTag: "<".repeat(1_000), postTag: "" });
    expect(() => highlight(everywhere)).toThrow(expect.objectContaining({ type: "circuit_breaking_exception" }));
  });
  test("frees the memory of a hit once it is written", () => {
    const highlight = highlighterOf(term("a"), { type });
    for (let hit = 0; hit < 50; hit++) expect(highlight(everywhere)).toContain("<em>");
  });
});

test("the plain highlighter marks phrases that begin at every word", () => {
  const highlight = highlighterOf(new Phrase("text", ["a", "a"], 0, new Work()), { type: "plain" });
  expect(highlight("a ".repeat(150_000))).toContain("<em>");
});

test.each([true, false])(
  "matches count as memory before they are made, with only the field's words: %s",
  (requiresFieldMatch) => {
    const clauses = Array.from({ length: 20 }, (_, n) => new Phrase("text", ["a"], n, new Work()));
    const highlight = highlighterOf(any(clauses), { requiresFieldMatch });
    expect(highlight("a ".repeat(1_000))).toContain("<em>");
    expect(() => highlight("a ".repeat(100_000))).toThrow(
      expect.objectContaining({ type: "circuit_breaking_exception" }),
    );
  },
);

// Fails by its time limit: quadratic time would be minutes.
test("fragments as many as words are sorted in one pass", () => {
  const highlight = highlighterOf(any([term("a"), term("b")]), { boundaryScanner: "word", fragments: 1_000_000 });
  for (let hit = 0; hit < 4; hit++) expect(highlight("a b ".repeat(50_000))).toContain("<em>");
});
