import { defineConfig } from "vitest/config";

/** The long runs: one after the other, since they measure memory and time. */
export default defineConfig({
  test: {
    include: ["test/soak/**/*.test.ts"],
    globalSetup: ["./test/postgres-server.ts"],
    fileParallelism: false,
    testTimeout: 20 * 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    reporters: ["default", "./test/reporter.ts"],
  },
});
