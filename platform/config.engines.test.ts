import { expect, test } from "vitest";
import { ConfigInvalid, printable, readConfig } from "./config.ts";

function errorsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.problems;
    throw error;
  }
  return [];
}

test("without variables everything is embedded", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ databaseUrl: undefined, eventStoreUrl: undefined, elasticsearch: undefined });
  expect(printable(config)).toMatchObject({
    databaseUrl: "embedded",
    eventStoreUrl: "in the database",
    elasticsearch: "embedded",
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ ELASTICSEARCH_URL: "", EVENTSTORE_URL: "" })).toEqual(readConfig({}));
});

test("Elasticsearch may have several nodes", () => {
  const { elasticsearch } = readConfig({
    ELASTICSEARCH_URL: "https://one:9200, https://two:9200",
    ELASTICSEARCH_USERNAME: "airlog",
    ELASTICSEARCH_PASSWORD: "secret",
    ELASTICSEARCH_CA_FILE: "/etc/ca.pem",
  });
  expect(elasticsearch).toEqual({
    nodes: ["https://one:9200", "https://two:9200"],
    username: "airlog",
    password: "secret",
    apiKey: undefined,
    caFile: "/etc/ca.pem",
  });
});

test("Kafka may ask for TLS and a password, which is not printed", () => {
  const config = readConfig({
    KAFKA_BROKERS: "one:9092, [::1]:9093",
    KAFKA_CA_FILE: "/etc/ca.pem",
    KAFKA_SASL_MECHANISM: "scram-sha-512",
    KAFKA_SASL_USERNAME: "airlog",
    KAFKA_SASL_PASSWORD: "secret",
  });
  const sasl = { mechanism: "scram-sha-512", username: "airlog", password: "secret" };
  expect(config.kafka).toEqual({ brokers: ["one:9092", "[::1]:9093"], tls: true, caFile: "/etc/ca.pem", sasl });
  expect(JSON.stringify(printable(config))).not.toContain("secret");
});

test("Kafka with only its brokers set is plain", () => {
  const { kafka } = readConfig({ KAFKA_BROKERS: "kafka:9092" });
  expect(kafka).toEqual({ brokers: ["kafka:9092"], tls: false, caFile: undefined, sasl: undefined });
});

test.each([
  [{ KAFKA_BROKERS: "kafka" }],
  [{ KAFKA_BROKERS: "http://kafka:9092" }],
  [{ KAFKA_BROKERS: "," }],
  [{ KAFKA_SSL: "yes" }],
  [{ KAFKA_SASL_MECHANISM: "gssapi", KAFKA_SASL_USERNAME: "airlog", KAFKA_SASL_PASSWORD: "secret" }],
  [{ KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "airlog" }],
  [{ KAFKA_SASL_USERNAME: "airlog", KAFKA_SASL_PASSWORD: "secret" }],
])("settings of Kafka that do not fit are refused: %j", (environment) => {
  expect(errorsOf(environment)).toEqual([expect.stringMatching(/^KAFKA_/)]);
});

test("a cluster of EventStoreDB is one connection string", () => {
  const url = "esdb://one:2113,two:2113,three:2113?tls=true";
  expect(readConfig({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url);
});

test("every bad variable is named at once", () => {
  const problems = errorsOf({
    AIRLOG_UNHEARD_OF: "1",
    DATABASE_URL: "mysql://x",
    EVENTSTORE_URL: "http://events:2113",
    ELASTICSEARCH_URL: "search:9200",
    ELASTICSEARCH_USERNAME: "airlog",
    PORT: "http",
  });
  const named = problems.map((problem) => problem.split(" ")[0]);
  expect([...new Set(named)].sort()).toEqual([
    "AIRLOG_UNHEARD_OF",
    "DATABASE_URL",
    "ELASTICSEARCH_PASSWORD",
    "ELASTICSEARCH_URL",
    "EVENTSTORE_URL",
    "PORT",
  ]);
});

test.each<Readonly<Record<string, string>>>([
  { ELASTICSEARCH_URL: "," },
  { ELASTICSEARCH_URL: "https://one:9200,ftp://two" },
  { ELASTICSEARCH_URL: "http://one:9200", ELASTICSEARCH_PASSWORD: "without a user" },
  { EVENTSTORE_URL: "esdb://" },
])("%j is refused", (environment) => {
  expect(errorsOf(environment)).not.toEqual([]);
});

test("nothing secret is printed, and no complaint repeats it", () => {
  const environment = {
    DATABASE_URL: "postgres://anna:secret-1@db:5432/airlog?sslmode=require",
    EVENTSTORE_URL: "esdb://admin:secret-2@events:2113?tls=true&userCertFile=secret-3",
    ELASTICSEARCH_URL: "https://elastic:secret-4@search:9200",
    ELASTICSEARCH_USERNAME: "airlog",
    ELASTICSEARCH_PASSWORD: "secret-5",
    ELASTICSEARCH_API_KEY: "secret-6",
    AIRLOG_ADMIN_PASSWORD: "secret-7 is long enough",
  };
  const printed = printable(readConfig(environment));
  expect(JSON.stringify(printed)).not.toContain("secret");
  expect(printed).toMatchObject({
    databaseUrl: "postgres://db:5432/airlog",
    eventStoreUrl: "esdb://events:2113",
    elasticsearch: { nodes: ["https://search:9200"], username: "airlog", password: "set", apiKey: "set" },
    adminPassword: "set",
  });
  const spoiled = Object.entries(environment).map(([name, value]) => [name, `x${value}`]);
  expect(errorsOf(Object.fromEntries(spoiled)).join()).not.toContain("secret");
});
