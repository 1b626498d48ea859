import { expect, test } from "vitest";
import { timeSeriesStream } from "../../../contracts/measurement-events.ts";
import { idOf, pathsOf } from "../../../test/answers.ts";
import { startCommandService } from "../../../test/command-service.ts";

const service = await startCommandService();
await service.addAccount("registrar", "airlog", ["station_admin"]);
await service.addAccount("nilu", "nilu", ["observation_provider"]);
await service.addAccount("fmi", "fmi", ["observation_provider"]);
await service.addAccount("nobody", "nilu", ["metadata_provider", "facility_admin"]);
const station = await addStation("Manglerud");

async function addStation(name: string): Promise<number> {
  const place = { zone: "z", municipality: "N/A", area: "a", type: "Bybakgrunn", latitude: 0, longitude: 0 };
  return idOf(await service.send("POST", "/api/provider/stations/add", { body: { name, ...place }, as: "registrar" }));
}

const newSeries = (component: string, more: object = {}) => ({
  station,
  component,
  unit: "µg/m³",
  timestep: 3600,
  ...more,
});
const send = (action: string, body: unknown, as = "nilu", query = "") =>
  service.send("POST", `/api/provider/timeseries/${action}${query}`, { body, as });
const add = (body: unknown, as?: string) => send("add", body, as);
const update = (body: unknown, as?: string) => send("update", body, as);
const remove = (id: unknown, as = "nilu") => service.send("DELETE", `/api/provider/timeseries/${id}`, { as });
const last = async (id: number) => {
  const event = (await service.events(timeSeriesStream(id))).at(-1);
  return { type: event?.type, ...JSON.parse(Buffer.from(event?.data ?? []).toString()) };
};

test("a series is added for the account's provider, updated and deleted", async () => {
  const added = await add(newSeries("PM10", { height: 3.5, eea: true, topic: "Luftkvalitet" }));
  expect(added).toMatchObject({ status: 200, json: { id: expect.any(Number) } });
  const id = idOf(added);
  const series = { id, ...newSeries("PM10"), height: 3.5, eea: true, topic: "Luftkvalitet", isVisible: true };
  expect(await last(id)).toEqual({ type: "TimeSeriesAdded", series: { ...series, provider: "nilu" } });
  expect(await update({ ...series, height: 4 })).toMatchObject({ status: 200, text: "" });
  expect(await last(id)).toMatchObject({ type: "TimeSeriesUpdated", series: { height: 4, provider: "nilu" } });
  expect(await remove(id)).toMatchObject({ status: 200, text: "" });
  expect(await last(id)).toEqual({ type: "TimeSeriesDeleted", id });
  expect(await remove(id)).toMatchObject({ status: 404, json: { code: "series-unknown" } });
  expect(idOf(await add(newSeries("PM10")))).toBeGreaterThan(id);
});

test("one station has one series of a component and a step", async () => {
  const id = idOf(await add(newSeries("NO2")));
  expect(await add(newSeries("no2"), "fmi")).toMatchObject({ status: 409, json: { code: "series-exists", id } });
  const answer = await add([newSeries("NO2"), newSeries("NO2", { timestep: 86_400 })]);
  expect(answer).toMatchObject({ status: 409, json: { ids: [id, null] } });
  const other = await addStation("Other");
  const added = await add([newSeries("NO2", { timestep: 86_400 }), newSeries("NO2", { station: other })]);
  expect(added).toMatchObject({ status: 200, json: [{ id: expect.any(Number) }, { id: expect.any(Number) }] });
});

test("one of many concurrent requests adds a series", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(newSeries("race"))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test("only an administrator names another provider", async () => {
  expect(await add(newSeries("O3", { provider: "fmi" }))).toMatchObject({
    status: 403,
    json: { code: "role-missing" },
  });
  const id = idOf(await add(newSeries("O3", { provider: "fmi" }), "registrar"));
  expect(await last(id)).toMatchObject({ series: { provider: "fmi" } });
  expect(await update({ ...newSeries("O3", { height: 1 }), id }, "fmi")).toMatchObject({ status: 200 });
  expect(await update({ ...newSeries("O3", { provider: "nilu" }), id }, "fmi")).toMatchObject({ status: 403 });
  expect(await update({ ...newSeries("O3", { provider: "nilu" }), id }, "registrar")).toMatchObject({ status: 200 });
  expect(await last(id)).toMatchObject({ series: { provider: "nilu" } });
});

test("another provider's series is neither changed nor deleted", async () => {
  const id = idOf(await add(newSeries("SO2")));
  const refused = { status: 403, json: { code: "series-owned-by-another" } };
  expect(await update({ ...newSeries("SO2", { height: 1 }), id }, "fmi")).toMatchObject(refused);
  expect(await remove(id, "fmi")).toMatchObject(refused);
  expect(await remove(id, "registrar")).toMatchObject({ status: 200 });
});

test("station, component and timestep can't be changed", async () => {
  const id = idOf(await add(newSeries("CO")));
  const changed = { ...newSeries("co"), timestep: 600, station: 99_999, id };
  expect(await update(changed)).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/station" }, { path: "/component" }, { path: "/timestep" }] },
  });
});

test.each([
  [{ timestep: 7000 }, "/timestep"],
  [{ timestep: 0 }, "/timestep"],
  [{ timestep: 172_800 }, "/timestep"],
  [{ unit: "" }, "/unit"],
  [{ station: "1" }, "/station"],
  [{ station: 99_999 }, "/station"],
  [{ height: "high" }, "/height"],
  [{ colour: "red" }, ""],
])("a series with %j is refused at %s", async (change, path) => {
  const answer = await add(newSeries("bad", change));
  expect(answer).toMatchObject({ status: 400, json: { code: "body-invalid" } });
  expect(pathsOf(answer)).toContain(path);
  const many = await add([newSeries("good"), newSeries("bad", change)]);
  expect(pathsOf(many)).toContain(`/1${path}`);
});

test("nothing is stored of an array that names one series twice", async () => {
  const twice = [newSeries("NOx"), newSeries("nox")];
  expect(await add(twice)).toMatchObject({ status: 400, json: { errors: [{ path: "/1" }] } });
  expect(await add(newSeries("NOx"))).toMatchObject({ status: 200 });
});

test("an account with neither role is refused", async () => {
  for (const answer of [await add(newSeries("x"), "nobody"), await remove(1, "nobody")]) {
    expect(answer).toMatchObject({ status: 403, json: { code: "role-missing" } });
  }
});

test("a deleted station takes no series", async () => {
  const gone = await addStation("Gone");
  await service.send("DELETE", `/api/provider/stations/${gone}`, { as: "registrar" });
  expect(await add(newSeries("PM1", { station: gone }))).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/station" }] },
  });
});

test("a series can't have a name that filters can't select by or that misleads its readers", async () => {
  expect(await add(newSeries("NO2;NO"))).toMatchObject({ status: 400, json: { errors: [{ path: "/component" }] } });
  const named = newSeries("NO2\u0085x", { unit: "p\u0007pb", topic: "\u2066t", provider: "nilu\u200f" });
  expect(pathsOf(await add([named], "registrar"))).toEqual(["/0/component", "/0/unit", "/0/topic", "/0/provider"]);
  const id = idOf(await add(newSeries("NO2 named")));
  const updated = await update({ ...newSeries("NO2 named"), id, topic: "a\u2028b" });
  expect(updated).toMatchObject({ status: 400, json: { code: "body-invalid", errors: [{ path: "/topic" }] } });
});
