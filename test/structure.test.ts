import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const PRODUCT = ["contracts", "services", "platform", "search-engine", "science", "cli"];

interface SourceFile {
  readonly path: string;
  /** Without comments. */
  readonly text: string;
  readonly isTest: boolean;
  /** Paths from the root for relative imports, else the package's name. */
  readonly imports: readonly string[];
}

const files = [...PRODUCT, "bench", "test"]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".ts"))
  .map(readSource);

const product = files.filter(({ path, isTest }) => !isTest && !path.startsWith("bench/"));

function readSource(path: string): SourceFile {
  const source = readFileSync(path, "utf8");
  const specifiers = [...source.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm)];
  return {
    path,
    text: source.replace(/^[ \t]*(\/\*|\*|\/\/).*$/gm, ""),
    isTest: path.endsWith(".test.ts") || path.startsWith("test/"),
    imports: specifiers.map(([, from = "", dynamic]) => {
      const specifier = dynamic ?? from;
      return specifier.startsWith(".") ? normalize(join(dirname(path), specifier)) : specifier;
    }),
  };
}

describe("dependencies of product files", () => {
  const engines =
    /^(platform\/(search\/(embedded|elasticsearch)|feed\/(embedded|kafka)|event-store\/(postgres|eventstoredb))\/|search-engine\/(?!language\/))/;
  test.each([
    [
      "contracts import nothing else of ours",
      /^contracts\//,
      /^(science|search-engine|platform|services|cli|test|bench)\//,
    ],
    [
      "science imports nothing else of ours",
      /^science\//,
      /^(contracts|search-engine|platform|services|cli|test|bench)\//,
    ],
    ["contracts and science do no I/O", /^(contracts|science)\//, /^node:(?!crypto$)/],
    ["search-engine imports science only", /^search-engine\//, /^(contracts|platform|services|cli|test|bench)\//],
    ["platform imports no service and no command", /^platform\//, /^(services|cli)\//],
    ["no service imports another: command", /^services\/command\//, /^(cli|services\/(projector|query))\//],
    ["no service imports another: projector", /^services\/projector\//, /^(cli|services\/(command|query))\//],
    ["no service imports another: query", /^services\/query\//, /^(cli|services\/(command|projector))\//],
    [
      "the projector names its views in one list, and nothing generic asks for one",
      /^services\/projector\/(?!service\.ts$|views\/)/,
      /^(services\/projector\/views|contracts\/views)\/(?!declaration\.ts$)/,
    ],
    ["no service imports an engine", /^services\//, engines],
    [
      "the embedded search engine does not import Elasticsearch's",
      /^(platform\/search\/embedded|search-engine)\//,
      /\belastic/,
    ],
    [
      "Elasticsearch's adapter imports the query language, and nothing else of the embedded engine",
      /^platform\/search\/elasticsearch\//,
      /^(platform\/search\/embedded|search-engine\/(?!language\/|limits\.ts))/,
    ],
    [
      "what both search engines follow imports neither",
      /^platform\/search\/documents\//,
      /^platform\/search\/(embedded|elasticsearch)\//,
    ],
    [
      "the query language imports nothing of the engine that carries it out",
      /^search-engine\/language\//,
      /^search-engine\/(?!language\/|limits\.ts)/,
    ],
    ["only platform/kafka imports kafkajs", /^(?!platform\/kafka\/)/, /^kafkajs$/],
    ["only its adapter imports @eventstore/db-client", /^(?!platform\/event-store\/eventstoredb\/)/, /^@eventstore\//],
    ["no product file imports tests or benchmarks", /./, /^(test|bench)\/|\.test\.ts$/],
  ])("%s", (_rule, from, to) => {
    const violations = product
      .filter(({ path }) => from.test(path))
      .flatMap(({ path, imports }) => imports.filter((each) => to.test(each)).map((each) => `${path} → ${each}`));
    expect(violations).toEqual([]);
  });
});

describe("no folder points back at one that it is imported by", () => {
  test.each(["search-engine", "search-engine/language", "platform/search/embedded"])("in %s", (root) => {
    const partOf = (path: string) =>
      path.startsWith(`${root}/`) ? path.split("/")[root.split("/").length] : undefined;
    const imported = new Map<string, Set<string>>();
    for (const { path, imports } of product) {
      const part = partOf(path);
      if (part === undefined) continue;
      const others = imports.flatMap((each) => partOf(each) ?? []).filter((other) => other !== part);
      imported.set(part, new Set([...(imported.get(part) ?? []), ...others]));
    }
    // What is left when parts that import none of the others are taken away, again and again.
    for (let found = true; found; ) {
      found = false;
      for (const [part, others] of imported) {
        if ([...others].some((other) => imported.has(other))) continue;
        found = imported.delete(part);
      }
    }
    expect([...imported.keys()]).toEqual([]);
  });
});

test("a view's version is a number in its declaration, and no name contains it", () => {
  const views = /\b(catalogue|facilities|stations|timeseries|observations|\w+_means|newest|uv_forecast)_v\d/;
  // Names the tables of release 0.1.0.
  const takeOver = /^platform\/views\/take-over(\.test)?\.ts$/;
  const named = files.filter(({ path, text }) => views.test(text) && !takeOver.test(path));
  expect(named.map(({ path }) => path)).toEqual([]);
});

test("tables are those of the build that is made or served, never of the declaration, which is the first build", () => {
  const ofDeclarations = /\b(catalogue|facilities|stations|observations|uvForecast)\.(tables|schema|ddl)\b/;
  const found = files.filter(
    ({ path, text }) => !/^test\/|\.test\.ts$|^bench\//.test(path) && ofDeclarations.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

describe("what airlog starts gets no secret in its environment", () => {
  const code = product.filter(({ path }) => !path.startsWith("test/"));

  test("threads are started by platform/worker.ts, which passes a list of variables", () => {
    const starters = code.filter(({ text }) => /\bnew Worker\(/.test(text)).map(({ path }) => path);
    expect(starters).toEqual(["platform/worker.ts"]);
  });

  test("so are programs and processes", () => {
    const START = /(?<!\.)\b(?:spawn|fork|execFile|exec)(?:Sync)?\b\)?\(/g;
    const passed = /\benv: (toolEnvironment|passedEnvironment\(\)|\{ \.\.\.\w+, \.\.\.passedEnvironment\(\) \})/g;
    const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
    const starters = code.filter(({ imports }) => imports.includes("node:child_process"));
    expect(starters.length).toBeGreaterThan(0);
    for (const { path, text } of starters) expect([path, count(text, passed)]).toEqual([path, count(text, START)]);
  });
});

test("no file has more than 400 lines", () => {
  const long = files.filter(({ text }) => text.split("\n").length > 401);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("builds of views are named by their declarations, and by the file that takes over older tables", () => {
  const literals = files.filter(({ path, text }) => !path.endsWith(".test.ts") && BUILD.test(text));
  expect(literals.map(({ path }) => path)).toEqual(["platform/views/take-over.ts"]);
});

const BUILD =
  /\b(catalogue|facilities|stations|timeseries|observations|daily_means|period_means|newest|uv_forecast)_v\d/;
