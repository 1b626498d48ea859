import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long, begun first, so that none of them runs alone at the end. */
const LONG = /\/test\/(documents|crash|hostile|views)\/|\/take-over\.test/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{contracts,services,platform,science,cli,test}/**/*.test.ts"],
    // The first need real engines (`npm run test:engines`), the others time (`npm run test:soak`).
    exclude: [...configDefaults.exclude, "test/engines/**", "test/soak/**"],
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
