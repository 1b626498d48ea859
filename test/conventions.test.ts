import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const PRODUCT = ["contracts", "services", "platform", "search-engine", "science", "cli"];

interface SourceFile {
  readonly path: string;
  /** Without comments. */
  readonly text: string;
}

const files: readonly SourceFile[] = [...PRODUCT, "bench", "test"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path, text: readFileSync(path, "utf8").replace(/^[ \t]*(\/\*|\*|\/\/).*$/gm, "") }));

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
