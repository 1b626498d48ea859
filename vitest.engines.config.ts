import { configDefaults, defineConfig } from "vitest/config";

/** What `npm test` leaves to `npm run test:engines`. */
export const ENGINE_SUITES = [
  "test/{engines,crash,documents,process,search-process,views,compose/docker}/**/*.test.ts",
  "test/hostile/searches.test.ts",
  "cli/{backup/backup,commands,transactions}.test.ts",
  "platform/search/embedded/{catalogue-feed,process/host}.test.ts",
  "platform/database/embedded/server.test.ts",
  "platform/event-store/eventstoredb/{cluster,faults}.test.ts",
  "platform/upgrade/upgrade.test.ts",
  "platform/views/{progress,read-pace,take-over}.test.ts",
  "test/compose/postgres.test.ts",
  "test/end-to-end/{any-language,follow}.test.ts",
];

/**
 * The suites that need real engines, which `test/engines/setup.ts` finds or starts, and those that kill processes, wait for
 * leases and locks by the database's clock, or start programs and whole systems again and again.
 */
export default defineConfig({
  test: {
    include: ENGINE_SUITES,
    // It takes minutes, in the soak.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env["SOAK_LOG"] ? [] : ["test/engines/official-search-tests.test.ts"]),
    ],
    // One file after another, since they share the engines, and one of them kills Elasticsearch.
    fileParallelism: false,
    globalSetup: ["./test/postgres-server.ts", "./test/engines/setup.ts"],
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    reporters: ["default", "./test/reporter.ts"],
  },
});
