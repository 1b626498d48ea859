import { afterAll, beforeAll, expect, test } from "vitest";
import { facility, record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
let position: string;

const labelled = (...names: string[]) => ({
  variables: names.map((variable_name) => ({ variable_name, variable_matrix: "gas phase" })),
});
const during = (begin: string, end: string) => ({
  temporal_extent: { time_period_begin: begin, time_period_end: end },
});
const may = during("2024-05-01T00:00:00Z", "2024-05-31T23:59:59Z");
const at = (longitude: number, latitude: number) => ({
  spatial_extent: { type: "Point", coordinates: [longitude, latitude] },
});
const ozone = labelled("Ozone amount fraction");
const freon = "1,1,1,2-tetrafluoroethane amount fraction";

beforeAll(async () => {
  system = await oneProcess.start();
  const fiji = facility("fiji", { location: { type: "Point", coordinates: [179.5, -17.5] } });
  await system.as("registrar").post("/api/provider/facilities/add", fiji);
  const added = await system
    .as("provider")
    .post("/api/provider/metadata/add", [
      record("b-may", { ...ozone, ...may, ...at(6, 50) }),
      record("a-may", { ...ozone, ...may, ...at(6, 50) }),
      record("june", { ...ozone, ...during("2024-06-01T00:00:00Z", "2024-06-30T00:00:00Z"), ...at(6, 50) }),
      record("freon", { ...labelled(freon, "m/p-xylenes amount fraction"), ...may, ...at(6, 50) }),
      record("east", { ...labelled("ozone AMOUNT fraction"), ...may, ...at(-179, -17) }),
      record("by-facility", { ...ozone, ...may, spatial_extent: undefined, facility: { identifier: "fiji" } }),
      record("elsewhere", { ...ozone, ...may, ...at(100, 0), facility: { identifier: "fiji" } }),
      record("timeless", { ...ozone, temporal_extent: undefined, ...at(6, 50) }),
    ]);
  expect(added.status).toBe(200);
  position = added.position;
});
afterAll(() => system.close());

const whole = {
  time_range_start: "2024-01-01T00:00:00Z",
  time_range_end: "2024-12-31T00:00:00Z",
  variables: "ozone amount fraction",
  north_bound_latitude: "90",
  west_bound_longitude: "-180",
  south_bound_latitude: "-90",
  east_bound_longitude: "180",
};
const path = "/api/compat/metadata/search/ext";

interface Found {
  readonly totalHits: number;
  readonly hitCount: number;
  readonly hits: { readonly identification: { readonly identifier: { readonly pid: string } } }[];
}

async function ask(changes: Record<string, string | string[]> = {}): Promise<Found> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...whole, ...changes })) {
    for (const each of [value].flat()) query.append(name, each);
  }
  const answer = await system.reader.get(`${path}?${query}`, { after: position });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<Found>();
}
const pids = async (changes?: Record<string, string | string[]>) =>
  (await ask(changes)).hits.map((hit) => hit.identification.identifier.pid);

test("finds every record that overlaps, ordered by newest begin, then by PID", async () => {
  expect(await pids()).toEqual(["june", "a-may", "b-may", "by-facility", "east", "elsewhere"]);
});

test("hits are the records as they are served, and are counted", async () => {
  const { totalHits, hitCount, hits } = await ask({ size: "4", from: "1" });
  expect([totalHits, hitCount, hits.length]).toEqual([6, 4, 4]);
  expect(hits.at(2)).toMatchObject({ facility: { identifier: "fiji", name: "Station fiji" } });
  expect((await ask({ size: "0" })).totalHits).toBe(6);
});

test("the bounds of the time range are included", async () => {
  expect(await pids({ time_range_start: "2024-05-31T23:59:59Z", time_range_end: "2024-05-31T23:59:59Z" })).toHaveLength(
    5,
  );
  expect(await pids({ time_range_start: "2024-06-30T00:00:00Z" })).toEqual(["june"]);
  expect(await pids({ time_range_start: "2024-06-30T00:00:00.001Z" })).toEqual([]);
  expect(await pids({ time_range_end: "2024-05-01T02:00:00+02:00" })).toHaveLength(5);
});

test("a variable name may contain commas; other values are split into names; case is ignored", async () => {
  expect(await pids({ variables: freon.toUpperCase() })).toEqual(["freon"]);
  expect(await pids({ variables: "nothing,M/P-XYLENES amount fraction" })).toEqual(["freon"]);
  expect(await pids({ variables: ["x", freon, "ozone amount fraction"] })).toHaveLength(7);
  expect(await pids({ variables: "1,1" })).toEqual([]);
});

test("hundreds of labels fit into the request line", async () => {
  const labels = Array.from({ length: 900 }, (_, index) => `a label that nobody uses, number ${index}`);
  expect(await pids({ variables: [...labels, freon] })).toEqual(["freon"]);
});

test("the box matches spatial extents, and the facility's location for records without one", async () => {
  const box = (north: number, west: number, south: number, east: number) => ({
    north_bound_latitude: String(north),
    west_bound_longitude: String(west),
    south_bound_latitude: String(south),
    east_bound_longitude: String(east),
  });
  expect(await pids(box(51, 5, 49, 7))).toEqual(["june", "a-may", "b-may"]);
  expect(await pids(box(50, 6, 50, 6))).toEqual(["june", "a-may", "b-may"]);
  expect(await pids(box(-16, 179, -18, 180))).toEqual(["by-facility"]);
  expect(await pids(box(-16, 179, -18, -178))).toEqual(["by-facility", "east"]);
  expect(await pids(box(-16, -178, -18, 179))).toEqual([]);
});

test.each(Object.keys(whole))("%s is required", async (name) => {
  const query = new URLSearchParams(whole);
  query.delete(name);
  const answer = await system.reader.get(`${path}?${query}`);
  expect(answer.json()).toMatchObject({ status: 400, code: "parameter-invalid", errors: [{ path: name }] });
});

test("a new variable name is found by a search that waits for its position", async () => {
  await pids({ variables: "brand, new" });
  const { position: after } = await system
    .as("provider")
    .post("/api/provider/metadata/add", [record("new", { ...labelled("Brand, new"), ...may, ...at(6, 50) })]);
  const query = new URLSearchParams({ ...whole, variables: "brand, new" });
  expect((await system.reader.get(`${path}?${query}`, { after })).json<Found>().totalHits).toBe(1);
});
