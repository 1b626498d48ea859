import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { pathsOf } from "../../../test/answers.ts";
import { entry, february, line, startObservations, upTo, value } from "../../../test/observations-service.ts";
import { openAccounts } from "../accounts/accounts.ts";

const { service, addSeries, add, addLines, contents, hours, upload } = await startObservations();

const foreign = await addSeries({}, "fmi");

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

test("nothing of an array is stored when one entry does not fit, and every reason is listed", async () => {
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

test("a deleted series takes no values, a series given to another provider takes that provider's", async () => {
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

test("lines that fit are stored, the others are listed with their numbers", async () => {
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

test("a thousand of many bad lines are listed and all are counted", async () => {
  const id = await addSeries();
  const bad = `{"timeseries":${id},"values":[{"fromTime":"2024-02-30T00:00:00Z"}]}\n`;
  const answer = await addLines(bad.repeat(6_000) + line(id, value(0)) + bad.repeat(6_001));
  expect(answer).toMatchObject({ status: 200, json: { values: 1, refused: 12_001 } });
  expect(pathsOf(answer)).toHaveLength(1000);
  expect(await hours(id)).toEqual([0]);
});

test("an upload with refused lines is logged, with their number and the first", async () => {
  await addLines(`[]\n${line(foreign, value(0))}`);
  const logged = { msg: "write refused", path: "/api/provider/observations/add", account: "nilu", refused: 2 };
  expect(service.logged).toContainEqual(expect.objectContaining({ ...logged, why: "Line 1: must be an object" }));
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

test("lines that arrived damaged may be sent again with their key", async () => {
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

test("only observation providers may send values, and a body must be of a known type", async () => {
  expect(await addLines("", { as: "registrar" })).toMatchObject({ status: 403, json: { code: "role-missing" } });
  expect(await add("a,b", { headers: { "Content-Type": "text/csv" } })).toMatchObject({
    status: 415,
    json: { detail: "Send application/json or application/x-ndjson, not text/csv." },
  });
  expect(await addLines("", { headers: { "Content-Encoding": "br" } })).toMatchObject({ status: 415 });
});
test("slow lines are stored soon, while the upload goes on, even after its token has ended", async () => {
  const id = await addSeries();
  const { sending, answer } = await upload();
  sending.write(line(id, value(0)) + line(id, value(1)).slice(0, 30));
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0]), 10_000);
  service.pass(3_600_000);
  sending.end(line(id, value(1)).slice(30));
  expect(await answer).toEqual({ series: 1, values: 2, refused: 0, errors: [] });
  expect(await hours(id)).toEqual([0, 1]);
});

test("an upload ends when its account is disabled or changed, and what came before is stored once", async () => {
  const id = await addSeries();
  const accounts = await openAccounts(service.database);
  const key = { "Idempotency-Key": "outlived" };
  const { sending, answer } = await upload(key);
  sending.write(`x\n\n${line(-1, value(0))}${line(id, value(0))}`);
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0]), 10_000);
  await accounts.disable("nilu");
  service.pass(3000);
  sending.write(line(id, value(1)));
  const detail = expect.stringContaining("before line 5 (lines stored: 1, refused: 2)");
  expect(await answer).toMatchObject({ status: 401, code: "token-invalid", detail });
  expect(await hours(id)).toEqual([0]);

  await accounts.enable("nilu");
  service.pass(3000);
  const again = await addLines(line(id, value(0)) + line(id, value(1)), { headers: key });
  expect(again).toMatchObject({ status: 200, json: { values: 2 } });
  expect(await hours(id)).toEqual([0, 1]);
});

test("when a client leaves, its whole lines are stored and the half one is not", async () => {
  const id = await addSeries();
  const { sending } = await upload();
  sending.write(line(id, value(0)) + line(id, value(1)) + line(id, value(2)).trimEnd());
  await vi.waitFor(async () => expect(await hours(id)).toEqual([0, 1]), 10_000);
  const logged = service.logged.length;
  sending.destroy();
  const ended = expect.objectContaining({ msg: "write refused", code: "upload-incomplete" });
  await vi.waitFor(() => expect(service.logged.slice(logged)).toContainEqual(ended), 10_000);
  expect(await hours(id)).toEqual([0, 1]);
});

test("values that end more than an hour after now are refused as an array and as lines, and can be deleted", async () => {
  const id = await addSeries();
  const hoursFromNow = Math.floor(Date.now() / 3_600_000) - february / 3600;
  const last = hoursFromNow - 1;
  const reason = expect.stringContaining("must not lie more than an hour after now, which is 2");
  const refused = await add([entry(id, value(last), value(last + 3))]);
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { errors: [{ path: "/0/values/1/toTime", message: reason }] },
  ]);
  const lines = await addLines(line(id, value(last)) + line(id, value(last + 87_600)));
  expect(lines.json).toMatchObject({
    values: 1,
    refused: 1,
    errors: [{ line: 2, path: "/values/0/toTime", message: reason }],
  });
  expect((await add([entry(id, value(last + 87_600, null))])).status).toBe(200);
});
