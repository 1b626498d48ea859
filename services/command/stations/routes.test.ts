import { expect, test } from "vitest";
import { stationStream } from "../../../contracts/measurement-events.ts";
import { idOf, idsOf, pathsOf } from "../../../test/answers.ts";
import { startCommandService } from "../../../test/command-service.ts";

const service = await startCommandService();
await service.addAccount("registrar", "nilu", ["station_admin"]);
await service.addAccount("sender", "nilu", ["observation_provider"]);

const newStation = (name: string, more: object = {}) => ({
  name,
  zone: "Stor-Oslo",
  municipality: "Oslo",
  area: "Oslo",
  type: "Veinær stasjon",
  latitude: 59.89864,
  longitude: 10.8149,
  ...more,
});
const send = (action: string, body: unknown, { as = "registrar", headers = {}, query = "" } = {}) =>
  service.send("POST", `/api/provider/stations/${action}${query}`, { body, as, headers });
const add = (body: unknown, options = {}) => send("add", body, options);
const update = (body: unknown, options = {}) => send("update", body, options);
const remove = (id: unknown) => service.send("DELETE", `/api/provider/stations/${id}`, { as: "registrar" });
const contents = async (id: number) =>
  (await service.events(stationStream(id))).map(({ type, data }) => [type, JSON.parse(Buffer.from(data).toString())]);
const addSeries = (station: number) =>
  service.send("POST", "/api/provider/timeseries/add", {
    body: { station, component: "PM10", unit: "µg/m³", timestep: 3600 },
    as: "registrar",
  });

test("a station is added with an id, updated, renamed and deleted", async () => {
  const added = await add(newStation("Manglerud", { eoi: null, status: "active" }));
  expect(added).toMatchObject({ status: 200, json: { id: expect.any(Number) } });
  const id = idOf(added);
  const moved = { ...newStation("Manglerud", { latitude: 60 }), id };
  const answers = [await update(moved), await update({ ...moved, name: "Manglerud 2" }), await remove(id)];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, ""]));
  const events = await contents(id);
  expect(events.map(([type]) => type)).toEqual(["StationAdded", "StationUpdated", "StationUpdated", "StationDeleted"]);
  expect(events[0]?.[1]).toEqual({ station: { id, ...newStation("Manglerud"), status: "active", isVisible: true } });
  expect(events[3]?.[1]).toEqual({ id });
  const positions = [added, ...answers].map(({ headers }) => headers.get("Event-Position"));
  expect(positions).toEqual([...new Set(positions)].sort());
});

test("an array is answered in its order", async () => {
  const ids = idsOf(await add([newStation("a1"), newStation("a2"), newStation("a3")]));
  expect(new Set(ids).size).toBe(3);
  expect((await contents(ids[1] ?? expect.unreachable()))[0]?.[1]).toMatchObject({ station: { name: "a2" } });
  expect(await add([])).toMatchObject({ status: 200, json: [] });
});

test("adding a station that exists is answered with its id, whatever the case of its name", async () => {
  const id = idOf(await add(newStation("Danmarks plass")));
  expect(await add(newStation("DANMARKS PLASS"))).toMatchObject({ status: 409, json: { code: "station-exists", id } });
  expect(await add([newStation("new one"), newStation("Danmarks plass")])).toMatchObject({
    status: 409,
    json: { code: "station-exists", ids: [null, id], errors: [{ path: "/1/name" }] },
  });
  expect(await add(newStation("new one"))).toMatchObject({ status: 200 });
});

test("space around a name is not part of it", async () => {
  const id = idOf(await add(newStation(" Danmarks plass\n")));
  expect((await contents(id))[0]?.[1]).toMatchObject({ station: { name: "Danmarks plass" } });
  expect(await add(newStation("Danmarks plass "))).toMatchObject({ status: 409, json: { id } });
  expect(pathsOf(await add(newStation(" ")))).toEqual(["/name"]);
});

test("a deleted station's name is free, and its id is not given again", async () => {
  const first = idOf(await add(newStation("again")));
  await remove(first);
  expect(await remove(first)).toMatchObject({ status: 404, json: { code: "station-unknown" } });
  const second = idOf(await add(newStation("again")));
  expect(second).toBeGreaterThan(first);
});

test("a renamed station's old name is free, its new one is taken", async () => {
  const id = idOf(await add(newStation("old name")));
  const other = idOf(await add(newStation("other")));
  await update({ ...newStation("New Name"), id });
  expect(await add(newStation("new name"))).toMatchObject({ status: 409, json: { id } });
  expect(await update({ ...newStation("New name"), id: other })).toMatchObject({
    status: 409,
    json: { code: "station-exists", id },
  });
  expect(await add(newStation("old name"))).toMatchObject({ status: 200 });
  expect(await update({ ...newStation("NEW NAME"), id })).toMatchObject({ status: 200 });
});

test("an update equal to what is stored appends nothing", async () => {
  const id = idOf(await add(newStation("same", { owner: "x" })));
  const again = await update({ owner: "x", ...newStation("same"), isVisible: true, eoi: null, id });
  expect(again.status).toBe(200);
  expect(await contents(id)).toHaveLength(1);
});

test("one of many concurrent requests adds a station", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(newStation("race"))));
  const [won, ...others] = answers.sort((a, b) => a.status - b.status);
  expect(won?.status).toBe(200);
  for (const { status, json } of others) expect([status, json?.["id"]]).toEqual([409, won && idOf(won)]);
});

test("a station that has series can't be deleted before they are", async () => {
  const id = idOf(await add(newStation("with series")));
  const series = idOf(await addSeries(id));
  expect(await remove(id)).toMatchObject({ status: 409, json: { code: "station-has-series" } });
  await service.send("DELETE", `/api/provider/timeseries/${series}`, { as: "registrar" });
  expect(await remove(id)).toMatchObject({ status: 200 });
});

test.each([
  [{ name: "" }, "/name"],
  [{ name: undefined }, "/name"],
  [{ latitude: 91 }, "/latitude"],
  [{ longitude: "10" }, "/longitude"],
  [{ isVisible: 1 }, "/isVisible"],
  [{ name: "a\u0000b" }, "/name"],
  [{ colour: "red" }, ""],
  [{ id: 5 }, ""],
])("a station with %j is refused at %s", async (change, path) => {
  const answer = await add(newStation("bad", change));
  expect(answer).toMatchObject({ status: 400, json: { code: "body-invalid" } });
  expect(pathsOf(answer)).toContain(path);
});

test("nothing of an array is stored when one element does not fit", async () => {
  expect(await add([newStation("half"), newStation("half 2", { latitude: 100 })])).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/1/latitude" }] },
  });
  expect(await add([newStation("twice"), newStation("Twice")])).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/1/name", message: expect.stringContaining("station 0") }] },
  });
  expect(await add([newStation("half"), newStation("twice")])).toMatchObject({ status: 200 });
});

test("unknown ids are not found", async () => {
  const unknown = { status: 404, json: { code: "station-unknown" } };
  expect(await update({ ...newStation("nobody"), id: 2_000_000 })).toMatchObject(unknown);
  for (const id of [2_000_000, "x", "0", "99999999999", "1e3"]) expect(await remove(id)).toMatchObject(unknown);
});

test("only a station's administrator may do this", async () => {
  const missing = { status: 403, json: { code: "role-missing" } };
  expect(await add(newStation("mine"), { as: "sender" })).toMatchObject(missing);
  expect(await update({ ...newStation("mine"), id: 1 }, { as: "sender" })).toMatchObject(missing);
  expect(await service.send("POST", "/api/provider/stations/add", { body: {} })).toMatchObject({ status: 401 });
});

test("a dry run checks everything and stores nothing", async () => {
  const options = { query: "?dry_run=true" };
  expect(await add(newStation("dry"), options)).toMatchObject({ status: 200, json: { id: null } });
  const first = await add(newStation("dry"));
  expect(first).toMatchObject({ status: 200 });
  expect(await add(newStation("dry"), options)).toMatchObject({ status: 409 });
  expect(await update({ ...newStation("dry 2"), id: idOf(first) }, options)).toMatchObject({ status: 200 });
  expect(await contents(idOf(first))).toHaveLength(1);
});

test("a repeated request with its key is answered as the first, also when that was lost in a crash", async () => {
  const options = { headers: { "Idempotency-Key": "stations-1" } };
  const body = [newStation("keyed 1"), newStation("keyed 2")];
  const first = await add(body, options);
  expect((await add(body, options)).json).toEqual(first.json);
  await service.database.query("delete from remembered_answers");
  const again = await add(body, options);
  expect(again.json).toEqual(first.json);
  expect(again.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  for (const id of idsOf(first)) expect(await contents(id)).toHaveLength(1);
});

test("a name that was reserved before a crash is free, with the same id", async () => {
  await service.database.query("insert into measurement_keys values ('station', 'crashed', nextval('station_ids'))");
  const [row] = await service.database.query<{ id: number }>("select id from measurement_keys where key = 'crashed'");
  expect(idOf(await add(newStation("Crashed")))).toBe(row?.id);
});

test("a name that a crash left reserved for a station of another name is free", async () => {
  const id = idOf(await add(newStation("real name")));
  await service.database.query({ text: "insert into measurement_keys values ('station', 'ghost', $1)", values: [id] });
  const ghost = idOf(await add(newStation("ghost")));
  expect(ghost).not.toBe(id);
  expect(await add(newStation("ghost"))).toMatchObject({ status: 409, json: { id: ghost } });
  expect(await add(newStation("real name"))).toMatchObject({ status: 409, json: { id } });
});

test.each<[string, string, string]>([
  ["name", "all", "means every station"],
  ["name", " ALL ", "means every station"],
  ["name", "st.csv", "must not end with .csv"],
  ["name", "st.JSON", "must not end with .JSON"],
  ["name", "st.ndjson", "must not end with .ndjson"],
  ["name", "A;B", "separates the names of a filter"],
  ["area", "A;B", "separates the names of a filter"],
  ...["name", "zone", "municipality", "area", "type", "eoi", "owner", "status", "facility"].map(
    (member): [string, string, string] => [member, "a\u202eb", "it has U+202E"],
  ),
  ["name", "a\u001b[2Jb", "it has U+001B"],
])("a station's %s must not become %j", async (member, text, message) => {
  const errors = [{ path: `/${member}`, message: expect.stringContaining(message) }];
  const named = { ...newStation("sound"), [member]: text };
  expect(await add(named)).toMatchObject({ status: 400, json: { code: "body-invalid", errors } });
  const id = idOf(await add(newStation(`renamed ${member} ${text.length}`)));
  expect(await update({ ...named, id })).toMatchObject({ status: 400, json: { code: "body-invalid", errors } });
  expect(await contents(id)).toHaveLength(1);
  await remove(id);
});

test("names that mean something elsewhere, or nothing, can be added", async () => {
  const names = ["utd", "ids", "csv", ".csvx", "all of it", "a/b", "A,B", "100 %", ".", "..", "a?b", "İ", "😀"];
  expect(await add(names.map((name) => newStation(name)))).toMatchObject({ status: 200 });
});
