import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contracts,services,platform,science,cli,test}/**/*.test.ts"],
    // Those need real engines: `npm run test:engines`.
    exclude: [...configDefaults.exclude, "test/engines/**"],
    globalSetup: ["./test/postgres-server.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/reporter.ts"],
  },
});
