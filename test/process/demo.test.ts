import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { stopUnusedServer } from "../stop-postgres.ts";
import { isServed, Program } from "./program.ts";

vi.setConfig({ testTimeout: 900_000 });

/** How long a run may take to reach the point where it is killed. */
const POINT_TIMEOUT_MS = 120_000;
const DEMO = [process.execPath, "dist/cli/main.js", "demo", "--here", "--records", "30", "--days", "2"];
const WHOLE = { facilities: 100, records: 30, areas: 38, series: 246, withValues: 246, hasForecast: true };

const dataFolder = mkdtempSync(join(tmpdir(), "airlog-demo-"));
const programs: Program[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill();
  await stopUnusedServer(dataFolder);
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

function start(words: readonly string[]): Program {
  const program = new Program(words, { AIRLOG_DATA: dataFolder, PORT: "0", AIRLOG_RATE_LIMIT: "off" });
  programs.push(program);
  return program;
}

/** The demonstration's address; undefined until it listens. */
const urlOf = (demo: Program) => /airlog listens on (\S+)/.exec(demo.out)?.[1];

const Facilities = z.array(z.object({}));
const Areas = z.array(z.object({}));
const Series = z.array(z.object({ toTime: z.string().nullable() }));
const Found = z.object({ response: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) });
const Forecasts = z.object({ forecasts: z.array(z.object({ issued: z.string().nullable() })) });

/** The content that a demonstration serves. */
async function contentOf(url: string) {
  const read = async <Answer>(path: string, answer: z.ZodType<Answer>, body?: object): Promise<Answer> => {
    const sent = body && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${url}${path}`, sent ?? {});
    return answer.parse(await response.json());
  };
  const series = await read("/lookup/timeseries", Series);
  return {
    facilities: (await read("/api/facilities", Facilities)).length,
    records: (await read("/api/metadata/search", Found, { search: { size: 0 } })).response.hits.total.value,
    areas: (await read("/lookup/areas", Areas)).length,
    series: series.length,
    withValues: series.filter(({ toTime }) => toTime !== null).length,
    hasForecast: (await read("/uv/forecast/0/0", Forecasts)).forecasts[0]?.issued !== null,
  };
}

type Content = Awaited<ReturnType<typeof contentOf>>;

/** Runs the demonstration until `serves` accepts its content, and kills it. */
async function killedWhen(serves: (content: Content) => boolean): Promise<void> {
  const demo = start(DEMO);
  await vi.waitUntil(() => urlOf(demo) ?? !demo.isRunning, { timeout: POINT_TIMEOUT_MS, interval: 10 });
  const url = urlOf(demo) ?? expect.fail(demo.words);
  const deadline = performance.now() + POINT_TIMEOUT_MS;
  // Views that can't be read yet answer with a problem.
  while (!(await contentOf(url).then(serves, () => false))) {
    if (performance.now() > deadline || !demo.isRunning) expect.fail(`it does not get there: ${demo.words}`);
    await sleep(5);
  }
  demo.kill();
  await demo.ended();
}

/** Runs the demonstration until it is complete. */
async function completed(): Promise<Program> {
  const demo = start(DEMO);
  await vi.waitUntil(() => demo.out.includes("Ctrl-C stops it") || !demo.isRunning, {
    timeout: POINT_TIMEOUT_MS,
    interval: 50,
  });
  expect(demo.out, demo.words).toContain("Ctrl-C stops it");
  return demo;
}

test("the demonstration continues wherever it was killed", async () => {
  for (const isThere of [() => true, () => isServed(dataFolder)]) {
    const demo = start(DEMO);
    await vi.waitUntil(() => demo.out.includes("data: ") && isThere(), { timeout: POINT_TIMEOUT_MS, interval: 5 });
    demo.kill();
    await demo.ended();
  }
  await killedWhen(() => true);
  await killedWhen(({ facilities }) => facilities > 0);
  await killedWhen(({ records }) => records > 0);
  await killedWhen(({ areas }) => areas > 0);
  await killedWhen(({ series }) => series > 0);
  await killedWhen(({ series }) => series === WHOLE.series);
  await killedWhen(({ withValues }) => withValues > 0);
  const demo = await completed();
  expect(await contentOf(urlOf(demo) ?? "")).toEqual(WHOLE);
});

test("the demonstration leaves others' data in its folder as they are", async () => {
  const first = await completed();
  const roles = "metadata_provider,facility_admin,station_admin,observation_provider";
  const account = [
    process.execPath,
    "dist/cli/main.js",
    "account",
    "add",
    "tester",
    "--provider",
    "example",
    "--roles",
    roles,
  ];
  const words = account.map((word) => `'${word}'`).join(" ");
  const added = start(["sh", "-c", `printf 'not a good password' | ${words} --password-stdin`]);
  expect(await added.ended(), added.words).toBe(0);
  const url = urlOf(first) ?? "";
  const post = async (path: string, body: object, token?: string) => {
    const access = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const headers = { "Content-Type": "application/json", Prefer: "wait=60", ...access };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.status, path).toBe(200);
    return response;
  };
  const login = await post("/api/auth/token", { username: "tester", password: "not a good password" });
  const token = z.object({ access_token: z.string() }).parse(await login.json()).access_token;
  await post("/api/provider/facilities/add", { identifier: "theirs" }, token);
  // From now on a series of the demonstration's is theirs, and one has another step.
  const [own] = z
    .array(z.object({ id: z.number(), component: z.string(), unit: z.string() }))
    .parse(await (await fetch(`${url}/lookup/timeseries?station=Manglerud`)).json());
  const stations = z.array(z.object({ id: z.number(), station: z.string() }));
  const listed = stations.parse(await (await fetch(`${url}/lookup/stations`)).json());
  const station = listed.find((each) => each.station === "Manglerud")?.id;
  const series = { station, component: own?.component, unit: own?.unit };
  await post("/api/provider/timeseries/add", { ...series, timestep: 86_400 }, token);
  await post("/api/provider/timeseries/update", { ...series, id: own?.id, timestep: 3600, provider: "example" }, token);
  const second = start(DEMO);
  expect(await second.ended()).toBe(1);
  expect(second.words).toMatch(
    /being served already: .* Stop it, or set AIRLOG_DATA to another folder and give --here\.\n$/,
  );
  first.child.kill("SIGTERM");
  expect(await first.ended()).toBe(0);
  const again = await completed();
  expect(await contentOf(urlOf(again) ?? "")).toEqual({ ...WHOLE, facilities: 101, series: 247 });
});
