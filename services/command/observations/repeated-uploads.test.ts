import { expect, test, vi } from "vitest";
import { READ_VERSIONS, readMeta } from "../../../contracts/events.ts";
import { observationsStream } from "../../../contracts/measurement-events.ts";
import { entry, february, line, startObservations, upTo, value } from "../../../test/observations-service.ts";
import { createIdempotency } from "../http/idempotency.ts";

const { service, addSeries, add, addLines, contents, hours, upload } = await startObservations();

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

/** The last value of each hour in the log. */
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

test("an upload that was cut off and is corrected stores its new lines, and no other again", async () => {
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
  // Without the lines that replaced it, the first value counts again.
  await addLinesAfterwards(line(id, value(0, 1), value(1, 1)) + line(id, value(2, 3)) + line(id, value(3)), headers);
  expect(await newest(id)).toEqual({ 0: 1, 1: 1, 2: 3, 3: 3 });
});

/** Before `npm run upgrade -- finish`, and after it. */
const [BEFORE, AFTER] = [{ ObservationsIngested: 2 }, READ_VERSIONS];

test.each([
  ["that an earlier release has begun is completed when the upgrade is finished", BEFORE, AFTER],
  ["that was begun in the newest version is completed by a process that has not heard of the finish", AFTER, BEFORE],
  ["that was begun in version 1 is completed when the upgrade is finished", {}, AFTER],
  ["is completed in the version that it was begun in", BEFORE, BEFORE],
])("an upload %s, and lines that are sent again are stored once", async (what, first, then) => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": what };
  const lines = upTo(9).map((hour) => line(id, value(hour)));
  service.write(first);
  await cutOff(id, headers, [lines.slice(0, 2).join(""), lines.slice(2, 5).join("")]);
  service.write(then);
  const answer = await addLinesAfterwards(lines.join(""), headers);
  service.write(first);
  const again = await addLinesAfterwards(lines.join(""), headers);
  service.write(READ_VERSIONS);
  expect(await hours(id)).toEqual(upTo(9));
  expect(again.json).toEqual(answer.json);
  expect(again.headers.get("Event-Position")).toBe(answer.headers.get("Event-Position"));
  const events = await service.events(observationsStream(id, "2024-02"));
  const parts = events.map((event) => readMeta(event).uploadPart);
  expect(parts.map((part) => part?.lastLine)).toEqual([2, 5, 9]);
  expect(new Set(parts.map((part) => part?.upload)).size).toBe(1);
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

/** Sweeps keys as the service does two days from now. */
const sweepInTwoDays = () =>
  createIdempotency(service.database, () => new Date(Date.now() + 2 * 24 * 3600_000)).sweep();

test("lines that are sent again days later, cut into other chunks, are not stored twice and undo no correction", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "days later" };
  const lines = upTo(6).map((hour) => line(id, value(hour)));
  await cutOff(id, headers, [lines.slice(0, 3).join(""), lines.slice(3).join("")]);
  await add([entry(id, value(3, 33))]);
  await sweepInTwoDays();
  await addLinesAfterwards(lines.join(""), headers);
  expect((await hours(id)).sort()).toEqual([0, 1, 2, 3, 3, 4, 5]);
  expect(await newest(id)).toEqual({ 0: 0, 1: 1, 2: 2, 3: 33, 4: 4, 5: 5 });
});

test("an array is stored although another one used its key days before", async () => {
  const id = await addSeries();
  const headers = { "Idempotency-Key": "arrays days later" };
  for (const amount of [1, 2, 1, 3]) {
    expect(await add([entry(id, value(0, amount))], { headers })).toMatchObject({ status: 200, json: { values: 1 } });
    expect(await newest(id)).toEqual({ 0: amount });
    await sweepInTwoDays();
  }
});

test("keys of uploads that stored nothing are swept, keys of other uploads stay", async () => {
  const id = await addSeries();
  const send = (key: string, body: string) => addLines(body, { headers: { "Idempotency-Key": key } });
  const bodies = {
    empty: "",
    "without values": line(id),
    refused: "no JSON\n",
    "half refused": `no JSON\n${line(id, value(0))}`,
  };
  for (const [key, body] of Object.entries(bodies)) {
    for (let time = 0; time < 2; time++) expect(await send(key, body)).toMatchObject({ status: 200 });
  }
  await sweepInTwoDays();
  const kept = await service.database.query<{ key: string }>("select key from remembered_answers order by key");
  expect(kept.map(({ key }) => key).filter((key) => key in bodies)).toEqual(["half refused"]);
});
