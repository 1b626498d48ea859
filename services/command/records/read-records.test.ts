import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { record } from "../../../test/records.ts";
import type { Refused } from "../parsing/read-json.ts";
import { contentOf, type Records, readPids, readRecords } from "./read-records.ts";

const bytes = (body: unknown): Uint8Array => Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

function records(body: unknown): Records {
  const read = readRecords(bytes(body), 100);
  if (read.outcome !== "records") throw new Error(JSON.stringify(read));
  return read;
}

function refusal(body: unknown, maxItems = 10_000): Refused {
  const read = readRecords(body instanceof Uint8Array ? body : bytes(body), maxItems);
  if (read.outcome !== "refused") throw new Error("was not refused");
  return read;
}

/** A record's JSON with another text where the title's is. */
const withTitle = (json: string): string => JSON.stringify(record("a")).replace('"Ozone at Jülich"', json);

test("each record becomes the content of its event, with the hash of the record alone", () => {
  const read = records([record("a"), record("b", { own: { member: [1, null] } })]);
  expect(read.pids).toEqual(["a", "b"]);
  for (const [index, pid] of ["a", "b"].entries()) {
    const content = Buffer.from(contentOf(read, index).data).toString();
    const json = /^\{"record":(.*)\}$/s.exec(content)?.[1] ?? "";
    expect(JSON.parse(json)).toEqual(record(pid, index === 1 ? { own: { member: [1, null] } } : {}));
    expect(read.hashes[index]).toBe(createHash("sha256").update(json).digest("hex"));
  }
});

test("an empty array holds no records", () => {
  expect(records([]).pids).toEqual([]);
});

test("values are stored as they were sent", () => {
  const sent = record("a", { number: 12.5, big: 1e20, text: "  kept \n", none: null, "": undefined, empty: {} });
  const text = JSON.stringify([sent]).replace('"number":12.5', '"number":12.50,"__proto__":{"x":1}');
  const read = records(text);
  const stored = Buffer.from(contentOf(read, 0).data).toString();
  expect(stored).toContain('"number":12.5,');
  expect(stored).toContain('"__proto__":{"x":1}');
  expect(JSON.parse(stored).record).toEqual(JSON.parse(text)[0]);
});

test("space around and in a body is no part of it", () => {
  const read = records(`\ufeff ${JSON.stringify([record("a")], undefined, 4)} \n`);
  expect(read.hashes).toEqual(records([record("a")]).hashes);
});

test.each([
  ["no JSON", "not json"],
  ["an empty body", ""],
  ["a cut body", JSON.stringify([record("a")]).slice(0, -10)],
  ["a broken record", `[${JSON.stringify(record("a"))},{"a":}]`],
  ["a missing comma", `[${JSON.stringify(record("a"))} ${JSON.stringify(record("b"))}]`],
  ["a comma at the end", `[${JSON.stringify(record("a"))},]`],
  ["a broken object", '{"a"'],
])("%s is not JSON", (_what, body) => {
  expect(refusal(body).code).toBe("body-not-json");
});

test("bytes that are not UTF-8 are not JSON", () => {
  const body = bytes([record("a")]);
  body[body.indexOf(0xc3)] = 0xff;
  expect(refusal(body)).toMatchObject({ code: "body-not-json", detail: "The body is not UTF-8." });
});

test.each([
  ["an object", {}],
  ["a string", '"x"'],
  ["null", "null"],
])("%s is no array of records", (_what, body) => {
  const errors = [{ path: "", message: "must be an array of records" }];
  expect(refusal(body)).toMatchObject({ code: "body-invalid", errors });
});

test("every member that does not fit is listed with its place", () => {
  const { title: _title, ...identification } = record("a").identification;
  const wrong = { ...record("b"), identification, product_type: 7, facility: { identifier: "" } };
  expect(refusal([record("a"), wrong, 5])).toMatchObject({
    code: "body-invalid",
    errorCount: 4,
    errors: [
      { path: "/1/identification/title", message: "is required" },
      { path: "/1/product_type" },
      { path: "/1/facility/identifier", message: "must not be empty" },
      { path: "/2" },
    ],
  });
});

test("errors in a geometry have words of their own", () => {
  const extent = (type: string, coordinates?: unknown) =>
    record(`${type} ${coordinates}`, { spatial_extent: { type, coordinates } });
  expect(refusal([extent("Point"), extent("LineString", 7), extent("Point", [6, 50, "y"])]).errors).toMatchObject([
    { path: "/0/spatial_extent/coordinates", message: "is required" },
    { path: "/1/spatial_extent/coordinates", message: "must be an array" },
    { path: "/2/spatial_extent/coordinates/2", message: "must be a number" },
  ]);
});

test("a hundred errors of ten thousand bad records are listed, and all are counted", () => {
  const { errors, errorCount } = refusal(Array.from({ length: 10_000 }, () => ({ ...record("a"), product_type: 1 })));
  expect(errors).toHaveLength(100);
  expect(errorCount).toBe(10_000);
  expect(errors?.[99]?.path).toBe("/99/product_type");
});

test("a repeated PID is refused where it is repeated", () => {
  expect(refusal([record("a"), record("b"), record("a")])).toMatchObject({
    errors: [{ path: "/2/identification/identifier/pid", message: "is that of record 0 too" }],
  });
});

test.each([
  ["a number beyond a double", "1e999", "/0/identification/title"],
  ["U+0000", '"a\\u0000"', "/0/identification/title"],
  ["an unpaired surrogate", '"\\ud800"', "/0/identification/title"],
  ["an empty name", '{"":1}', "/0/identification/title/"],
])("%s is refused with its place", (_what, json, path) => {
  expect(refusal(`[${withTitle(json)}]`).errors?.map((error) => error.path)).toContain(path);
});

test("deep nesting is refused, not followed", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect(refusal(`[${withTitle(deep)}]`).code).toBe("body-invalid");
  expect(refusal(deep).code).toBe("body-invalid");
});

test("a record may have 512 KiB as it is stored, whatever space it came with", () => {
  const room = 512 * 1024 - Buffer.byteLength(JSON.stringify(record("a", { own: "" })));
  const largest = record("a", { own: "x".repeat(room) });
  expect(records(`[${JSON.stringify(largest, undefined, 8)}]`).pids).toEqual(["a"]);
  expect(refusal([record("a", { own: "x".repeat(room + 1) })]).errors).toEqual([
    { path: "/0", message: "has 524289 bytes; at most 524288 are allowed" },
  ]);
  expect(refusal([record("a", { own: "x".repeat(3_000_000) })]).errors?.[0]?.path).toBe("/0");
});

test("a PID may have 512 bytes", () => {
  expect(records([record("é".repeat(256))]).pids).toHaveLength(1);
  expect(refusal([record("é".repeat(257))]).errors).toEqual([
    { path: "/0/identification/identifier/pid", message: "must have at most 512 bytes in UTF-8" },
  ]);
});

test("more records than allowed are too many, whatever they are", () => {
  expect(refusal("[1,2,3,4]", 3)).toMatchObject({ code: "too-many-items" });
});

test("a body that is full of errors is not read to its end", () => {
  const { errorCount, errors } = refusal([
    ...Array.from({ length: 3 }, (_, index) => record(`${index}`, { variables: Array(60_000).fill(1) })),
  ]);
  expect(errors).toHaveLength(100);
  expect(errorCount).toBe(120_000);
});

test("PIDs are read once each, in their order", () => {
  expect(readPids(bytes(["b", "a", "b"]), 10)).toEqual({ outcome: "pids", pids: ["b", "a"] });
  expect(readPids(bytes([]), 10)).toEqual({ outcome: "pids", pids: [] });
});

test.each([
  ["numbers", [1, "a", null], ["/0", "/2"]],
  ["texts that no record can have", '["\\u0000","\\ud800"]', ["/0", "/1"]],
])("%s are no PIDs", (_what, body, paths) => {
  const errors = paths.map((path) => ({ path, message: expect.any(String) }));
  expect(readPids(bytes(body), 10)).toMatchObject({ outcome: "refused", code: "body-invalid", errors });
});
