import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { catalogue } from "../../contracts/views/catalogue.ts";
import { observations } from "../../contracts/views/observations.ts";
import { stations } from "../../contracts/views/stations.ts";
import { VIEWS } from "../../contracts/views.ts";
import type { Database } from "../../platform/database/port.ts";
import { dropBuild } from "../../platform/views/drop.ts";
import { listBuilds } from "../../platform/views/listing.ts";
import { expectSameTimes, toldTimes } from "../changes/told-times.ts";
import { type Engines, type ObtainedEngines, obtainEngines } from "../end-to-end/engines.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { folderUntil } from "../folder.ts";
import { crowdedMs } from "../live-probe.ts";
import { oldestTransactionDuring } from "../oldest-transaction.ts";
import { positionOf } from "../position.ts";
import { databaseUntil } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { fill, readAnswers, tokenOf, withoutStatistics } from "./content.ts";
import { addMinutes, beginReading, fillMinutes, LONG_HISTORY, MIN_LONG_HISTORY } from "./long-history.ts";
import { repeatedReads, textsOf } from "./repeated-reads.ts";

const PASSWORD = "a long enough password";
const READ_INTERVAL_MS = 20;

const Listed = z.array(
  z.object({ view: z.string(), version: z.number(), generation: z.number(), state: z.string(), share: z.number() }),
);

/** Builds views again beside a running system on these engines. */
export function viewsBuiltAgain(obtain: Engines = obtainEngines): void {
  let engines: ObtainedEngines;
  let database: Database;
  let environment: Record<string, string>;
  let service: SpawnedService;
  let position: string;
  /** The id of a series. */
  let minutes: number;
  let answers: Record<string, string>;
  let published: ReadonlyMap<string, string>;

  beforeAll(async () => {
    engines = await obtain();
    database = await databaseUntil(afterAll);
    environment = {
      ...{ DATABASE_URL: database.connection.connectionString, AIRLOG_DATA: folderUntil(afterAll), PORT: "0" },
      ...{ AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
      ...engines.variables,
    };
    service = await SpawnedService.start(environment);
    await service.ready();
    const token = await tokenOf(service.url, "admin", PASSWORD);
    await fill(service.url, token, "2026-06-21");
    ({ series: minutes, position } = await addMinutes(service.url, token));
    // Health does not wait for a position, and a read waits only five seconds.
    await vi.waitFor(
      async () => {
        answers = await answersNow();
        expect(answers["uv forecast"]).toContain("the stored run");
        expect(Object.values(answers).filter(isFailure)).toEqual([]);
      },
      { timeout: crowdedMs(20_000), interval: 200 },
    );
    published = await toldTimes(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await engines.close(position.slice(0, position.indexOf(".")));
  });

  async function answersNow(): Promise<Record<string, string>> {
    return withoutStatistics(await readAnswers(service.url, position));
  }

  async function write(path: string, body: object): Promise<string> {
    const token = await tokenOf(service.url, "admin", PASSWORD);
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const answer = await fetch(service.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
    return answer.headers.get("Event-Position") ?? "";
  }

  async function command(name: "replay" | "views", ...words: readonly string[]): Promise<string> {
    const options = { env: { PATH: process.env["PATH"], ...environment } };
    const { stdout } = await promisify(execFile)(process.execPath, ["dist/cli/main.js", name, ...words], options);
    return stdout;
  }

  /** The builds of a view as the command lists them, without a process for each call. */
  async function states(view: string): Promise<string[]> {
    const builds = await listBuilds(database, positionOf("p"), Object.values(VIEWS));
    return builds.filter((build) => build.view === view).map(({ generation, state }) => `${generation} ${state}`);
  }

  /** Whether readers have left all builds of the view but the newest. */
  async function isNewestReadAlone(view: string): Promise<boolean> {
    const [newest, ...older] = (await states(view)).reverse();
    return newest?.endsWith(" live") === true && older.every((state) => state.endsWith(" old"));
  }

  test("another build of damaged tables takes their place while readers go on", async () => {
    await database.query(`
    delete from ${catalogue.tables.records} where pid = 'bulk-00007';
    update ${stations.tables.stations} set document = replace(document, 'Manglerud', 'Damaged'), change_seq = change_seq + 1000;
    update ${observations.tables.period_means} set sum = sum + 1`);
    await fillMinutes(database, minutes);
    expect(await answersNow()).not.toEqual(answers);
    const asked = repeatedReads(service.url);
    const damaged = await textsOf(asked);
    const history = await (await beginReading(service.url + LONG_HISTORY))();
    expect(history.length).toBeGreaterThan(MIN_LONG_HISTORY);
    const readRest = await beginReading(service.url + LONG_HISTORY);
    const failures: string[] = [];
    const readAll = async () => {
      for (const [read, said] of Object.entries(await answersNow())) {
        if (isFailure(said)) failures.push(`${read}: ${said}`);
      }
    };
    let said = "";
    let oldest = Number.NaN;
    await whileRepeating([readAll], async () => {
      oldest = await oldestTransactionDuring(database, async () => {
        said = await command("replay", "catalogue", "stations", "observations", "--again");
      });
      await expect.poll(() => answersNow()).toEqual(answers);
    });
    expect(failures).toEqual([]);
    expect(said).toBe(
      [catalogue, stations, observations].map(({ name, version }) => `${name} ${version}.2 is complete.\n`).join(""),
    );
    expect(1_000 * oldest).toBeLessThan(crowdedMs(1_000));
    // A client with a damaged answer must not get 304.
    const mended = await textsOf(asked);
    expect(mended).toEqual(await textsOf(repeatedReads(service.url)));
    expect(mended).not.toEqual(damaged);
    await expect.poll(() => states(catalogue.name)).toEqual(["1 old", "2 live"]);
    // An answer that has begun ends on the build that it began with; that build can't be dropped meanwhile.
    const old = { name: observations.name, version: observations.version, generation: 1 };
    expect(await dropBuild(database, old, async () => undefined)).toBe(false);
    expect((await readRest()) === history).toBe(true);
    for (const view of [stations, observations]) {
      await expect.poll(() => states(view.name)).toEqual(["1 old", "2 live"]);
    }
    const listed = Listed.parse(JSON.parse(await command("views", "list", "--json")));
    expect(listed.filter(({ view }) => view === "facilities")).toEqual([
      { view: "facilities", version: VIEWS.facilities.version, generation: 1, state: "live", share: 1 },
    ]);
  }, 90_000);

  test("the new build is kept up to date, and the old one can be dropped", async () => {
    expect(await oldestTransactionDuring(database, () => command("views", "drop", "--old"))).toBeLessThan(1);
    expect(await states("catalogue")).toEqual(["2 live"]);
    const schemas = await database.query<{ name: string }>("select nspname as name from pg_namespace");
    const left = Object.values(VIEWS).filter(({ schema }) => schemas.some(({ name }) => name === schema));
    expect(left.map(({ name }) => name)).toEqual(["facilities", "uv-forecast"]);
    await expect(command("views", "drop", "catalogue", `${catalogue.version}.2`)).rejects.toMatchObject({ code: 1 });
    expect(await answersNow()).toEqual(answers);
    expectSameTimes(await toldTimes(service.url), published);

    await write("/api/provider/metadata/add", [record("again", { facility: { identifier: "again" } })]);
    const added = await write("/api/provider/facilities/add", facility("again"));
    const found = await fetch(`${service.url}/api/metadata/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Min-Event-Position": added },
      body: JSON.stringify({ search: { query: { term: { "facility.identifier.keyword": "again" } } } }),
    });
    expect(await found.json()).toMatchObject({ response: { hits: { total: { value: 1 } } } });
  });

  test("a build is compared with the log", async () => {
    const verifying = () => command("views", "verify", "observations");
    expect(await oldestTransactionDuring(database, verifying)).toBeLessThan(1);
    await database.query(`update ${observations.build(2).tables.newest} set newest_value = -1 where series = 1`);
    await expect(verifying()).rejects.toMatchObject({ code: 1, stdout: 'newest\t{"series":1}\tdiffers\n' });
  });

  test("readers do not notice that every view is built again", async () => {
    const reads = repeatedReads(service.url);
    const before = await textsOf(reads);
    const different = new Set<string>();
    const compared = reads.map(({ name, read }) => async () => {
      const text = await read();
      if (text !== before[name]) different.add(`${name}: ${text.slice(0, 200)}`);
    });
    const names = Object.keys(VIEWS);
    await whileRepeating(compared, async () => {
      await command("replay", ...names, "--again");
      for (const name of names) await expect.poll(() => isNewestReadAlone(name)).toBe(true);
    });
    expect([...different]).toEqual([]);
    expect((await states("observations")).at(-1)).toBe("3 live");
    expectSameTimes(await toldTimes(service.url), published);
  }, 180_000);

  test("complete views are left alone, and a wrong argument is refused", async () => {
    expect(await command("replay")).toBe("Every view is built.\n");
    await expect(command("replay", "nothing")).rejects.toMatchObject({ code: 2 });
    await expect(command("views", "drop")).rejects.toMatchObject({ code: 2 });
  });

  test("changes keep their publication times when another process takes over from a killed one", async () => {
    published = await toldTimes(service.url);
    await service.kill();
    service = await SpawnedService.start(environment);
    await service.ready();
    await write("/api/provider/metadata/add", [record("after the kill")]);
    const told = await toldTimes(service.url);
    expectSameTimes(told, published);
    expect(told.size).toBe(published.size + 1);
  });
}

const isFailure = (said: string): boolean => /^5/.test(said);

/** Repeats each of the reads until the work is done. */
async function whileRepeating(reads: readonly (() => Promise<void>)[], work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const repeat = async (read: () => Promise<void>) => {
    for (; !isOver; await sleep(READ_INTERVAL_MS)) await read();
  };
  const reading = Promise.all(reads.map(repeat));
  try {
    await work();
  } finally {
    isOver = true;
    await reading;
  }
}
