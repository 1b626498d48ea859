import { expect, vi } from "vitest";
import { z } from "zod";
import { manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { facility, record, records } from "../end-to-end/samples.ts";
import { readHealth } from "../health.ts";
import { uvGrid } from "../uv-grids.ts";

/** Writes examples of everything that views hold, through the public interface. Returns the last position. */
export async function fill(url: string, token: string, today: string): Promise<string> {
  let position = "";
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    position = answer.headers.get("Event-Position") ?? position;
    return text === "" ? undefined : JSON.parse(text);
  };
  const add = async (path: string, body: object) => Added.parse(await send("POST", path, body)).id;
  const addRecord = (pid: string, members: object) =>
    send("POST", "/api/provider/metadata/add", [record(pid, { ...members, extra_metadata: { after: "ß€😀" } })]);
  const deleteRecord = (pid: string) => send("POST", "/api/provider/metadata/delete", [pid]);

  for (const identifier of ["0lym", "gone"]) await send("POST", "/api/provider/facilities/add", facility(identifier));
  for (const [pid, identifier] of Object.entries(FACILITY_OF)) {
    await addRecord(pid, { "größe 😀": 1, facility: { name: "as sent", identifier, "vör 😀": "ñ" } });
  }
  await addRecord("without facility", {});
  await addRecord("deleted early", { facility: { identifier: "0lym" } });
  await deleteRecord("deleted early");
  await send("POST", "/api/provider/metadata/add", records("bulk", 1_100, { facility: { identifier: "many" } }));
  await send("POST", "/api/provider/facilities/add", facility("many", { name: "of many records" }));
  await send("POST", "/api/provider/facilities/update", facility("0lym", { name: "Jülich 😀", location: undefined }));
  await send("DELETE", "/api/provider/facilities/gone");
  await deleteRecord("deleted late");
  await deleteRecord("added again");
  await addRecord("added again", { facility: { identifier: "many" } });

  const ids: number[] = [];
  for (const name of ["Manglerud", "Removed"]) {
    const station = await add("/api/provider/stations/add", manglerud({ name }));
    for (const component of ["NO2", "PM10"]) {
      ids.push(await add("/api/provider/timeseries/add", { ...nitrogenDioxide(station), component }));
    }
  }
  for (const [index, timeseries] of ids.entries()) {
    const values = [...hours("2023-12-20", "2024-01-12", index), ...hours("2024-10-01", "2024-10-03", index)];
    await send("POST", "/api/provider/observations/add", [{ timeseries, values }]);
  }
  await send("DELETE", `/api/provider/timeseries/${ids.at(-1)}`);
  const grid = uvGrid({ day: today, source: "the stored run" });
  await send("POST", "/api/provider/uv/forecast", grid);
  return position;
}

const Added = z.object({ id: z.number() });
const Problem = z.object({ code: z.string() });
const Token = z.object({ access_token: z.string() });

const FACILITY_OF = {
  "known facility": "0lym",
  "unknown facility": "5qss",
  "deleted facility": "gone",
  "deleted late": "0lym",
  "added again": "0lym",
};

function* hours(first: string, end: string, seed: number): Generator<object> {
  const at = (instant: number) => `${new Date(instant + 3_600_000).toISOString().slice(0, 19)}+01:00`;
  for (
    let begin = Date.parse(`${first}T00:00:00+01:00`);
    begin < Date.parse(`${end}T00:00:00+01:00`);
    begin += 3_600_000
  ) {
    const hour = begin / 3_600_000;
    const value = hour % 17 === 0 ? null : ((hour * 7 + seed * 13) % 101) / 4;
    yield { fromTime: at(begin), toTime: at(begin + 3_600_000), value, isValid: hour % 11 !== 0 };
  }
}

const search = (body: object) => ({ path: "/api/metadata/search", body: { search: body } });

/** Reads of every view, whose answers do not depend on the time of day. */
const READS: readonly { readonly path: string; readonly body?: object }[] = [
  { path: "/api/facilities" },
  { path: "/api/facilities/0lym" },
  { path: "/api/facilities/gone" },
  ...[...Object.keys(FACILITY_OF), "without facility", "deleted early", "bulk-00007"].flatMap((pid) => [
    { path: `/api/metadata/record?${new URLSearchParams({ pid })}` },
    { path: `/api/metadata/history?${new URLSearchParams({ pid })}` },
  ]),
  search({ size: 2_000, sort: [{ "identification.identifier.pid.keyword": "asc" }] }),
  search({ size: 20, query: { match: { "facility.name": "Jülich sent many" } } }),
  search({ size: 0, aggs: { facilities: { terms: { field: "facility.identifier.keyword" } } } }),
  {
    path: `/api/compat/metadata/search/ext?${new URLSearchParams({
      ...{
        variables: "radar reflectivity",
        time_range_start: "2024-01-01T00:00:00Z",
        time_range_end: "2025-01-01T00:00:00Z",
      },
      ...{ north_bound_latitude: "90", south_bound_latitude: "-90" },
      ...{ west_bound_longitude: "-180", east_bound_longitude: "180" },
    })}`,
  },
  ...["areas", "stations", "components", "timeseries", "meantypes"].map((kind) => ({ path: `/lookup/${kind}` })),
  { path: "/obs/historical/2023-12-01/2024-02-01/all" },
  { path: "/aq/historical/2024-09-01/2024-11-30/Manglerud" },
  { path: "/stats/day/2023-12-20/2024-01-12/all" },
  ...["day", "week", "month", "season"].map((mean) => ({ path: `/agg/${mean}/2023-12-01/2024-12-01/all?coverage=0` })),
  { path: "/agg/year/2024-01-01/2025-01-01/all?coverage=0" },
];

/** The system's answers to all of `READS`, by path and body, each with its status. */
export async function readAnswers(url: string, position: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { path, body } of READS) {
    const answer = await fetch(url + path, {
      headers: { "Min-Event-Position": position, "Content-Type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = (await answer.text()).replace(/"took":\d+/, '"took":0');
    // The text of a problem may change.
    const said = answer.ok ? text : Problem.parse(JSON.parse(text)).code;
    answers[body ? `${path} ${JSON.stringify(body)}` : path] = `${answer.status} ${said}`;
  }
  const { components } = await readHealth(url);
  const { source, issued, until } = components["uv forecast"] ?? {};
  return { ...answers, "uv forecast": JSON.stringify({ source, issued, until }) };
}

/** Fills a new system as its administrator. Returns its answers without positions, once it has its UV forecast. */
export async function filledAnswers(url: string, password: string): Promise<Record<string, string>> {
  await fill(url, await tokenOf(url, "admin", password), "2026-06-21");
  return await vi.waitFor(
    async () => {
      const answers = await answersWithoutPositions(url);
      expect(answers["uv forecast"]).toContain("the stored run");
      return answers;
    },
    { timeout: 20_000, interval: 200 },
  );
}

/** The present answers without positions, which differ in an imported or restored log. */
export async function answersWithoutPositions(url: string): Promise<Record<string, string>> {
  const position = await vi.waitFor(
    async () => {
      const { components } = await readHealth(url);
      expect(components["view catalogue"]).toMatchObject({ view: "live" });
      return components["view catalogue"]?.["position"];
    },
    { timeout: 20_000, interval: 200 },
  );
  const answers = await readAnswers(url, String(position));
  const texts = Object.entries(answers).map(([read, text]) => [read, text.replaceAll(/"position":"[^"]*"/g, "")]);
  return Object.fromEntries(texts);
}

/**
 * Answers in a form that can be compared with those of another index: statistics count replaced documents until they are
 * merged away, and the name of an index in Elasticsearch contains its build.
 */
export function withoutStatistics(answers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([read]) => !read.includes('"match"'))
      .map(([read, text]) => [read, text.replaceAll(/"_index":"[^"]*"/g, '"_index":""')]),
  );
}

export async function tokenOf(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!answer.ok) throw new Error(`the login answered ${answer.status}: ${await answer.text()}`);
  return Token.parse(await answer.json()).access_token;
}
