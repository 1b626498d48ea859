import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contracts,services,platform,science,cli,test}/**/*.test.ts"],
    // The first need real engines (`npm run test:engines`), the others time (`npm run test:soak`).
    exclude: [...configDefaults.exclude, "test/engines/**", "test/soak/**"],
    globalSetup: ["./test/postgres-server.ts"],
    // Two test files at a time also on two processors: most of them wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", "./test/reporter.ts"],
  },
});
