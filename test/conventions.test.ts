import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const PRODUCT = ["contracts", "services", "platform", "search-engine", "science", "cli", "clients"];

interface SourceFile {
  readonly path: string;
  readonly whole: string;
  /** Without comments. */
  readonly text: string;
}

const files: readonly SourceFile[] = [...PRODUCT, "bench", "test"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, whole: readFileSync(path, "utf8") }))
  .map((file) => ({ ...file, text: file.whole.replace(/^[ \t]*(\/\*|\*|\/\/).*$/gm, "") }));

const product = files.filter(({ path }) => !/^(test|bench)\/|\.test\.ts$/.test(path));

const pathsOf = (found: readonly SourceFile[]): readonly string[] => found.map(({ path }) => path);

test("a view's version is a number in its declaration, and no name contains it", () => {
  const versioned = /\b(catalogue|facilities|stations|timeseries|observations|\w+_means|newest|uv_forecast)_v\d/;
  const named = files.filter(({ text }) => versioned.test(text));
  // These files name the tables of release 0.1.0.
  expect(pathsOf(named).toSorted()).toEqual(["platform/views/take-over.test.ts", "platform/views/take-over.ts"]);
});

test("tables are taken from the build that is made or served, never from the declaration, which is the first build", () => {
  const ofDeclarations = /\b(catalogue|facilities|stations|observations|uvForecast)\.(tables|schema|ddl)\b/;
  expect(pathsOf(product.filter(({ text }) => ofDeclarations.test(text)))).toEqual([]);
});

describe("processes and threads of airlog get no secret in their environment", () => {
  test("threads are started by platform/worker.ts, which passes a list of variables", () => {
    expect(pathsOf(product.filter(({ text }) => /\bnew Worker\(/.test(text)))).toEqual(["platform/worker.ts"]);
  });

  test("programs and processes are started with a list of variables", () => {
    const START = /(?<!\.)\b(?:spawn|fork|execFile|exec)(?:Sync)?\b\)?\(/g;
    const passed = /\benv: (toolEnvironment|passedEnvironment\(\)|\{ \.\.\.\w+, \.\.\.passedEnvironment\(\) \})/g;
    const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
    // The command that a user gives to `airlog follow` is no process of airlog: it has the user's environment.
    const ofUsers = "cli/follow/command-target.ts";
    const starters = product.filter(({ path, text }) => text.includes('from "node:child_process"') && path !== ofUsers);
    expect(starters.length).toBeGreaterThan(0);
    for (const { path, text } of starters) expect([path, count(text, passed)]).toEqual([path, count(text, START)]);
  });
});

describe("casts other than `as const`", () => {
  const casts = product.flatMap((file) => castsIn(file).map((line) => ({ file, line })));

  test("are few", () => {
    expect(casts.length).toBeGreaterThan(0);
    expect(casts.length).toBeLessThanOrEqual(60);
  });

  test("have their reason in a comment above them", () => {
    const hasReason = ({ whole }: SourceFile, line: number) => {
      const above = whole.split("\n").slice(Math.max(0, line - 5), line);
      return above.at(-1)?.endsWith("*/") || above.some((each) => /^\s*\/\/ /.test(each));
    };
    const without = casts.filter(({ file, line }) => !hasReason(file, line));
    expect(without.map(({ file, line }) => `${file.path}:${line + 1}`)).toEqual([]);
  });
});

/** Lines with casts, counted from 0. `as unknown as Type` is one. */
function castsIn({ path, whole }: SourceFile): readonly number[] {
  if (!/\bas\b/.test(whole)) return [];
  const parsed = ts.createSourceFile(path, whole, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) && !ts.isAsExpression(node.parent)) {
      lines.push(parsed.getLineAndCharacterOfPosition(node.type.getStart()).line);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lines;
}
