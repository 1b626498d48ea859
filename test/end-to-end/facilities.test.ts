import { afterAll, beforeAll, expect, test } from "vitest";
import { facility, record } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await oneProcess.start();
});
afterAll(() => system.close());

const add = (body: unknown, headers = {}) =>
  system.as("registrar").post("/api/provider/facilities/add", body, { headers });
const update = (body: unknown, headers = {}) =>
  system.as("registrar").post("/api/provider/facilities/update", body, { headers });
const remove = (identifier: string, headers = {}) =>
  system.as("registrar").delete(`/api/provider/facilities/${encodeURIComponent(identifier)}`, { headers });
const one = (identifier: string, after?: string) =>
  system.reader.get(`/api/facilities/${encodeURIComponent(identifier)}`, { after });

test("an added facility is served as it was sent to a reader that waits for its position", async () => {
  const sent = facility("0lym", { name: "La Tardière", own_member: { deep: [1, null, "Ähtäri"] } });
  const answer = await add(sent);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe("");
  expect((await one("0lym", answer.position)).json()).toEqual(sent);
});

test("identifiers with slashes, spaces and other alphabets work", async () => {
  for (const identifier of ["a/b", "with space", "станция", "50%", "a?b#c"]) {
    const { position } = await add(facility(identifier));
    expect((await one(identifier, position)).json()).toMatchObject({ identifier });
  }
});

test("a facility that exists can't be added again", async () => {
  await add(facility("twice"));
  const answer = await add(facility("twice", { name: "another" }));
  expect(answer.status).toBe(409);
  expect(answer.json()).toMatchObject({ code: "facility-exists" });
});

test("an update replaces the whole facility", async () => {
  await add(facility("changed"));
  const { position } = await update({ identifier: "changed", name: "new" });
  expect((await one("changed", position)).json()).toEqual({ identifier: "changed", name: "new" });
  expect((await update(facility("unknown"))).json()).toMatchObject({ status: 404, code: "facility-unknown" });
});

test("a deleted facility is gone for readers who wait for the deletion, and can be added again", async () => {
  await add(facility("gone"));
  const { status, position } = await remove("gone");
  expect(status).toBe(200);
  expect((await one("gone", position)).json()).toMatchObject({ code: "facility-unknown" });
  expect((await remove("gone")).json()).toMatchObject({ status: 404, code: "facility-unknown" });
  expect((await add(facility("gone"))).status).toBe(200);
});

test("the list is ordered by identifier and answers 304 while unchanged", async () => {
  const { position } = await add(facility("zz-last"));
  const list = await system.reader.get("/api/facilities", { after: position });
  const identifiers = list.json<{ identifier: string }[]>().map(({ identifier }) => identifier);
  expect(identifiers).toEqual([...identifiers].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  expect(identifiers).toContain("zz-last");

  const headers = { "If-None-Match": list.headers.get("ETag") ?? "" };
  expect((await system.reader.get("/api/facilities", { headers })).status).toBe(304);
  const packed = await system.reader.get("/api/facilities", { headers: { "Accept-Encoding": "br" } });
  expect(packed.headers.get("Content-Encoding")).toBe("br");
  expect(packed.text).toBe(list.text);

  const changed = await update(facility("zz-last", { name: "changed" }));
  expect((await system.reader.get("/api/facilities", { headers, after: changed.position })).status).toBe(200);
});

test("an identifier that no facility can have is unknown", async () => {
  for (const identifier of ["\0", "a\0b", "x".repeat(600)]) expect((await one(identifier)).status).toBe(404);
});

test("Prefer: wait answers once every reader sees the write", async () => {
  const answer = await add(facility("waited"), { Prefer: "wait=20" });
  expect(answer.headers.get("Preference-Applied")).toBe("wait");
  expect((await one("waited")).status).toBe(200);
});

test("a dry run checks everything and stores nothing", async () => {
  const answer = await system
    .as("registrar")
    .post("/api/provider/facilities/add?dry_run=true", facility("dry"), { headers: { Prefer: "wait=1" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.has("Event-Position")).toBe(false);
  const { position } = await add(facility("after-dry"));
  expect((await one("dry", position)).status).toBe(404);
});

test("only a facility administrator may write", async () => {
  const body = facility("forbidden");
  const path = "/api/provider/facilities/add";
  const refused = await system.as("provider").post(path, body);
  expect(refused.json()).toMatchObject({ status: 403, code: "role-missing" });
  const anonymous = await system.reader.post(path, body);
  expect(anonymous.json()).toMatchObject({ status: 401, code: "token-missing" });
  expect(anonymous.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
});

test.each([
  ["an array", []],
  ["no identifier", { name: "x" }],
  ["an identifier that is too long", facility("x".repeat(513))],
  ["a location out of range", facility("far", { location: { type: "Point", coordinates: [181, 0] } })],
  ["a U+0000", facility("nul", { name: "a\0b" })],
])("%s is refused with the path of the error", async (_what, body) => {
  const answer = await add(body);
  expect(answer.json()).toMatchObject({ status: 400, code: "body-invalid", errors: expect.any(Array) });
});

test("records are served with the present facility, and with its identifier alone once it is deleted", async () => {
  await add(facility("joined", { name: "before" }));
  const pid = "https://doi.org/10.1/JOINED";
  const add1 = await system
    .as("provider")
    .post("/api/provider/metadata/add", [record(pid, { facility: { identifier: "joined" } })]);
  const path = `/api/metadata/record?pid=${encodeURIComponent(pid)}`;
  const served = async (after: string) =>
    (await system.reader.get(path, { after })).json<{ facility: object }>().facility;

  expect(await served(add1.position)).toMatchObject({ identifier: "joined", name: "before" });
  const renamed = await update(facility("joined", { name: "after" }));
  expect(await served(renamed.position)).toMatchObject({ name: "after", country_code: "DE" });
  const removed = await remove("joined");
  expect(await served(removed.position)).toEqual({ identifier: "joined" });
});
