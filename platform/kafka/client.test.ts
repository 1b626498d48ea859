import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { logLevel } from "kafkajs";
import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { RefusingBroker } from "../../test/doubles/refusing-broker.ts";
import { failureOf } from "../../test/failure.ts";
import { folderUntil } from "../../test/folder.ts";
import { silent } from "../../test/postgres.ts";
import { notedWatch } from "../../test/watch.ts";
import { EngineWatch } from "../engine-watch.ts";
import { StartFailure } from "../start-failure.ts";
import { connectionConfig, openKafka } from "./client.ts";
import { logCreator } from "./log.ts";

const plain = { brokers: ["one:9092", "two:9092"], tls: false, caFile: undefined, sasl: undefined };

test("without more settings the connection is plain", async () => {
  const config = await connectionConfig(plain);
  expect(config.brokers).toEqual(["one:9092", "two:9092"]);
  expect(config).not.toHaveProperty("ssl");
  expect(config).not.toHaveProperty("sasl");
});

test("TLS trusts the usual authorities, or those of a file", async () => {
  expect(await connectionConfig({ ...plain, tls: true })).toMatchObject({ ssl: true });
  const folder = folderUntil(onTestFinished);
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, "certificate");
  expect(await connectionConfig({ ...plain, tls: true, caFile })).toMatchObject({ ssl: { ca: "certificate" } });
  await expect(connectionConfig({ ...plain, tls: true, caFile: join(folder, "none.pem") })).rejects.toThrow(
    /^KAFKA_CA_FILE can't be read: ENOENT/,
  );
});

test.each(["plain", "scram-sha-256", "scram-sha-512"] as const)("SASL by %s", async (mechanism) => {
  const sasl = { mechanism, username: "airlog", password: "secret" };
  expect(await connectionConfig({ ...plain, sasl })).toMatchObject({ sasl });
});

test("a broker that refuses the password is reported, without the password", async () => {
  const broker = await RefusingBroker.start();
  const sasl = { mechanism: "plain", username: "airlog", password: "a-wrong-secret" } as const;
  const opening = openKafka({ ...plain, brokers: [broker.address], sasl }, silent, notedWatch());
  const { message } = await failureOf(StartFailure, opening);
  expect(message).toMatch(
    /^KAFKA_BROKERS: Kafka at 127\.0\.0\.1:\d+ can't be used: it refuses our user or password \(.*Invalid username or password/,
  );
  expect(message).not.toContain("a-wrong-secret");
  await broker.close();
});

test("unreachable brokers are logged as a warning and awaited", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const brokers = ["127.0.0.1:1", "127.0.0.1:2"];
  await openKafka({ ...plain, brokers }, log, new EngineWatch("kafka", log, new Registry()));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: "Kafka is lost: what needs it waits or is refused",
      reason: expect.stringMatching(/^Kafka at 127\.0\.0\.1:1, 127\.0\.0\.1:2 can't be reached: .*ECONNREFUSED/),
    },
  ]);
});

test.each([
  ["a failure, which the client's users report", logLevel.ERROR, "Connection timeout", "debug"],
  ["a warning", logLevel.WARN, "Limiting retries", "info"],
  ["what the client does", logLevel.INFO, "Consumer has joined the group", "debug"],
  ["every request", logLevel.DEBUG, "Request Fetch", "trace"],
])("%s is logged at a level that suits operators", (_, level, message, expected) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const label = "";
  const entry = { timestamp: "", logger: "kafkajs", message, groupId: "g" };
  logCreator(log)(logLevel.DEBUG)({ namespace: "", level, label, log: entry });
  expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({
    level: pino.levels.values[expected],
    msg: message,
    component: "kafka",
    groupId: "g",
  });
});
