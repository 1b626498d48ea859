import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startCommandService } from "../../../test/command-service.ts";

const service = await startCommandService();
await service.addAccount("registrar", "nilu", ["facility_admin"]);
await service.addAccount("provider", "nilu", ["metadata_provider"]);

const add = (body: unknown, as: string | undefined = "registrar") =>
  service.send("POST", "/api/provider/facilities/add", { body, ...(as && { as }) });
const update = (body: unknown) => service.send("POST", "/api/provider/facilities/update", { body, as: "registrar" });
const remove = (identifier: string) =>
  service.send("DELETE", `/api/provider/facilities/${encodeURIComponent(identifier)}`, { as: "registrar" });
const types = async (identifier: string) => (await service.events(`facility-${identifier}`)).map(({ type }) => type);

test("a facility is added, updated, deleted and added again", async () => {
  const answers = [
    await add({ identifier: "0lym", name: "Jülich", own: { kept: null } }),
    await update({ identifier: "0lym", name: "Jülich 2" }),
    await remove("0lym"),
    await add({ identifier: "0lym" }),
  ];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([200, ""]));
  const positions = answers.map(({ headers }) => headers.get("Event-Position"));
  expect(positions).toEqual([...positions].sort());
  expect(new Set(positions).size).toBe(4);
  const events = await service.events("facility-0lym");
  expect(events.map(({ type }) => type)).toEqual([
    "FacilityAdded",
    "FacilityUpdated",
    "FacilityDeleted",
    "FacilityAdded",
  ]);
  expect(JSON.parse(Buffer.from(events[0]?.data ?? []).toString())).toEqual({
    facility: { identifier: "0lym", name: "Jülich", own: { kept: null } },
  });
  expect(JSON.parse(Buffer.from(events[2]?.data ?? []).toString())).toEqual({ identifier: "0lym" });
});

test("the event says who, for whom and why", async () => {
  const trace = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", tracestate: "a=1" };
  const headers = { "X-Correlation-ID": "why-1", ...trace };
  await service.send("POST", "/api/provider/facilities/add", {
    body: { identifier: "meta" },
    as: "registrar",
    headers,
  });
  const [event] = await service.events("facility-meta");
  expect(event?.meta).toMatchObject({ actor: "registrar", provider: "nilu", correlationId: "why-1", ...trace });
  expect(event?.meta.contentHash).toMatch(/^[0-9a-f]{64}$/);
});

test("a facility that exists can't be added", async () => {
  await add({ identifier: "twice" });
  expect(await add({ identifier: "twice" })).toMatchObject({ status: 409, json: { code: "facility-exists" } });
  expect(await types("twice")).toHaveLength(1);
});

test("one of many concurrent requests adds a facility", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, name) => add({ identifier: "race", name: `${name}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await types("race")).toHaveLength(1);
});

test("an update equal to what is stored appends nothing, and answers the position of the stored one", async () => {
  const first = await add({ identifier: "same", name: "a", country_code: "NO" });
  const again = await update({ country_code: "NO", name: "a", identifier: "same" });
  expect(again.status).toBe(200);
  expect(again.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await types("same")).toEqual(["FacilityAdded"]);
});

test("an unknown facility can't be updated or deleted", async () => {
  expect(await update({ identifier: "nowhere" })).toMatchObject({ status: 404, json: { code: "facility-unknown" } });
  expect(await remove("nowhere")).toMatchObject({ status: 404, json: { code: "facility-unknown" } });
  expect(await remove("\u0000")).toMatchObject({ status: 404 });
  expect(await remove("x".repeat(600))).toMatchObject({ status: 404 });
});

test("a request without a body needs no content type", async () => {
  await add({ identifier: "bare" });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await service.send("DELETE", "/api/provider/facilities/bare", { as: "registrar", headers })).toMatchObject({
    status: 200,
  });
});

test("an identifier may be a URL", async () => {
  const identifier = "https://example.org/facility/1?a=b#c";
  expect(await add({ identifier })).toMatchObject({ status: 200 });
  expect(await remove(identifier)).toMatchObject({ status: 200 });
  expect(await types(identifier)).toEqual(["FacilityAdded", "FacilityDeleted"]);
});

test("a facility that does not fit is refused with every error", async () => {
  expect(await add({ name: 5, location: { type: "Point", coordinates: [0, 91] } })).toMatchObject({
    status: 400,
    json: {
      code: "body-invalid",
      errorCount: 3,
      errors: [
        { path: "/identifier", message: "is required" },
        { path: "/name" },
        { path: "/location/coordinates/1", message: "latitude must lie between -90 and 90" },
      ],
    },
  });
  expect(await add([])).toMatchObject({ status: 400 });
  expect(await add("{")).toMatchObject({ status: 400, json: { code: "body-not-json" } });
  expect(await add({ identifier: "x".repeat(513) })).toMatchObject({ status: 400 });
});

test("a large facility is stored, one that is too large is refused", async () => {
  expect(await add({ identifier: "large", description: "x".repeat(400_000) })).toMatchObject({ status: 200 });
  expect(await add({ identifier: "larger", description: "x".repeat(600_000) })).toMatchObject({ status: 400 });
});

test("nothing is written without a token or without the role", async () => {
  const none = await service.send("POST", "/api/provider/facilities/add", { body: { identifier: "secret" } });
  expect(none).toMatchObject({ status: 401, json: { code: "token-missing" } });
  expect(none.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  for (const Authorization of ["Bearer", "Bearer x.y.z", "Basic YTpi", `Bearer ${"x".repeat(1000)}`]) {
    const headers = { Authorization };
    const bad = await service.send("POST", "/api/provider/facilities/add", { body: { identifier: "secret" }, headers });
    expect(bad).toMatchObject({ status: 401, json: { code: "token-invalid" } });
    expect(bad.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  }
  expect(await add({ identifier: "secret" }, "provider")).toMatchObject({
    status: 403,
    json: { code: "role-missing" },
  });
  expect(await types("secret")).toEqual([]);
});

test("a dry run answers the same and appends nothing", async () => {
  const dry = (path: string, body?: unknown, method = "POST") =>
    service.send(method, `/api/provider/facilities/${path}?dry_run=true`, { as: "registrar", body });
  const added = await dry("add", { identifier: "dry" });
  expect(added.status).toBe(200);
  expect(added.headers.get("Event-Position")).toBeNull();
  expect(await types("dry")).toEqual([]);
  expect(await dry("update", { identifier: "dry" })).toMatchObject({ status: 404 });
  await add({ identifier: "dry" });
  expect(await dry("add", { identifier: "dry" })).toMatchObject({ status: 409 });
  expect(await dry("dry", undefined, "DELETE")).toMatchObject({ status: 200 });
  expect(await types("dry")).toEqual(["FacilityAdded"]);
  expect(
    await service.send("POST", "/api/provider/facilities/add?dry_run=perhaps", { as: "registrar", body: {} }),
  ).toMatchObject({ status: 400, json: { code: "parameter-invalid" } });
});

test("other methods are not allowed", async () => {
  const answer = await service.send("GET", "/api/provider/facilities/add");
  expect(answer.status).toBe(405);
});

test("an identifier that misleads its readers can't be added; a stored one can be updated and deleted", async () => {
  const identifier = "0lym\u202e";
  const errors = [{ path: "/identifier", message: expect.stringContaining("it has U+202E") }];
  expect(await add({ identifier })).toMatchObject({ status: 400, json: { code: "body-invalid", errors } });
  const meta = { time: "2024-05-01T12:00:00.000Z", actor: "a", provider: "nilu", correlationId: "c" };
  const data = Buffer.from(JSON.stringify({ facility: { identifier } }));
  const event = { id: randomUUID(), type: "FacilityAdded", schemaVersion: 1, data, meta };
  await service.eventStore.append([{ stream: `facility-${identifier}`, expected: "no-stream", events: [event] }]);
  expect(await update({ identifier, name: "Jülich" })).toMatchObject({ status: 200 });
  expect(await remove(identifier)).toMatchObject({ status: 200 });
});
