import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { describeWithPsql } from "../psql.ts";
import { fill, readAnswers, tokenOf, withoutStatistics } from "../views/content.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";
import { type Machines, PASSWORD, runCommand, send, startMachines, stopMachines } from "./machines.ts";
import { copyServer } from "./server-copy.ts";

/*
 * The backup of engines of one's own, as docs/distributed.md says: PostgreSQL first, EventStoreDB after it, and the key. It is
 * restored to machines that have nothing: a PostgreSQL server, a double of EventStoreDB, and no index in Elasticsearch.
 */

const TODAY = new Date().toISOString().slice(0, 10);

describeWithEngine("elasticsearch", "a distributed system that is restored from its backup", (elasticsearch) => {
  describeWithPsql("while EventStoreDB keeps the log", () => restored(elasticsearch));
});

function restored(elasticsearch: string): void {
  const keyFile = join(folderUntil(afterAll), "signing-key.pem");
  let after: Machines;
  let newStore: EventStoreDouble;
  /** Answers of the old system at its end. */
  let answers: Awaited<ReturnType<typeof answersOf>>;
  /** The last position of the log, and the greatest ids in it. */
  let position: string;
  let newest: { readonly station: number; readonly series: number };
  let oldToken: string;

  beforeAll(async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    const start = (eventStore: EventStoreDouble, signingKeyFile: string, dataFolder?: string) => {
      const variables = { ELASTICSEARCH_URL: elasticsearch, EVENTSTORE_URL: eventStore.url };
      return startMachines({ ...variables, AIRLOG_SIGNING_KEY_FILE: signingKeyFile }, dataFolder);
    };
    const oldStore = await EventStoreDouble.start();
    const before = await start(oldStore, keyFile);
    const account = ["add", "anna", "--provider", "norway", "--roles", "station_admin", "--password-stdin"];
    await runCommand(before.environment, "account", account, PASSWORD);
    const admin = await tokenOf(before.service.url, "admin", PASSWORD);
    await fill(before.service.url, admin, TODAY);
    const folder = folderUntil(afterAll);
    const copy = join(folder, "restored");
    await copyServer(before, copy);
    // EventStoreDB's copy is newer: it has a station, a series and a record that PostgreSQL's lacks.
    const added = await addMore(before.service.url, admin);
    ({ position, newest } = added);
    oldToken = await tokenOf(before.service.url, "anna", PASSWORD);
    const log = oldStore.log.copy();
    copyFileSync(keyFile, join(folder, "signing-key.pem"));
    answers = await answersOf(before.service.url, position);
    await stopMachines(before, oldStore);
    await removeIndexes();

    newStore = await EventStoreDouble.start(log);
    after = await start(newStore, join(folder, "signing-key.pem"), copy);
  }, 300_000);
  afterAll(async () => {
    await stopMachines(after, newStore);
    await removeIndexes();
  });

  async function removeIndexes(): Promise<void> {
    const { close } = await elasticsearchAt(elasticsearch)();
    await close(position.slice(0, position.indexOf(".")));
  }

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
    "has a view %s that matches the log",
    async (view) => {
      const verified = await runCommand(after.environment, "views", ["verify", VIEWS[view as keyof typeof VIEWS].name]);
      expect(verified).toBe("");
    },
    120_000,
  );
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
