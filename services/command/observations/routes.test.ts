import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ObservationColumns, observationsStream } from "../../../contracts/measurement-events.ts";
import { timeFormatter } from "../../../science/calendar.ts";
import { type CommandService, type Sent, startCommandService } from "../../../test/command-service.ts";

let service: CommandService;
let foreign: number;

beforeAll(async () => {
  service = await startCommandService({ AIRLOG_MAX_BODY: "64 KiB" });
  await service.addAccount("registrar", "airlog", ["station_admin"]);
  await service.addAccount("nilu", "nilu", ["observation_provider"]);
  await service.addAccount("nilu-night", "nilu", ["observation_provider"]);
  await service.addAccount("fmi", "fmi", ["observation_provider"]);
  foreign = await addSeries({}, "fmi");
});
afterAll(() => service.close());

let stations = 0;

/** A series of its own for each test. */
async function addSeries(more: object = {}, as = "nilu"): Promise<number> {
  const place = { zone: "z", municipality: "m", area: "a", type: "Bybakgrunn", latitude: 0, longitude: 0 };
  const body = { name: `station ${stations++}`, ...place };
  const station = await service.send("POST", "/api/provider/stations/add", { body, as: "registrar" });
  const series = { station: station.json?.["id"], component: "PM10", unit: "µg/m³", timestep: 3600, ...more };
  const added = await service.send("POST", "/api/provider/timeseries/add", { body: series, as });
  return Number(added.json?.["id"]);
}

const format = timeFormatter(60);
/** 2024-02-01 00:00 of +01:00. */
const february = Date.UTC(2024, 0, 31, 23) / 1000;

function value(hour: number, amount: number | null = hour, more: object = {}) {
  const from = february + hour * 3600;
  return { fromTime: format(from), toTime: format(from + 3600), value: amount, ...more };
}

const entry = (timeseries: number, ...values: readonly object[]) => ({ timeseries, values });
const line = (timeseries: number, ...values: readonly object[]) => `${JSON.stringify(entry(timeseries, ...values))}\n`;

const pathsOf = ({ json }: { json: unknown }) =>
  (json as { errors: { path: string }[] }).errors.map(({ path }) => path);

const path = "/api/provider/observations/add";
const lines = { "Content-Type": "application/x-ndjson" };
const add = (body: unknown, { as = "nilu", headers = {}, query = "" } = {}) =>
  service.send("POST", `${path}${query}`, { body, as, headers });
const addLines = (body: string | Uint8Array<ArrayBuffer>, { as = "nilu", headers = {}, query = "" } = {}) =>
  service.send("POST", `${path}${query}`, { body, as, headers: { ...lines, ...headers } });

async function contents(series: number, month = "2024-02"): Promise<ObservationColumns[]> {
  const events = await service.events(observationsStream(series, month));
  return events.map(({ data }) => JSON.parse(Buffer.from(data).toString()));
}

/** How often each hour stands in the log. */
async function hours(series: number, month?: string): Promise<number[]> {
  return (await contents(series, month)).flatMap(({ fromTime }) => fromTime.map((from) => (from - february) / 3600));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("an array of values is stored, one event for a series and month", async () => {
  const [first, second] = [await addSeries(), await addSeries()];
  const answer = await add([
    entry(first, value(1), value(0, -1.5), value(-1)),
    entry(second, value(0, null), value(1, 2, { isValid: false, qualityControlled: true })),
    entry(first, value(2)),
  ]);
  expect(answer.json).toEqual({ series: 2, values: 6, refused: 0, errors: [] });
  expect(answer.headers.get("Event-Position")).toBeTruthy();
  const common = { series: first, timestep: 3600 };
  expect(await contents(first)).toEqual([
    { ...common, fromTime: [february, february + 3600, february + 7200], value: [-1.5, 1, 2] },
  ]);
  expect(await contents(first, "2024-01")).toEqual([{ ...common, fromTime: [february - 3600], value: [-1] }]);
  expect(await contents(second)).toEqual([
    {
      series: second,
      timestep: 3600,
      fromTime: [february, february + 3600],
      value: [null, 2],
      isValid: [true, false],
      qualityControlled: [false, true],
    },
  ]);
});

test("nothing to store is answered too", async () => {
  const empty = { series: 0, values: 0, refused: 0, errors: [] };
  for (const answer of [await add([]), await addLines(""), await addLines("\n \r\n")]) {
    expect([answer.status, answer.json]).toEqual([200, empty]);
  }
});

test("of an array nothing is stored when one entry does not fit, and every reason is told", async () => {
  const id = await addSeries();
  const answer = await add([
    entry(id, value(0)),
    entry(9_999_999, value(0)),
    entry(foreign, value(0)),
    entry(id, value(0.5), { ...value(1), toTime: value(1).fromTime }, value(2), value(2)),
    entry(id, { ...value(3), fromTime: "2023-02-29T00:00:00Z" }),
    entry(id, value(0), value(4)),
  ]);
  expect(answer).toMatchObject({ status: 400, json: { code: "body-invalid", errorCount: 7 } });
  expect(pathsOf(answer).sort()).toEqual([
    "/1/timeseries",
    "/2/timeseries",
    "/3/values/0/fromTime",
    "/3/values/1/toTime",
    "/3/values/3/fromTime",
    "/4/values/0/fromTime",
    "/5/values",
  ]);
  expect(await contents(id)).toEqual([]);
});

test("another provider's series is refused", async () => {
  const id = await addSeries();
  expect(await add([entry(id, value(0)), entry(foreign, value(0))])).toMatchObject({
    status: 403,
    json: { code: "series-owned-by-another", errors: [{ path: "/1/timeseries" }] },
  });
  expect(await contents(id)).toEqual([]);
  expect(await add([entry(foreign, value(0))], { as: "fmi" })).toMatchObject({ status: 200 });
});

test("a deleted series takes no values, a series that was given to another takes that one's", async () => {
  const [gone, given] = [await addSeries(), await addSeries()];
  await add([entry(gone, value(0)), entry(given, value(0))]);
  await service.send("DELETE", `/api/provider/timeseries/${gone}`, { as: "nilu" });
  expect(await add([entry(gone, value(1))])).toMatchObject({
    status: 400,
    json: { errors: [{ path: "/0/timeseries" }] },
  });
  const station = (await contentsOfSeries(given)).station;
  const series = { id: given, station, component: "PM10", unit: "µg/m³", timestep: 3600, provider: "fmi" };
  await service.send("POST", "/api/provider/timeseries/update", { body: series, as: "registrar" });
  expect(await add([entry(given, value(1))])).toMatchObject({ status: 403 });
  expect(await add([entry(given, value(1))], { as: "fmi" })).toMatchObject({ status: 200 });
});

async function contentsOfSeries(id: number) {
  const event = (await service.events(`timeseries-${id}`)).at(-1);
  return JSON.parse(Buffer.from(event?.data ?? []).toString()).series;
}

test("lines that fit are stored, the others are told with their numbers", async () => {
  const id = await addSeries();
  const body = [
    line(id, value(0)),
    "\n",
    line(id, value(1, Number.POSITIVE_INFINITY)).replace("null", "1e999"),
    line(id, value(2, Number.NaN)).replace("null", "NaN"),
    line(foreign, value(0)),
    "[]\n",
    line(id, value(3, 3), value(4, 4)).replace("\n", "\r\n"),
    line(id, value(4, 44)),
    '{"timeseries":',
  ].join("");
  const answer = await addLines(body);
  expect(answer.json).toEqual({
    series: 1,
    values: 4,
    refused: 5,
    errors: [
      { line: 3, path: "/values/0/value", message: "must be a finite number" },
      { line: 4, path: "", message: expect.stringContaining("is not JSON") },
      { line: 5, path: "/timeseries", message: expect.stringContaining("another provider") },
      { line: 6, path: "", message: "must be an object" },
      { line: 9, path: "", message: expect.stringContaining("is not JSON") },
    ],
  });
  expect((await contents(id))[0]).toMatchObject({ value: [0, 3, 44] });
});

test("of many bad lines a thousand are listed and all counted", async () => {
  const id = await addSeries();
  const bad = `{"timeseries":${id},"values":[{"fromTime":"2024-02-30T00:00:00Z"}]}\n`;
  const answer = await addLines(bad.repeat(6_000) + line(id, value(0)) + bad.repeat(6_001));
  expect(answer).toMatchObject({ status: 200, json: { values: 1, refused: 12_001 } });
  expect(pathsOf(answer)).toHaveLength(1000);
  expect(await hours(id)).toEqual([0]);
});

test("a line that is too long is refused alone", async () => {
  const id = await addSeries();
  const huge = JSON.stringify({ timeseries: id, note: "x".repeat(3 * 1024 ** 2), values: [] });
  const answer = await addLines(`${line(id, value(0))}${huge}\n${line(id, value(1))}`);
  expect(answer.json).toMatchObject({ values: 2, refused: 1, errors: [{ line: 2, path: "" }] });
  expect((await hours(id)).sort()).toEqual([0, 1]);
});

test("lines may be packed, have a mark before them, and more bytes than a body", async () => {
  const id = await addSeries();
  const many = upTo(696).map((hour) => line(id, value(hour)));
  const body = gzipSync(`\ufeff${many.join("")}`);
  const answer = await addLines(body, { headers: { "Content-Encoding": "gzip" } });
  expect(answer.json).toEqual({ series: 1, values: 696, refused: 0, errors: [] });
  expect(await hours(id)).toEqual(upTo(696));
  const broken = await addLines(body.subarray(0, 500), { headers: { "Content-Encoding": "gzip" } });
  expect(broken).toMatchObject({ status: 400, json: { code: "body-not-json" } });
});

test("lines that came damaged may be sent again with their key", async () => {
  const id = await addSeries();
  const body = gzipSync(
    upTo(24)
      .map((hour) => line(id, value(hour)))
      .join(""),
  );
  const headers = { "Content-Encoding": "gzip", "Idempotency-Key": "damaged" };
  expect(await addLines(body, { headers: { ...headers, "Content-Encoding": "zstd" } })).toMatchObject({ status: 415 });
  expect(await addLines(body.subarray(0, -9), { headers })).toMatchObject({ status: 400 });
  expect(await addLines(body, { headers })).toMatchObject({ status: 200, json: { values: 24 } });
  expect(await hours(id)).toEqual(upTo(24));
});

test("the path of an error does not grow with what was sent", async () => {
  const { json } = await addLines(`{"${"x".repeat(100_000)}":1,"timeseries":1,"values":[]}\n`);
  expect(json).toMatchObject({ refused: 1, errors: [{ line: 1, path: expect.stringMatching(/^\/x{199}$/) }] });
});

test("an upload of many chunks is stored whole and in order", async () => {
  const series = await Promise.all(upTo(3).map(() => addSeries()));
  // The same hours over and over: the last of them counts, so their order shows.
  const rounds = upTo(60);
  const body = rounds
    .flatMap((round) => series.map((id) => line(id, ...upTo(200).map((hour) => value(hour, round)))))
    .join("");
  const answer = await addLines(body);
  expect(answer.json).toEqual({ series: 3, values: 36_000, refused: 0, errors: [] });
  for (const id of series) {
    const events = await contents(id);
    expect(events.length).toBeGreaterThan(2);
    expect(events.map(({ value: amounts }) => amounts[0])).toEqual(
      events.map(({ value: amounts }) => amounts[0]).sort((a, b) => Number(a) - Number(b)),
    );
    expect(events.at(-1)?.value[0]).toBe(59);
  }
});

test("a dry run checks lines and arrays, and stores nothing", async () => {
  const id = await addSeries();
  const query = "?dry_run=true";
  const answer = await addLines(`${line(id, value(0))}x\n`, { query });
  expect(answer.json).toMatchObject({ series: 1, values: 1, refused: 1 });
  expect(answer.headers.has("Event-Position")).toBe(false);
  expect(await add([entry(id, value(0))], { query })).toMatchObject({ status: 200, json: { values: 1 } });
  expect(await contents(id)).toEqual([]);
});

test("only who provides observations may send them, and a body must be of a known type", async () => {
  expect(await addLines("", { as: "registrar" })).toMatchObject({ status: 403, json: { code: "role-missing" } });
  expect(await add("a,b", { headers: { "Content-Type": "text/csv" } })).toMatchObject({ status: 415 });
  expect(await addLines("", { headers: { "Content-Encoding": "br" } })).toMatchObject({ status: 415 });
});

/** An upload that is written piece by piece. */
async function upload(headers: Readonly<Record<string, string>> = {}) {
  const authorization = `Bearer ${await service.token("nilu")}`;
  const sending = request(`${service.url}${path}`, {
    method: "POST",
    headers: { ...lines, Authorization: authorization, ...headers },
  });
  const answer = new Promise<Sent["json"]>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    });
  });
  answer.catch(() => undefined);
  sending.flushHeaders();
  return { sending, answer };
}

test("what comes slowly is stored soon, while the upload goes on, and its token may end meanwhile", async () => {
  const id = await addSeries();
  const { sending, answer } = await upload();
  sending.write(line(id, value(0)) + line(id, value(1)).slice(0, 30));
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0]), 10_000);
  service.pass(3_600_000);
  sending.end(line(id, value(1)).slice(30));
  expect(await answer).toEqual({ series: 1, values: 2, refused: 0, errors: [] });
  expect(await hours(id)).toEqual([0, 1]);
});

test("when a client leaves, its whole lines are stored and the half one is not", async () => {
  const id = await addSeries();
  const { sending } = await upload();
  sending.write(line(id, value(0)) + line(id, value(1)) + line(id, value(2)).trimEnd());
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0, 1]), 10_000);
  sending.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await hours(id)).toEqual([0, 1]);
});

test("an upload that was cut off is completed by sending it again, however it is cut into chunks then", async () => {
  const [id, other] = [await addSeries(), await addSeries()];
  const headers = { "Idempotency-Key": "cut-off" };
  const all = upTo(50).flatMap((hour) => [line(id, value(hour)), line(other, value(hour), value(hour + 100))]);
  const first = await upload(headers);
  for (const part of [all.slice(0, 21), all.slice(21, 60)]) {
    const before = (await contents(id)).length;
    first.sending.write(part.join(""));
    await vi.waitFor(async () => expect((await contents(id)).length).toBeGreaterThan(before), 10_000);
  }
  first.sending.destroy();
  // Meanwhile somebody corrects a value, so that the stream does not end with what the upload stored.
  await add([entry(id, value(3, 33))]);
  const again = await vi.waitFor(async () => {
    const sent = await addLines(all.join(""), { headers });
    expect(sent.status).toBe(200);
    return sent;
  }, 10_000);
  expect(again.json).toEqual({ series: 2, values: 150, refused: 0, errors: [] });
  expect((await hours(id)).sort((a, b) => a - b)).toEqual([...upTo(50), 3].sort((a, b) => a - b));
  expect((await hours(other)).sort((a, b) => a - b)).toEqual(
    upTo(50)
      .flatMap((hour) => [hour, hour + 100])
      .sort((a, b) => a - b),
  );
  const third = await addLines(all.join(""), { headers });
  expect(third.json).toEqual(again.json);
  expect(third.headers.get("Event-Position")).toBe(again.headers.get("Event-Position"));
  expect(await hours(id)).toHaveLength(51);
});

/** What came last for each hour, by the log. */
async function newest(series: number): Promise<Record<number, number | null>> {
  const all = await contents(series);
  return Object.fromEntries(
    all.flatMap((columns) => columns.fromTime.map((from, at) => [(from - february) / 3600, columns.value[at] ?? null])),
  );
}

const forgetKeys = () => service.database.query("delete from remembered_answers");

test.each([
  ["while the key is remembered", async () => undefined],
  ["after the key is forgotten", forgetKeys],
])("lines with other values under a key that was used before are stored, %s", async (when, between) => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": `used before, ${when}` };
  for (const amount of [1, 2, 1, 3]) {
    expect(await addLines(line(id, value(0, amount), value(1, 7)), { headers })).toMatchObject({
      status: 200,
      json: { series: 1, values: 2 },
    });
    expect(await newest(id)).toEqual({ 0: amount, 1: 7 });
    await between();
  }
});

test("lines that are sent again after their key is forgotten are stored once", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "forgotten" };
  const body = line(id, value(0), value(1)) + line(id, value(2));
  const first = await addLines(body, { headers });
  await forgetKeys();
  const second = await addLines(body, { headers });
  expect(second.json).toEqual(first.json);
  expect(second.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await hours(id)).toEqual([0, 1, 2]);
});

test("a key counts for the account that sends it, not for others of its provider", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "shared" };
  for (const [as, amount] of [
    ["nilu", 1],
    ["nilu-night", 2],
    ["nilu", 1],
  ] as const) {
    expect(await addLines(line(id, value(0, amount)), { as, headers })).toMatchObject({ status: 200 });
  }
  expect((await contents(id)).map(({ value: amounts }) => amounts)).toEqual([[1], [2]]);
  const own = { "Idempotency-Key": "shared by arrays" };
  for (const as of ["nilu", "nilu-night", "nilu"]) {
    expect(await add([entry(id, value(5))], { as, headers: own })).toMatchObject({ status: 200 });
  }
  expect((await hours(id)).filter((hour) => hour === 5)).toHaveLength(2);
});

/** Sends the parts as chunks of their own, then leaves without an end. */
async function cutOff(id: number, headers: Readonly<Record<string, string>>, parts: readonly string[]): Promise<void> {
  const { sending } = await upload(headers);
  for (const part of parts) {
    const before = (await contents(id)).length;
    sending.write(part);
    await vi.waitFor(async () => expect((await contents(id)).length).toBeGreaterThan(before), 10_000);
  }
  sending.destroy();
}

/** Sends the whole upload, as soon as an earlier one of its key has ended. */
const addLinesAfterwards = (body: string, headers: Readonly<Record<string, string>>) =>
  vi.waitFor(async () => {
    const sent = await addLines(body, { headers });
    expect(sent.status).toBe(200);
    return sent;
  }, 10_000);

test("an upload that was cut off and is corrected stores the lines that are new, and no other again", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "corrected" };
  const sent = upTo(9).map((hour) => line(id, value(hour)));
  await cutOff(id, headers, [sent.slice(0, 3).join(""), sent.slice(3, 6).join("")]);
  const corrected = sent.with(1, line(id, value(1, 11))).with(4, line(id, value(4, 4, { isValid: false })));
  const answer = await addLinesAfterwards(corrected.join(""), headers);
  expect(answer.json).toEqual({ series: 1, values: 9, refused: 0, errors: [] });
  expect(await newest(id)).toEqual(Object.fromEntries(upTo(9).map((hour) => [hour, hour === 1 ? 11 : hour])));
  expect((await hours(id)).sort()).toEqual([...upTo(9), 1, 4].sort());
  expect((await contents(id)).at(-1)?.isValid).toContain(false);
});

test("values that an upload itself replaces are neither doubled nor restored when it is sent again", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "replacing" };
  const parts = [
    line(id, value(0, 1), value(1, 1)),
    line(id, value(0, 2)) + line(id, value(0, 3), value(2, 3)),
    line(id, value(3)),
  ];
  await cutOff(id, headers, parts.slice(0, 2));
  await addLinesAfterwards(parts.join(""), headers);
  expect((await hours(id)).sort()).toEqual([0, 0, 1, 2, 3]);
  await cutOff(id, headers, []);
  // Without the lines that replaced it, the first value counts again.
  await addLinesAfterwards(line(id, value(0, 1), value(1, 1)) + line(id, value(2, 3)) + line(id, value(3)), headers);
  expect(await newest(id)).toEqual({ 0: 1, 1: 1, 2: 3, 3: 3 });
});

test("two uploads of one key at once: the second is told that the first is running", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "at-once" };
  const first = await upload(headers);
  first.sending.write(line(id, value(0)));
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0]), 10_000);
  const second = await addLines(line(id, value(0)), { headers });
  expect(second).toMatchObject({ status: 409, json: { code: "request-running" } });
  first.sending.end();
  expect(await first.answer).toMatchObject({ values: 1 });
});

test("an array that is sent again with its key is stored once, also when its answer was lost in a crash", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "array" };
  const body = [entry(id, value(0)), entry(id, value(1))];
  const first = await add(body, { headers });
  expect((await add(body, { headers })).json).toEqual(first.json);
  await service.database.query("delete from remembered_answers");
  const again = await add(body, { headers });
  expect(again.json).toEqual(first.json);
  expect(again.headers.get("Event-Position")).toBe(first.headers.get("Event-Position"));
  expect(await hours(id)).toEqual([0, 1]);
  expect(await add([], { headers })).toMatchObject({ status: 422, json: { code: "key-reused" } });
});
