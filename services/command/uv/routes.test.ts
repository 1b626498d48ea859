import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readEvent } from "../../../contracts/events.ts";
import { startCommandService } from "../../../test/command-service.ts";
import { eventAs } from "../../../test/event-as.ts";
import { uvGrid } from "../../../test/uv-grids.ts";

const service = await startCommandService();
await service.addAccount("forecaster", "met", ["forecast_provider"]);
await service.addAccount("bystander", "met", ["observation_provider"]);

const path = "/api/provider/uv/forecast";
/** Yesterday, whose hours are all past. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const hour = (hours: number) => `${day}T${String(hours).padStart(2, "0")}:00:00Z`;
const document = (hours: number, source = "test model") => uvGrid({ day, issued: hour(hours), source });
const publish = (body: unknown, headers: Record<string, string> = {}, query = "") =>
  service.send("POST", path + query, { as: "forecaster", body, headers });
const publications = async () => {
  const events = await service.events("uvforecast");
  return events
    .map((event) => readEvent(event))
    .flatMap((event) => (event.type === "UvForecastPublished" ? [event.data] : []));
};
const eventCount = async () => {
  const [row] = await service.database.query<{ count: number }>("select count(*)::int from events");
  return row?.count ?? 0;
};

test("a forecast is stored as one event a field and step, and published by a last one", async () => {
  const grid = uvGrid({ day, fields: { cloud_fraction: () => 0.5 } });
  const answer = await publish(gzipSync(JSON.stringify(grid)), { "Content-Encoding": "gzip" });
  expect(answer).toMatchObject({ status: 200, text: "" });
  const [published] = await publications();
  expect(published).toMatchObject({
    forecast: { number: 0 },
    issued: hour(0),
    source: "test model",
    steps: grid.steps,
    fields: ["ozone_du", "cloud_fraction"],
  });
  const stream = `uvforecast-0-${published?.forecast.content.slice(0, 16)}`;
  const fields = await service.events(stream);
  expect(fields).toHaveLength(50);
  const data = fields.map((event) => eventAs("UvGridFieldAdded", event).data);
  expect(new Set(data.map(({ field, step }) => `${field} ${step}`)).size).toBe(50);
  const ozone = data.filter(({ field }) => field === "ozone_du").map((each) => Buffer.from(each.data, "base64"));
  expect(Buffer.concat(ozone).toString("base64")).toBe(grid.fields["ozone_du"]?.data);
  const [last] = await service.events("uvforecast");
  expect(answer.headers.get("Event-Position")).toBe(last?.position);
  expect(last?.position.localeCompare(fields.at(-1)?.position ?? "")).toBe(1);
  expect(last?.meta).toMatchObject({ actor: "forecaster", provider: "met" });
});

test("the same forecast sent again changes nothing", async () => {
  const first = await publish(document(1));
  const count = await eventCount();
  const again = await publish(document(1));
  expect(again.status).toBe(200);
  expect(again.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await eventCount()).toBe(count);
});

test("a resend completes an upload that was cut off, and doubles nothing", async () => {
  const grid = document(2);
  await service.database.query(
    "create function refuse() returns trigger language plpgsql as 'begin raise exception ''cut''; end'",
  );
  await service.database.query(
    "create trigger cut before insert on events for each row when (new.type = 'UvForecastPublished') execute function refuse()",
  );
  const before = await eventCount();
  const served = (await publications()).length;
  expect((await publish(grid)).status).toBe(500);
  expect(await eventCount()).toBe(before + 25);
  expect(await publications()).toHaveLength(served);
  await service.database.query("drop trigger cut on events");
  expect((await publish(grid)).status).toBe(200);
  expect(await eventCount()).toBe(before + 26);
});

test("a correction is published, an older forecast is refused and the served one stays", async () => {
  expect((await publish(document(6))).status).toBe(200);
  expect((await publish(document(6, "corrected"))).status).toBe(200);
  const count = await eventCount();
  const older = await publish(document(5));
  expect(older).toMatchObject({ status: 409, json: { code: "forecast-older" } });
  expect(older.json?.["detail"]).toContain(hour(6));
  expect(await eventCount()).toBe(count);
  expect((await publications()).at(-1)).toMatchObject({ source: "corrected" });
});

test("a correction may be taken back", async () => {
  for (const source of ["one", "another", "one"]) expect((await publish(document(7, source))).status).toBe(200);
  const last = await publications();
  expect(last.slice(-3).map(({ source }) => source)).toEqual(["one", "another", "one"]);
  expect(last.at(-1)?.forecast.number).toBe(last.length - 1);
});

test("concurrent uploads are published one after the other, each with all of its fields", async () => {
  const answers = await Promise.all(["a", "b", "c"].map((source) => publish(document(8, source))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { forecast } of (await publications()).slice(-3)) {
    const events = await service.events(`uvforecast-${forecast.number}-${forecast.content.slice(0, 16)}`);
    expect(events).toHaveLength(25);
  }
});

test("a refused grid is answered with its first bad cell, and nothing is stored", async () => {
  const count = await eventCount();
  const grid = uvGrid({
    day,
    issued: hour(9),
    fields: { ozone_du: (lat, lon) => (lat === 60 && lon === 10 ? 7 : 300) },
  });
  const answer = await publish(grid);
  expect(answer).toMatchObject({
    status: 422,
    json: {
      code: "grid-invalid",
      cell: { field: "ozone_du", step: hour(0), latitude: 60, longitude: 10, value: 7 },
      errors: [{ path: "/fields/ozone_du/data" }],
    },
  });
  expect(await eventCount()).toBe(count);
});

test("a dry run checks everything and stores nothing", async () => {
  const count = await eventCount();
  const answer = await publish(document(10), {}, "?dry_run=true");
  expect(answer.status).toBe(200);
  expect(answer.headers.has("Event-Position")).toBe(false);
  expect((await publish({ ...document(10), steps: [] }, {}, "?dry_run=true")).status).toBe(422);
  expect((await publish(document(0), {}, "?dry_run=true")).status).toBe(409);
  expect(await eventCount()).toBe(count);
});

test("with an Idempotency-Key the request is answered as the first time", async () => {
  const headers = { "Idempotency-Key": "run-11" };
  const first = await publish(document(11), headers);
  await publish(document(12));
  const again = await publish(document(11), headers);
  expect(again.status).toBe(200);
  expect(again.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await publish(document(13), headers)).toMatchObject({ status: 422, json: { code: "key-reused" } });
});

test("only a provider of forecasts may publish, and only JSON", async () => {
  const as = (account: string | undefined, body: unknown) =>
    service.send("POST", path, { body, ...(account && { as: account }) });
  expect(await as(undefined, {})).toMatchObject({ status: 401, json: { code: "token-missing" } });
  expect(await as("bystander", {})).toMatchObject({ status: 403, json: { code: "role-missing" } });
  expect(await as("forecaster", "[")).toMatchObject({ status: 400, json: { code: "body-not-json" } });
  expect(await as("forecaster", [])).toMatchObject({ status: 422, json: { code: "grid-invalid" } });
});
