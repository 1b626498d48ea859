import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contracts,services,platform,science,cli,test}/**/*.test.ts"],
    globalSetup: ["./test/postgres-server.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/reporter.ts"],
  },
});
