import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "../../cli/backup/back-up.ts";
import { restoreInto } from "../../cli/backup/restore.ts";
import { VIEWS } from "../../contracts/views.ts";
import { type EmbeddedServer, joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import type { DoubleLog } from "../doubles/eventstoredb/log.ts";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { silent } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { fill, readAnswers, tokenOf, withoutStatistics } from "../views/content.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

/*
 * The backup of engines of one's own, as docs/distributed.md says: PostgreSQL first, EventStoreDB after it, and the key. It is
 * restored to machines that have nothing: a PostgreSQL server, a double of EventStoreDB, and no index in Elasticsearch.
 */

const PASSWORD = "a long enough password";
const TODAY = new Date().toISOString().slice(0, 10);

describeWithEngine("elasticsearch", "a distributed system that is restored from its backup", (elasticsearch) => {
  const keyFile = join(folderUntil(afterAll), "signing-key.pem");
  let before: Machines;
  let after: Machines;
  /** What readers of the old system got at its end. */
  let answers: Awaited<ReturnType<typeof answersOf>>;
  /** The last position of the log, and the greatest ids in it. */
  let position: string;
  let newest: { readonly station: number; readonly series: number };
  let oldToken: string;

  beforeAll(async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    before = await machines({ ELASTICSEARCH_URL: elasticsearch, AIRLOG_SIGNING_KEY_FILE: keyFile });
    await account(before, "add", "anna", "--provider", "norway", "--roles", "station_admin", "--password-stdin");
    const admin = await tokenOf(before.service.url, "admin", PASSWORD);
    await fill(before.service.url, admin, TODAY);
    const folder = folderUntil(afterAll);
    const copy = join(folder, "postgres");
    const { dataFolder, server } = before;
    await backUp({ dataFolder, connection: server.connection, signingKeyFile: join(folder, "none") }, copy);
    // EventStoreDB's copy is newer: it has a station, a series and a record that PostgreSQL's does not know.
    const added = await addMore(before.service.url, admin);
    ({ position, newest } = added);
    oldToken = await tokenOf(before.service.url, "anna", PASSWORD);
    const log = before.eventStore.log.copy();
    copyFileSync(keyFile, join(folder, "signing-key.pem"));
    answers = await answersOf(before.service.url, position);
    await end(before, elasticsearch, position);

    const restored = join(folder, "restored");
    await restoreInto(restored, copy, silent);
    const restoredKey = join(folder, "signing-key.pem");
    after = await machines({ ELASTICSEARCH_URL: elasticsearch, AIRLOG_SIGNING_KEY_FILE: restoredKey }, restored, log);
  }, 300_000);
  afterAll(() => end(after, elasticsearch, position));

  test("answers as the old one did, the last forecast too", async () => {
    expect(await answersOf(after.service.url, position)).toEqual(answers);
    expect(answers.forecast).toContain("the stored run");
  }, 120_000);

  test("knows accounts by their old passwords and tokens", async () => {
    const { url } = after.service;
    const token = await tokenOf(url, "anna", PASSWORD);
    for (const each of [token, oldToken]) {
      const refused = await send(url, each, "/api/provider/stations/add", manglerud());
      expect(refused).toMatchObject({ status: 409, body: { code: "station-exists" } });
    }
  });

  test("gives ids above the greatest in the log, and no name twice", async () => {
    const { url } = after.service;
    const token = await tokenOf(url, "admin", PASSWORD);
    const taken = await send(url, token, "/api/provider/stations/add", manglerud({ name: "Later" }));
    expect(taken).toMatchObject({ status: 409, body: { code: "station-exists" } });
    const station = await send(url, token, "/api/provider/stations/add", manglerud({ name: "Last" }));
    expect(station.body).toEqual({ id: newest.station + 1 });
    const series = await send(url, token, "/api/provider/timeseries/add", nitrogenDioxide(newest.station + 1));
    expect(series.body).toEqual({ id: newest.series + 1 });
  });

  test.each(Object.keys(VIEWS))(
    "has a view %s that is what the log makes of it",
    async (view) => {
      const verified = await run(after, "views", ["verify", VIEWS[view as keyof typeof VIEWS].name]);
      expect(verified).toBe("");
    },
    120_000,
  );
});

/** The engines of one system, and the process that runs its services. */
interface Machines {
  readonly dataFolder: string;
  readonly server: EmbeddedServer;
  readonly eventStore: EventStoreDouble;
  readonly environment: Readonly<Record<string, string>>;
  readonly service: SpawnedService;
}

async function machines(
  variables: Readonly<Record<string, string>>,
  dataFolder = folderUntil(afterAll),
  log?: DoubleLog,
): Promise<Machines> {
  const server = await joinEmbeddedServer(dataFolder, silent);
  const eventStore = await EventStoreDouble.start(log);
  const environment = {
    ...{ DATABASE_URL: server.connection.connectionString, EVENTSTORE_URL: eventStore.url },
    ...{ AIRLOG_DATA: folderUntil(afterAll), PORT: "0", AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
    ...{ AIRLOG_ADMIN_PASSWORD: PASSWORD, ...variables },
  };
  const service = await SpawnedService.start(environment);
  await service.ready();
  return { dataFolder, server, eventStore, environment, service };
}

/** Stops everything, and leaves nothing in Elasticsearch. */
async function end({ server, eventStore, service }: Machines, elasticsearch: string, position: string): Promise<void> {
  await service.stop();
  eventStore.goDown();
  await server.leave();
  const { close } = await elasticsearchAt(elasticsearch)();
  await close(position.slice(0, position.indexOf(".")));
}

async function run({ environment }: Machines, name: string, words: readonly string[], text = ""): Promise<string> {
  const env = { PATH: process.env["PATH"], ...environment };
  const running = promisify(execFile)(process.execPath, [`dist/cli/${name}.js`, ...words], { env });
  running.child.stdin?.end(text);
  return (await running).stdout;
}

async function account(on: Machines, ...words: readonly string[]): Promise<void> {
  await run(on, "account", words, PASSWORD);
}

async function send(url: string, token: string, path: string, body: unknown) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, position: answer.headers.get("Event-Position"), body: text && JSON.parse(text) };
}

async function addMore(url: string, token: string) {
  const id = async (path: string, body: object): Promise<number> => (await send(url, token, path, body)).body.id;
  const station = await id("/api/provider/stations/add", manglerud({ name: "Later" }));
  const series = await id("/api/provider/timeseries/add", nitrogenDioxide(station));
  const { position } = await send(url, token, "/api/provider/metadata/add", [record("later")]);
  return { position: position ?? "", newest: { station, series } };
}

async function answersOf(url: string, position: string) {
  const said = withoutStatistics(await readAnswers(url, position));
  const forecast = await fetch(`${url}/uv/forecast/59.9/10.8`, { headers: { "Min-Event-Position": position } });
  return { ...said, forecast: await forecast.text() };
}
