import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderUntil } from "../test/folder.ts";
import { ConfigInvalid, printable, readConfig } from "./config.ts";

/** The problems that the start reports for this environment; none when it is valid. */
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

test("variables that are set are read", () => {
  const config = readConfig({
    AIRLOG_MAX_BODY: "2 MiB",
    AIRLOG_RATE_LIMIT: "off",
    AIRLOG_TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.168.1.1",
    AIRLOG_SERVICES: "query, projector,query",
    AIRLOG_VIEW_GRACE: "90m",
    AIRLOG_DATA_LICENCE: "CC-BY-4.0",
    AIRLOG_ADMIN_EMAIL: "data@example.org",
    AIRLOG_MAP_STYLE: "https://maps.example/style?key=1  https://tiles.example https://tiles.example/",
  });
  expect(config).toMatchObject({
    limits: { body: 2 * 1024 ** 2 },
    rateLimit: "off",
    trustedProxies: ["10.0.0.0/8", "::1", "192.168.1.1"],
    services: ["query", "projector"],
    viewGrace: 90 * 60_000,
    dataLicence: "CC-BY-4.0",
    mapStyle: {
      url: "https://maps.example/style?key=1",
      origins: ["https://maps.example", "https://tiles.example"],
    },
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
  ["AIRLOG_ADMIN_PASSWORD", "correct horse\tbattery"],
  ["AIRLOG_ADMIN_PASSWORD", "l\ufffdngt l\ufffdsenord"],
  ["AIRLOG_TERMS_URL", "terms"],
  ["AIRLOG_TERMS_URL", "javascript:alert(1)"],
  ["AIRLOG_TERMS_URL", "data:text/html,terms"],
  ["AIRLOG_TERMS_URL", "file:///terms"],
  ["AIRLOG_ADMIN_EMAIL", "nobody"],
  ["AIRLOG_DATA_LICENCE", "CC BY 4.0"],
  ["AIRLOG_DATA_LICENCE", "javascript:alert(1)"],
  ["AIRLOG_MAP_STYLE", "style.json"],
  ["AIRLOG_MAP_STYLE", "https://maps.example/style tiles.example"],
  ["AIRLOG_MAP_STYLE", "https://maps.example/style https://a;script-src"],
  ...[
    "data.example.org",
    "https://example.org/airlog",
    "https://u:p@example.org",
    "https://example.org/?",
    "ftp://example.org",
  ].map((url) => ["AIRLOG_PUBLIC_URL", url]),
  ...["example", "1a.example", "a..b", "a_b.example", "data.example.org/"].map((id) => ["AIRLOG_REPOSITORY_ID", id]),
  ["ELASTICSEARCH_URL", "https://one:9200,file:///two"],
  ["EVENTSTORE_URL", "https://events:2113"],
  ["AIRLOG_MAX_BODY", "much"],
  ["AIRLOG_MAX_BODY", "0"],
  ["AIRLOG_MAX_BODY", "2 GiB"],
  ["AIRLOG_MAX_PAGE", "10001"],
  ["AIRLOG_RATE_LIMIT", "0"],
  ["AIRLOG_TRUSTED_PROXIES", "proxy.example"],
  ["AIRLOG_TRUSTED_PROXIES", "10.0.0.1,10.0.0.0/99"],
  ["AIRLOG_TRUSTED_PROXIES", "::1/129"],
  ["AIRLOG_TRUSTED_PROXIES", "0.0.0.0/0"],
  ["AIRLOG_VIEW_GRACE", "1 day"],
  ["AIRLOG_LOG_LEVEL", "loud"],
  ["AIRLOG_LOG_FORMAT", "xml"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_TRACES_EXPORTER", "zipkin"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=%zz"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=a%0Ab"],
])("%s can't be %s", (name = "", value = "") => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} `)]);
});

const folder = folderUntil(afterAll);

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, randomUUID());
  writeFileSync(path, content);
  return path;
}

test("every secret may be in a file, with or without a line end", () => {
  const config = readConfig({
    DATABASE_URL_FILE: fileOf("postgres://airlog:hunter2@db:5432/airlog\n"),
    EVENTSTORE_URL_FILE: fileOf("esdb://airlog:hunter2@events:2113\r\n"),
    ELASTICSEARCH_URL_FILE: fileOf("https://one:9200,https://two:9200"),
    ELASTICSEARCH_USERNAME: "airlog",
    ELASTICSEARCH_PASSWORD_FILE: fileOf(" hunter2 \n"),
    ELASTICSEARCH_API_KEY_FILE: fileOf("hunter3"),
    KAFKA_BROKERS: "kafka:9092",
    KAFKA_SASL_MECHANISM: "plain",
    KAFKA_SASL_USERNAME: "airlog",
    KAFKA_SASL_PASSWORD_FILE: fileOf("hunter4"),
    AIRLOG_ADMIN_PASSWORD_FILE: fileOf("hunter2hunter2"),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:hunter5@collector:4318/",
    OTEL_EXPORTER_OTLP_HEADERS_FILE: fileOf("key=hunter6"),
  });
  expect(config).toMatchObject({
    databaseUrl: "postgres://airlog:hunter2@db:5432/airlog",
    eventStoreUrl: "esdb://airlog:hunter2@events:2113",
    elasticsearch: { nodes: ["https://one:9200", "https://two:9200"], password: " hunter2 ", apiKey: "hunter3" },
    kafka: { sasl: { password: "hunter4" } },
    adminPassword: "hunter2hunter2",
    tracing: { url: "http://user:hunter5@collector:4318/v1/traces", headers: "key=hunter6" },
  });
  expect(JSON.stringify(printable(config))).not.toContain("hunter");
});

test("a secret's file that is missing, empty or wrong is named with all other problems", () => {
  const missing = join(folder, "missing");
  const empty = fileOf("\n");
  const lines = fileOf("one\ntwo\n");
  const words = problemsOf({
    AIRLOG_TYPO: "1",
    DATABASE_URL_FILE: missing,
    ELASTICSEARCH_API_KEY_FILE: empty,
    KAFKA_SASL_PASSWORD_FILE: lines,
    EVENTSTORE_URL_FILE: fileOf("http://a-secret@events"),
    AIRLOG_ADMIN_PASSWORD: "long enough a password",
    AIRLOG_ADMIN_PASSWORD_FILE: fileOf("another long password"),
  });
  expect(words).toEqual([
    "AIRLOG_TYPO is not a variable that airlog knows",
    `DATABASE_URL_FILE names ${missing}, which can't be read (ENOENT)`,
    `ELASTICSEARCH_API_KEY_FILE names ${empty}, which is empty`,
    `KAFKA_SASL_PASSWORD_FILE names ${lines}, which is not one line of text`,
    "AIRLOG_ADMIN_PASSWORD and AIRLOG_ADMIN_PASSWORD_FILE are both set: set one of them",
    "EVENTSTORE_URL_FILE must look like esdb://user:password@host:2113",
    "KAFKA_SASL_MECHANISM must be set too where KAFKA_SASL_PASSWORD is",
  ]);
});

test.each([
  ["a tab", "correct horse\tbattery", /_FILE must have no control characters$/],
  ["U+0000", "correct horse\0battery", /which is not one line of text$/],
  ["bytes that are no UTF-8", Buffer.from("långt lösenord", "latin1"), /which is not UTF-8$/],
  ["1,025 bytes", "x".repeat(1025), /_FILE must have at most 1024 bytes$/],
])("a file with a password of %s is refused", (_, content, reason) => {
  expect(problemsOf({ AIRLOG_ADMIN_PASSWORD_FILE: fileOf(content) })).toEqual([expect.stringMatching(reason)]);
});

test("a password's file may begin with a byte order mark, and be decomposed", () => {
  const file = fileOf("\ufeffla\u030angt lo\u0308senord\n");
  expect(readConfig({ AIRLOG_ADMIN_PASSWORD_FILE: file }).adminPassword).toBe("långt lösenord");
});

test("traces are on where a collector is named and nothing turns them off", () => {
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
  expect(readConfig({}).tracing).toBeUndefined();
  expect(readConfig(named).tracing).toEqual({ url: "http://collector:4318/v1/traces", headers: undefined });
  expect(readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://other:1/x" }).tracing?.url).toBe("http://other:1/x");
  expect(readConfig({ ...named, OTEL_SDK_DISABLED: "TRUE" }).tracing).toBeUndefined();
  expect(readConfig({ ...named, OTEL_TRACES_EXPORTER: "none" }).tracing).toBeUndefined();
});

test("nothing that may be the end of a password is printed of an address with an @ in its options", () => {
  const { databaseUrl } = printable(readConfig({ DATABASE_URL: "postgres://db/airlog?password=hunter2@longtail" }));
  expect(databaseUrl).toBe("postgres://…");
});

test("the printed configuration has no secrets", () => {
  const secrets = { DATABASE_URL: "postgres://airlog:hunter2@db:5432/airlog?sslpassword=hunter2" };
  const printed = printable(readConfig({ ...secrets, AIRLOG_ADMIN_PASSWORD: "hunter2hunter2" }));
  expect(JSON.stringify(printed)).not.toContain("hunter2");
  expect(printed).toMatchObject({ databaseUrl: "postgres://db:5432/airlog", adminPassword: "set" });
});
