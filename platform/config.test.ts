import { expect, test } from "vitest";
import { ConfigInvalid, printable, readConfig } from "./config.ts";

/** What the start says to this environment; nothing when it fits. */
function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.problems;
    throw error;
  }
}

test("nothing has to be set", () => {
  expect(readConfig({ AIRLOG_DATA: "" })).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    dataFolder: "./data",
    services: ["command", "projector", "query"],
    limits: { body: 64 * 1024 ** 2, batch: 10_000, page: 10_000 },
    rateLimit: 1200,
    trustedProxies: [],
    viewGrace: 24 * 3600_000,
  });
});

test("what is set is read", () => {
  const config = readConfig({
    AIRLOG_MAX_BODY: "2 MiB",
    AIRLOG_RATE_LIMIT: "off",
    AIRLOG_TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.168.1.1",
    AIRLOG_SERVICES: "query, projector",
    AIRLOG_VIEW_GRACE: "90m",
  });
  expect(config).toMatchObject({
    limits: { body: 2 * 1024 ** 2 },
    rateLimit: "off",
    trustedProxies: ["10.0.0.0/8", "::1", "192.168.1.1"],
    services: ["query", "projector"],
    viewGrace: 90 * 60_000,
  });
});

test("every bad and every unknown variable is named at once", () => {
  const environment = { AIRLOG_TYPO: "1", AIRLOG_OTHER: "1", PORT: "http", AIRLOG_MAX_BATCH: "0", HOME: "/root" };
  expect(problemsOf(environment)).toEqual([
    "AIRLOG_OTHER is not a variable that airlog knows",
    "AIRLOG_TYPO is not a variable that airlog knows",
    "PORT must be a whole number",
    "AIRLOG_MAX_BATCH must lie between 1 and 1000000",
  ]);
});

test.each([
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://host/name"],
  ["AIRLOG_SERVICES", "query,nothing"],
  ["AIRLOG_SERVICES", ","],
  ["AIRLOG_ADMIN_PASSWORD", "short"],
  ["AIRLOG_TERMS_URL", "terms"],
  ["AIRLOG_MAX_BODY", "much"],
  ["AIRLOG_MAX_BODY", "0"],
  ["AIRLOG_MAX_BODY", "2 GiB"],
  ["AIRLOG_MAX_PAGE", "10001"],
  ["AIRLOG_RATE_LIMIT", "0"],
  ["AIRLOG_TRUSTED_PROXIES", "proxy.example"],
  ["AIRLOG_TRUSTED_PROXIES", "10.0.0.1,10.0.0.0/99"],
  ["AIRLOG_TRUSTED_PROXIES", "::1/129"],
  ["AIRLOG_VIEW_GRACE", "1 day"],
  ["AIRLOG_LOG_LEVEL", "loud"],
])("%s can't be %s", (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} `)]);
});

test("what is printed has no secrets", () => {
  const secrets = { DATABASE_URL: "postgres://airlog:hunter2@db:5432/airlog?sslpassword=hunter2" };
  const printed = printable(readConfig({ ...secrets, AIRLOG_ADMIN_PASSWORD: "hunter2hunter2" }));
  expect(JSON.stringify(printed)).not.toContain("hunter2");
  expect(printed).toMatchObject({ databaseUrl: "postgres://db:5432/airlog", adminPassword: "set" });
});
