import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { EventStoreDouble } from "../../test/doubles/eventstoredb/server.ts";
import { failureOf } from "../../test/failure.ts";
import { folderUntil } from "../../test/folder.ts";
import { listenLocally } from "../../test/listen.ts";
import { databaseUntil } from "../../test/postgres.ts";
import { readConfig } from "../config.ts";
import { migrate } from "../database/migrations.ts";
import { EventStoreUnavailable } from "../event-store/port.ts";
import { completeBuild, createBuild } from "../views/registry.ts";
import { VIEW_MIGRATIONS } from "../views/schema.ts";
import { type RunningProcess, startProcess } from "./process.ts";
import { reasonOf } from "./reason.ts";
import type { OpenService } from "./service.ts";

const { connectionString } = (await databaseUntil(afterAll)).connection;
const folder = folderUntil(afterAll);

const query: OpenService = async () => ({ name: "query", health: async () => ({}), close: async () => {} });

function start(variables: Readonly<Record<string, string>>): Promise<RunningProcess> {
  const usual = { PORT: "0", AIRLOG_DATA: folder, AIRLOG_LOG_LEVEL: "silent", DATABASE_URL: connectionString };
  return startProcess(readConfig({ ...usual, ...variables }), { query });
}

async function lastWords(variables: Readonly<Record<string, string>>): Promise<string> {
  const failure = await start(variables).then(
    () => "it started",
    (error: unknown) => error,
  );
  return reasonOf(failure);
}

/** An Elasticsearch that answers every request with this status. */
async function elasticsearchAnswering(status: number) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json", "X-Elastic-Product": "Elasticsearch" });
    response.end('{"error":{"type":"security_exception","reason":"unable to authenticate"},"status":401}');
  });
  return { url: `http://${await listenLocally(server)}`, close: () => server.close() };
}

test("a PostgreSQL that refuses the password is reported in one line, with the variable to check", async () => {
  const url = new URL(connectionString);
  url.password = "a-wrong-secret";
  const words = await lastWords({ DATABASE_URL: url.href });
  expect(words).toMatch(/^DATABASE_URL: .*password authentication failed/);
  expect(words).not.toMatch(/\n|a-wrong-secret/);
});

test("a PostgreSQL that can't be reached is reported", async () => {
  expect(await lastWords({ DATABASE_URL: "postgres://airlog@127.0.0.1:1/airlog" })).toMatch(
    /^DATABASE_URL: PostgreSQL can't be reached/,
  );
});

test("a PostgreSQL that can't be used is reported beside an EventStoreDB, too", async () => {
  const double = await EventStoreDouble.start();
  onTestFinished(() => double.goDown());
  const url = new URL(connectionString);
  url.password = "a-wrong-secret";
  const refused = await lastWords({ EVENTSTORE_URL: double.url, DATABASE_URL: url.href });
  expect(refused).toMatch(/^DATABASE_URL: .*password authentication failed/);
  expect(refused).not.toMatch(/\n|a-wrong-secret/);
  const nowhere = "postgres://airlog@127.0.0.1:1/airlog";
  expect(await lastWords({ EVENTSTORE_URL: double.url, DATABASE_URL: nowhere })).toMatch(
    /^DATABASE_URL: PostgreSQL can't be reached/,
  );
});

test("an offset that differs from the log's is reported, with its variable", async () => {
  const own = { DATABASE_URL: (await databaseUntil(onTestFinished)).connection.connectionString };
  await (await start(own)).close();
  const words = await lastWords({ ...own, AIRLOG_UTC_OFFSET: "+05:00" });
  expect(words).toMatch(/^AIRLOG_UTC_OFFSET is \+05:00, but/);
});

test("an EventStoreDB that refuses the user is reported", async () => {
  const double = await EventStoreDouble.start();
  double.faults.refuseUsers = true;
  const words = await lastWords({ EVENTSTORE_URL: double.url });
  expect(words).toBe(
    "EVENTSTORE_URL: EventStoreDB refuses the user or password of its URL, or this user may not do this.",
  );
  double.goDown();
});

test("a connection string that EventStoreDB's client can't read is reported, without the password", async () => {
  const words = await lastWords({ EVENTSTORE_URL: "esdb://admin:a-secret@events:port?tls=perhaps" });
  expect(words).toMatch(/^EVENTSTORE_URL: The URL of EventStoreDB is no connection string/);
  expect(words).not.toContain("a-secret");
});

test("an Elasticsearch that refuses the password is reported", async () => {
  const elasticsearch = await elasticsearchAnswering(401);
  const words = await lastWords({
    ELASTICSEARCH_URL: elasticsearch.url,
    ELASTICSEARCH_USERNAME: "airlog",
    ELASTICSEARCH_PASSWORD: "a-wrong-secret",
  });
  expect(words).toMatch(/^ELASTICSEARCH_URL: Elasticsearch at 127\.0\.0\.1:\d+ can't be used: it refuses our user/);
  expect(words).not.toContain("a-wrong-secret");
  elasticsearch.close();
});

test("an Elasticsearch that can't be reached yet does not prevent a start", async () => {
  const running = await start({ ELASTICSEARCH_URL: "http://127.0.0.1:1" });
  expect((await fetch(`${running.url}/health/live`)).status).toBe(200);
  await running.close();
});

test("the metrics show appends and the failures of each engine", async () => {
  const double = await EventStoreDouble.start();
  const running = await start({ EVENTSTORE_URL: double.url, ELASTICSEARCH_URL: "http://127.0.0.1:1" });
  const meta = { time: "2026-01-01T00:00:00Z", actor: "ada", provider: "clu", correlationId: "c" };
  const event = { id: randomUUID(), type: "Noted", schemaVersion: 1, data: Buffer.from("{}"), meta };
  await running.platform.eventStore.append([{ stream: "notes-1", expected: "no-stream", events: [event] }]);
  const exposed = async () => (await fetch(`${running.url}/metrics`)).text();
  const before = await exposed();
  expect(before).toContain('airlog_append_duration_seconds_count{outcome="appended"} 1\n');
  expect(before).toContain('airlog_engine_errors_total{engine="postgresql"} 0\n');
  expect(before).toContain('airlog_engine_errors_total{engine="eventstoredb"} 0\n');
  expect(before).toMatch(/airlog_engine_errors_total\{engine="elasticsearch"\} [1-9]/);
  double.goDown();
  const { eventStore } = running.platform;
  const lost = failureOf(EventStoreUnavailable, eventStore.head());
  // Ends the attempts, which would continue for ten seconds.
  await eventStore.close();
  await lost;
  expect(await exposed()).toMatch(/airlog_engine_errors_total\{engine="eventstoredb"\} [1-9]/);
  await running.close();
});

test("health reports an event store that is an engine of its own", async () => {
  const double = await EventStoreDouble.start();
  const own = { DATABASE_URL: (await databaseUntil(onTestFinished)).connection.connectionString };
  const running = await start({ ...own, EVENTSTORE_URL: double.url });
  const { database, eventStore } = running.platform;
  const health = async () => (await fetch(`${running.url}/health/ready`)).json();
  expect(await health()).toMatchObject({
    status: "degraded",
    components: { database: { state: "up" }, "event store": { state: "up" } },
  });
  // As a projector creates them.
  await migrate(database, VIEW_MIGRATIONS);
  for (const view of Object.values(VIEWS)) {
    await createBuild(database, view, eventStore.start);
    await completeBuild(database, view);
  }
  await expect.poll(health, { timeout: 10_000 }).toMatchObject({ status: "up" });
  double.goDown();
  // This process does not write.
  const state = "degraded";
  expect(await health()).toMatchObject({ status: state, components: { "event store": { state } } });
  await running.close();
});
