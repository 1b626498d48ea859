import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { ViewName } from "../../contracts/views.ts";
import { VIEWS } from "../../contracts/views.ts";
import type { Database } from "../../platform/database/port.ts";
import { registeredBuilds } from "../../platform/views/registry.ts";
import { expectSameTimes, toldTimes } from "../changes/told-times.ts";
import { type Engines, type ObtainedEngines, obtainEngines } from "../end-to-end/engines.ts";
import { hour } from "../end-to-end/network-samples.ts";
import { folderUntil } from "../folder.ts";
import { holdElsewhere } from "../leases.ts";
import { databaseUntil } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { fill, readAnswers, tokenOf, withoutStatistics } from "./content.ts";

const PASSWORD = "a long enough password";
const UP_TO_DATE = "/aq/utd";
const FORECAST = "/uv/forecast/60/10";
const places = { locations: [60, 61].map((latitude) => ({ latitude, longitude: 10 })) };
/** Reads whose answers depend on the time of day, but not within an hour. */
const READS_OF_NOW: readonly { readonly path: string; readonly body?: object }[] = [
  { path: UP_TO_DATE },
  { path: FORECAST },
  { path: "/uv/forecast", body: places },
];
/** Events that slowed builds read at a time, so that each view but the forecast's has several batches. */
const BATCH_EVENTS = "{ catalogue: 400, facilities: 2 }[this.#view.name] ?? 5";
const Problem = z.object({ code: z.string() });

/** Answers that may differ while a view is being built: its reads are refused, and its state in health is unknown. */
const MEANWHILE = /^503 view-building$|^\{\}$/;
const READ_OF: Readonly<Record<ViewName, string>> = {
  catalogue: "/api/metadata/record?pid=bulk-00007",
  facilities: "/api/facilities",
  stations: "/lookup/stations",
  observations: UP_TO_DATE,
  "uv-forecast": FORECAST,
};

/** Two groups of views, not each view alone, since each start takes seconds. */
const GROUPS = [0, 1].map((rest) => {
  const views = Object.values(VIEWS).filter((_, n) => n % 2 === rest);
  return { views, names: views.map(({ name }) => name).join(", ") };
});

type View = (typeof VIEWS)[ViewName];

/** Raises the versions of the views in a copy of the program, and compares what it serves, on these engines. */
export function newVersionsOfViews(obtain: Engines = obtainEngines): void {
  /** A copy of the compiled program, beside links to everything else that it reads. */
  let program: string;
  let engines: ObtainedEngines;
  let database: Database;
  let service: SpawnedService | undefined;
  let position: string;
  let answers: Record<string, string> = {};
  let published: ReadonlyMap<string, string>;
  /** The hour of those of `answers` that depend on it. */
  let answeredHour: number | undefined;

  beforeAll(async () => {
    program = folderUntil(afterAll);
    engines = await obtain();
    database = await databaseUntil(afterAll);
    for (const name of readdirSync("."))
      if (name !== "dist") symlinkSync(join(process.cwd(), name), join(program, name));
    cpSync("dist", join(program, "dist"), { recursive: true });
    const first = await start();
    await first.ready();
    const { url } = first;
    const token = await tokenOf(url, "admin", PASSWORD);
    await fill(url, token, new Date().toISOString().slice(0, 10));
    position = await addNewest(url, token);
    answers = await answersNow(url);
    expect(answers[UP_TO_DATE]).toContain("Manglerud");
    expect([answers[FORECAST], answers["/uv/forecast"]]).toEqual([
      expect.stringMatching(/^200 .*"index"/),
      expect.stringMatching(/^200 .*"index"/),
    ]);
    published = await toldTimes(url);
    await service?.stop();
    slowBuilds();
  });
  afterAll(async () => {
    await service?.stop();
    await engines.close(position.slice(0, position.indexOf(".")));
  });

  async function answersOf(url: string): Promise<Record<string, string>> {
    const said = await readAnswers(url, position);
    for (const { path, body } of READS_OF_NOW) {
      const answer = await fetch(url + path, {
        headers: { "Min-Event-Position": position, "Content-Type": "application/json" },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      said[path] = `${answer.status} ${answer.ok ? text : Problem.parse(JSON.parse(text)).code}`;
    }
    return withoutStatistics(said);
  }

  /**
   * Answers from within one hour. If that is not the hour of `answers`, the answers that depend on the hour are renewed
   * there.
   */
  async function answersNow(url: string): Promise<Record<string, string>> {
    const hourNow = () => Math.floor(Date.now() / 3_600_000);
    const begun = hourNow();
    const said = await answersOf(url);
    if (hourNow() !== begun) return answersNow(url);
    const isLater = begun !== answeredHour;
    answeredHour = begun;
    for (const { path } of READS_OF_NOW) {
      if (isLater) delete answers[path];
      if (said[path]?.startsWith("200 ")) answers[path] ??= said[path];
    }
    return said;
  }

  /** Resolves when it listens. */
  async function start(): Promise<SpawnedService> {
    service = await SpawnedService.run([join(program, "dist/cli/main.js"), "start"], {
      ...{ DATABASE_URL: database.connection.connectionString, AIRLOG_DATA: join(program, "data"), PORT: "0" },
      ...{ AIRLOG_ADMIN_PASSWORD: PASSWORD, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
      ...engines.variables,
    });
    return service;
  }

  /** Raises the version in the copy of the program, as if the projector had not got to the new version yet. */
  async function raiseVersion({ name, version }: View): Promise<void> {
    const file = join(program, "dist/contracts/views", `${name}.js`);
    const declaration = readFileSync(file, "utf8");
    writeFileSync(file, declaration.replace(`version: ${version},`, `version: ${version + 1},`));
    await holdElsewhere(database, name, version + 1);
  }

  const waitingOf = ({ name }: View): string => join(program, `waiting-${name}`);

  /** Changes the copy of the program: a build makes a file after each batch, and goes on when the file is removed. */
  function slowBuilds(): void {
    const runner = "dist/services/projector/runner.js";
    const pause = "await delay(await throttle.pauseAfter(performance.now() - resumed), signal);";
    const limit = "batchSize: MAX_BATCH_EVENTS,";
    const code = readFileSync(runner, "utf8");
    for (const replaced of [pause, limit]) expect(code).toContain(replaced);
    const wait = `if (batch.events.length > 0) {
      const { existsSync, writeFileSync } = await import("node:fs");
      const waiting = ${JSON.stringify(join(program, "waiting-"))} + this.#view.name;
      writeFileSync(waiting, "");
      while (existsSync(waiting) && !signal.aborted) await delay(10, signal);
    }`;
    const slowed = code.replace(pause, () => wait).replace(limit, () => `batchSize: ${BATCH_EVENTS},`);
    writeFileSync(join(program, runner), slowed);
  }

  async function expectRefused(url: string, { name, version }: View): Promise<void> {
    const refused = await fetch(`${url}${READ_OF[name]}`);
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    const building = [{ view: name, version: version + 1, done: 0 }];
    expect(await refused.json()).toMatchObject({ code: "view-building", building });
  }

  async function expectBuilt(view: View): Promise<void> {
    const next = view.version + 1;
    const built = (await registeredBuilds(database)).filter(({ name }) => name === view.name);
    expect(built).toMatchObject([
      { version: view.version },
      { version: next, state: "live", position: built[0]?.position },
    ]);
    const tables = await database.query<{ count: number }>({
      text: "select count(*)::int as count from pg_tables where schemaname = $1",
      values: [view.schema.replace(`_v${view.version}_`, `_v${next}_`)],
    });
    expect(tables[0]?.count).toBeGreaterThanOrEqual(Object.keys(view.tables).length);
  }

  test.each(GROUPS)(
    "the next versions of $names are built beside the old ones, and served",
    async ({ views }) => {
      for (const view of views) await raiseVersion(view);
      const started = await start();
      const { url } = started;
      expect((await fetch(`${url}/health/ready`)).status).toBe(503);
      const different = async () =>
        Object.entries(await answersNow(url)).filter(([read, said]) => said !== answers[read]);
      // Until the search index is read from its snapshot, searches find no engine.
      const isLoading = ([, said]: [string, string]) => said === "503 engine-unavailable";
      let during: [string, string][] = [];
      const loading = async () => {
        during = await different();
        return during.filter(isLoading);
      };
      await expect.poll(loading, { timeout: 20_000 }).toEqual([]);
      for (const [read, said] of during) expect([read, said]).toEqual([read, expect.stringMatching(MEANWHILE)]);
      // Reads of the other views are still answered.
      expect(during.length).toBeLessThan(Object.keys(answers).length);
      for (const view of views) await expectRefused(url, view);
      await database.query("delete from view_leases");
      const compared = new Map<string, number>();
      const wrong: [read: string, said: string][] = [];
      // Everything is read at least once after each batch of each view.
      while ((await fetch(`${url}/health/ready`)).status !== 200) {
        const waiting = views.filter((view) => existsSync(waitingOf(view)));
        wrong.push(...(await different()).filter((each) => !isLoading(each) && !MEANWHILE.test(each[1])));
        for (const view of waiting) {
          compared.set(view.name, (compared.get(view.name) ?? 0) + 1);
          rmSync(waitingOf(view));
        }
      }
      expect(wrong).toEqual([]);
      for (const { name } of views) {
        if (name !== "uv-forecast") expect(compared.get(name), name).toBeGreaterThanOrEqual(2);
      }
      expect(await answersNow(url)).toEqual(answers);
      for (const view of views) await expectBuilt(view);
      // All answers come from the new builds.
      for (const { schema } of views) await database.query(`drop schema ${schema} cascade`);
      expect(await answersNow(url)).toEqual(answers);
      expectSameTimes(await toldTimes(url), published);
      await service?.stop();
    },
    60_000,
  );
}

/** Adds values of the last hours. Returns their position. */
async function addNewest(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/provider/observations/add`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify([{ timeseries: 1, values: [hour(-2, 35), hour(-1, 40)] }]),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers.get("Event-Position") ?? "";
}
