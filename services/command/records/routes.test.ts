import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import { type SendOptions, startCommandService } from "../../../test/command-service.ts";
import { record } from "../../../test/records.ts";

const service = await startCommandService();
await service.addAccount("anna", "nilu", ["metadata_provider"]);
await service.addAccount("arne", "nilu", ["metadata_provider"]);
await service.addAccount("fatima", "fmi", ["metadata_provider"]);
await service.addAccount("steward", "airlog", ["metadata_admin"]);
await service.addAccount("registrar", "nilu", ["facility_admin"]);

const add = (body: unknown, options: SendOptions = {}) =>
  service.send("POST", "/api/provider/metadata/add", { as: "anna", body, ...options });
const remove = (body: unknown, options: SendOptions = {}) =>
  service.send("POST", "/api/provider/metadata/delete", { as: "anna", body, ...options });
const types = async (pid: string) => (await service.events(`metadata-${pid}`)).map(({ type }) => type);
const representation = { Prefer: "return=representation" };

test("records are added, each to its own stream, as they were sent", async () => {
  const sent = record("a/1", { own: { é: [1.5, null] }, facility: { identifier: "0lym" } });
  const answer = await add([sent, record("a/2")]);
  expect(answer).toMatchObject({ status: 200, text: "" });
  expect(answer.headers.get("Event-Position")).toBeTruthy();
  const [event] = await service.events("metadata-a/1");
  expect(event).toMatchObject({ type: "MetadataAdded", revision: 0, schemaVersion: 1 });
  expect(event?.meta).toMatchObject({ actor: "anna", provider: "nilu" });
  expect(JSON.parse(Buffer.from(event?.data ?? []).toString())).toEqual({ record: sent });
  expect(await types("a/2")).toEqual(["MetadataAdded"]);
});

test("the owner's other accounts replace a record; equal content appends nothing", async () => {
  const first = await add([record("up")]);
  const same = await add([{ ...record("up"), product_type: "observation" }], { as: "arne" });
  expect(same.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await types("up")).toHaveLength(1);
  expect(await add([record("up", { product_type: "model" })], { as: "arne" })).toMatchObject({ status: 200 });
  expect(await add([record("up")])).toMatchObject({ status: 200 });
  expect(await types("up")).toHaveLength(3);
});

test("a facility equal to the registry's is stored as its identifier alone; any other as it was sent", async () => {
  const registered = { identifier: "56kt", name: "Jülich", location: { type: "Point", coordinates: [6.4, 50.9] } };
  await service.send("POST", "/api/provider/facilities/add", { as: "registrar", body: registered });
  const reordered = { location: registered.location, name: "Jülich", identifier: "56kt" };
  const other = { ...registered, name: "Juelich" };
  await add([record("joined/1", { facility: reordered }), record("joined/2", { facility: other })]);
  const stored = async (pid: string) => {
    const events = await service.events(`metadata-${pid}`);
    return events.map(({ data }) => JSON.parse(Buffer.from(data).toString()).record.facility);
  };
  expect(await stored("joined/1")).toEqual([{ identifier: "56kt" }]);
  expect(await stored("joined/2")).toEqual([other]);

  await add([record("joined/1", { facility: registered })]);
  await add([record("joined/1", { facility: { identifier: "56kt" } })]);
  expect(await stored("joined/1")).toHaveLength(1);
  await service.send("DELETE", "/api/provider/facilities/56kt", { as: "registrar" });
  await add([record("joined/1", { facility: registered })]);
  expect(await stored("joined/1")).toEqual([{ identifier: "56kt" }, registered]);
});

test("the same records sent by many at once are there once", async () => {
  const batch = Array.from({ length: 20 }, (_, index) => record(`many/${index}`));
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(batch)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await types("many/7")).toEqual(["MetadataAdded"]);
});

test("another provider's record stops the whole request", async () => {
  await add([record("mine/1"), record("mine/2")]);
  const answer = await add([record("theirs"), record("mine/1"), record("mine/2")], { as: "fatima" });
  expect(answer).toMatchObject({
    status: 409,
    json: {
      code: "record-owned-by-another",
      errors: [{ path: "/1/identification/identifier/pid" }, { path: "/2/identification/identifier/pid" }],
    },
  });
  expect(answer.headers.get("Event-Position")).toBeNull();
  expect(await types("theirs")).toEqual([]);
});

test("nothing is stored if one record is bad", async () => {
  const answer = await add([record("good"), { ...record("bad"), product_type: 1 }, record("good")]);
  expect(answer).toMatchObject({
    status: 400,
    json: {
      code: "body-invalid",
      errorCount: 2,
      errors: [{ path: "/1/product_type" }, { path: "/2/identification/identifier/pid" }],
    },
  });
  expect(await types("good")).toEqual([]);
});

test("nothing to add or delete is fine", async () => {
  expect(await add([])).toMatchObject({ status: 200, text: "" });
  expect(await remove([])).toMatchObject({ status: 204, text: "" });
  expect(await remove([], { headers: representation })).toMatchObject({
    status: 200,
    json: { deleted: [], notAllowedToDelete: [] },
  });
});

test("packed bodies are taken", async () => {
  const body = gzipSync(JSON.stringify([record("packed")]));
  expect(await add(new Uint8Array(body), { headers: { "Content-Encoding": "gzip" } })).toMatchObject({ status: 200 });
  expect(await types("packed")).toEqual(["MetadataAdded"]);
});

test("a bulk of large size is taken", async () => {
  const batch = Array.from({ length: 500 }, (_, index) => record(`bulk/${index}`, { own: "x".repeat(3000) }));
  expect(await add(batch)).toMatchObject({ status: 200 });
  expect(await types("bulk/499")).toEqual(["MetadataAdded"]);
  const pids = Array.from({ length: 10_000 }, (_, index) => `https://hdl.handle.net/21.12132/1.bulk/${index}`);
  expect(
    await remove([...batch.map(({ identification }) => identification.identifier.pid), ...pids.slice(500)]),
  ).toMatchObject({ status: 204 });
  expect(await types("bulk/499")).toEqual(["MetadataAdded", "MetadataDeleted"]);
  expect(await remove([...pids, "one more"])).toMatchObject({ status: 413, json: { code: "too-many-items" } });
});

test("roles and tokens of adding", async () => {
  expect(await add([record("r")], { as: "registrar" })).toMatchObject({ status: 403, json: { code: "role-missing" } });
  expect(await add([record("r")], { as: "steward" })).toMatchObject({ status: 403 });
  const none = await service.send("POST", "/api/provider/metadata/add", { body: [record("r")] });
  expect(none).toMatchObject({ status: 401, json: { code: "token-missing" } });
  const token = await service.token("anna");
  service.pass(301_000);
  const headers = { Authorization: `Bearer ${token}` };
  const expired = await service.send("POST", "/api/provider/metadata/add", { body: [record("r")], headers });
  expect(expired).toMatchObject({ status: 401, json: { code: "token-invalid" } });
  expect(expired.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
});

test("records are deleted: 204, or 200 where a representation is preferred", async () => {
  await add([record("d/1"), record("d/2"), record("d/3")]);
  const bare = await remove(["d/1", "unknown", "d/1"]);
  expect(bare).toMatchObject({ status: 204, text: "" });
  expect(bare.headers.get("Event-Position")).toBeTruthy();
  const told = await remove(["d/2", "d/1", "d/2", "unknown"], { headers: representation });
  expect(told).toMatchObject({ status: 200, json: { deleted: ["d/2", "d/1", "unknown"], notAllowedToDelete: [] } });
  expect(told.headers.get("Preference-Applied")).toBe("return=representation");
  expect(await types("d/1")).toEqual(["MetadataAdded", "MetadataDeleted"]);
  expect(await types("d/3")).toEqual(["MetadataAdded"]);
  expect(await types("unknown")).toEqual([]);
});

test("a provider deletes its own records only: 206 when some are others', 401 when all are", async () => {
  await add([record("p/1"), record("p/2")]);
  await add([record("f/1")], { as: "fatima" });
  expect(await remove(["p/1", "f/1", "unknown"], { as: "fatima" })).toMatchObject({
    status: 206,
    json: { deleted: ["f/1", "unknown"], notAllowedToDelete: ["p/1"] },
  });
  const refused = await remove(["p/1", "p/2", "p/1"], { as: "fatima" });
  expect(refused).toMatchObject({
    status: 401,
    json: { code: "not-allowed-to-delete", deleted: [], notAllowedToDelete: ["p/1", "p/2"] },
  });
  expect(refused.headers.get("Content-Type")).toContain("application/problem+json");
  expect(refused.headers.get("WWW-Authenticate")).toContain("Bearer");
  expect(await types("p/1")).toEqual(["MetadataAdded"]);
});

test("an administrator of metadata deletes any record", async () => {
  await add([record("any/1")]);
  await add([record("any/2")], { as: "fatima" });
  expect(await remove(["any/1", "any/2"], { as: "steward" })).toMatchObject({ status: 204 });
  const [, deleted] = await service.events("metadata-any/1");
  expect(deleted?.meta).toMatchObject({ actor: "steward", provider: "airlog" });
});

test("a deleted record may be added by anyone, who then owns it", async () => {
  await add([record("again")]);
  await remove(["again"]);
  expect(await add([record("again")], { as: "fatima" })).toMatchObject({ status: 200 });
  expect(await add([record("again")])).toMatchObject({ status: 409 });
});

test("callers without a delete role get the lists with the 401", async () => {
  await add([record("kept")]);
  expect(await remove(["kept", "b", "kept"], { as: "registrar" })).toMatchObject({
    status: 401,
    json: { code: "not-allowed-to-delete", deleted: [], notAllowedToDelete: ["kept", "b"] },
  });
  expect(await remove("no json", { as: "registrar" })).toMatchObject({
    status: 401,
    json: { deleted: [], notAllowedToDelete: [] },
  });
  const none = await service.send("POST", "/api/provider/metadata/delete", { body: ["kept"] });
  expect(none).toMatchObject({ status: 401, json: { code: "token-missing", deleted: [], notAllowedToDelete: [] } });
  expect(none.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  const headers = { Authorization: "Bearer nonsense" };
  const bad = await service.send("POST", "/api/provider/metadata/delete", { body: ["kept"], headers });
  expect(bad).toMatchObject({ status: 401, json: { code: "token-invalid", deleted: [], notAllowedToDelete: [] } });
  expect(await types("kept")).toEqual(["MetadataAdded"]);
});

test.each([
  ["an object", {}],
  ["numbers", [1]],
  ["null in it", ["a", null]],
  ["no JSON", "x"],
])("a list of PIDs with %s is refused", async (_what, body) => {
  expect(await remove(body)).toMatchObject({ status: 400 });
});

test("a deletion that is refused in part is logged, with the number of refused records and the first", async () => {
  await add([record("log/1"), record("log/2")]);
  await remove(["log/unknown", "log/1", "log/2"], { as: "fatima" });
  const line = { msg: "write refused", path: "/api/provider/metadata/delete", account: "fatima", refused: 2 };
  const why = "log/1 belongs to another provider.";
  expect(service.logged).toContainEqual(expect.objectContaining({ ...line, why }));
});

test("a dry run answers the same and appends nothing", async () => {
  const dry = (path: string, body: unknown, as = "anna") =>
    service.send("POST", `/api/provider/metadata/${path}?dry_run=true`, { as, body, headers: representation });
  const added = await dry("add", [record("dry")]);
  expect(added.status).toBe(200);
  expect(added.headers.get("Event-Position")).toBeNull();
  expect(await types("dry")).toEqual([]);
  await add([record("dry")]);
  expect(await dry("add", [record("dry")], "fatima")).toMatchObject({ status: 409 });
  expect(await dry("add", [{}])).toMatchObject({ status: 400 });
  expect(await dry("delete", ["dry"])).toMatchObject({ status: 200, json: { deleted: ["dry"] } });
  expect(await dry("delete", ["dry"], "fatima")).toMatchObject({ status: 401, json: { notAllowedToDelete: ["dry"] } });
  expect(await types("dry")).toEqual(["MetadataAdded"]);
});

test("a client that waits is answered when the views have caught up", async () => {
  const first = await add([record("wait/1")]);
  const at = (position: string | null) =>
    service.database.query({
      text: `insert into view_builds (name, version, position, state) values ('catalogue', ${catalogue.version}, $1, 'live')
      on conflict (name, version, generation) do update set position = excluded.position`,
      values: [position],
    });
  await at(first.headers.get("Event-Position"));
  const headers = { Prefer: "wait=20" };
  const reached = await add([record("wait/1")], { headers });
  expect(reached.headers.get("Preference-Applied")).toBe("wait");
  const late = await add([record("wait/2")], { headers: { Prefer: "wait=0" } });
  expect(late.status).toBe(200);
  expect(late.headers.get("Preference-Applied")).toBeNull();
  const waiting = remove(["wait/1"], { headers: { Prefer: "wait=20, return=representation" } });
  const advance = setInterval(async () => at(await service.eventStore.head()), 50);
  const answer = await waiting;
  clearInterval(advance);
  expect(answer.headers.get("Preference-Applied")).toBe("wait, return=representation");
});

test("a PID or a facility that misleads its readers can't be added; a stored record keeps its PID", async () => {
  const unfit = record("a\u202eb", { facility: { identifier: "\u001b[2J" } });
  expect(await add([record("sound"), unfit])).toMatchObject({
    status: 400,
    json: {
      code: "body-invalid",
      errors: [
        { path: "/1/identification/identifier/pid", message: expect.stringContaining("it has U+202E") },
        { path: "/1/facility/identifier", message: expect.stringContaining("it has U+001B") },
      ],
    },
  });
  expect(await types("sound")).toEqual([]);
  const meta = { time: "2024-05-01T12:00:00.000Z", actor: "a", provider: "nilu", correlationId: "c" };
  const data = Buffer.from(JSON.stringify({ record: unfit }));
  const event = { id: randomUUID(), type: "MetadataAdded", schemaVersion: 1, data, meta };
  await service.eventStore.append([{ stream: "metadata-a\u202eb", expected: "no-stream", events: [event] }]);
  expect(await add([{ ...unfit, facility: { identifier: "0lym" } }])).toMatchObject({ status: 200 });
  expect(await add([unfit])).toMatchObject({ status: 400, json: { errors: [{ path: "/0/facility/identifier" }] } });
  expect(await remove(["a\u202eb"])).toMatchObject({ status: 204 });
});
