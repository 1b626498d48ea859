import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ENGINE_SUITES } from "./vitest.engines.config.ts";

/** A file that takes long, begun first, so that it does not run alone at the end. */
const LONG = /\/recorded-answers\.test/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // These tests share the modules that they load: loading them for each file took as long as running them.
        test: {
          name: "code",
          include: [
            "{contracts,services,science,search-engine,cli}/**/*.test.ts",
            "platform/!(http)/**/*.test.ts",
            "platform/*.test.ts",
            "test/{changes,measurements,search}/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...ENGINE_SUITES],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          // What listens to HTTP watches all requests of its process.
          include: ["{test,platform/http}/**/*.test.ts"],
          // `npm run test:soak` runs `test/soak`.
          exclude: [...configDefaults.exclude, ...ENGINE_SUITES, "test/{changes,measurements,search,soak}/**"],
        },
      },
    ],
    globalSetup: ["./test/postgres-server.ts"],
    // Two test files at a time also on two processors: most of them wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", "./test/reporter.ts"],
  },
});
