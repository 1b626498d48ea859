import { expect, test } from "vitest";
import { UV_GRID_CELLS, type UvFieldName } from "../../../contracts/uv-grid.ts";
import { uvGrid } from "../../../test/uv-grids.ts";
import { type ReadGrid, readUvGrid } from "./read-grid.ts";

const day = "2026-06-21";
const now = "2026-06-21T06:00:00Z";
const good = uvGrid({ day });
const read = (document: unknown) => readUvGrid(new TextEncoder().encode(JSON.stringify(document)), now);
/** Reads a document that fits. */
function readGrid(document: unknown): ReadGrid {
  const result = read(document);
  return result.outcome === "grid" ? result : expect.unreachable();
}
const ozone = good.fields["ozone_du"];
const withOzone = (member: object) => ({ ...good, fields: { ozone_du: { ...ozone, ...member } } });

/** The ozone with stored numbers changed. */
function changed(change: (numbers: Int16Array) => void) {
  const bytes = Buffer.from(ozone?.data ?? "", "base64");
  const numbers = new Int16Array(bytes.length / 2);
  numbers.set(new Int16Array(new Uint8Array(bytes).buffer));
  change(numbers);
  return withOzone({ data: Buffer.from(numbers.buffer).toString("base64") });
}

test("a document that fits comes back with its times in UTC and its bytes as they were", () => {
  const { steps, fields, ...grid } = readGrid({ ...good, issued: "2026-06-21T02:00:00+02:00" });
  expect(grid).toMatchObject({ issued: "2026-06-21T00:00:00Z", source: "test model" });
  expect(steps).toHaveLength(25);
  expect(fields.map(({ name }) => name)).toEqual(["ozone_du"]);
  expect(fields[0]?.bytes.toString("base64")).toBe(ozone?.data);
});

test("the content hash depends on what a document says, not on how it was written", () => {
  const content = (document: object) => readGrid(document).content;
  const { schema, grid, ...rest } = good;
  expect(content({ ...rest, extra: 1, grid, schema })).toBe(content(good));
  expect(content({ ...good, source: "another" })).not.toBe(content(good));
  expect(content(changed((numbers) => numbers.fill(3001, 7, 8)))).not.toBe(content(good));
});

test("a field of bytes is read too, and every field that is known", () => {
  const data = Buffer.alloc(25 * UV_GRID_CELLS, 100).toString("base64");
  const cloud = { dtype: "uint8", scale: 0.01, offset: 0, missing: 255, data };
  const names: UvFieldName[] = ["cloud_fraction", "aod550", "albedo_uv", "snow", "uvi_allsky", "uvi_clearsky"];
  const fields = { ...good.fields, ...Object.fromEntries(names.map((name) => [name, cloud])) };
  expect(readGrid({ ...good, fields }).fields).toHaveLength(7);
});

test("base64 that is broken into lines is refused for that, not for its bytes", () => {
  const data = ozone?.data.replaceAll(/.{76}/g, "$&\n");
  expect(read(withOzone({ data }))).toMatchObject({ detail: expect.stringMatching(/without line breaks or spaces/) });
});

test("a value without a unit is refused without one, and with the decimals of the field alone", () => {
  const data = Buffer.alloc(25 * UV_GRID_CELLS, 61).toString("base64");
  const aod550 = { dtype: "uint8", scale: 0.1, offset: 0, missing: 255, data };
  expect(read({ ...good, fields: { ...good.fields, aod550 } })).toMatchObject({
    detail: expect.stringMatching(/ is 6\.1, not within 0 and 6\.$/),
    cell: { value: 6.1 },
  });
});

test.each([
  ["another schema", { ...good, schema: "uvgrid/2" }, "/schema"],
  ["no issue time", { ...good, issued: undefined }, "/issued"],
  ["an issue time that is no date", { ...good, issued: "2026-02-30T00:00:00Z" }, "/issued"],
  ["an issue time more than an hour ahead", { ...good, issued: "2026-06-21T07:00:01Z" }, "/issued"],
  ["no source", { ...good, source: "" }, "/source"],
  ["no licence", { ...good, licence: undefined }, "/licence"],
  ["no attribution", { ...good, attribution: 7 }, "/attribution"],
  ["another grid", { ...good, grid: { ...good.grid, nlat: 91 } }, "/grid/nlat"],
  ["no grid", { ...good, grid: undefined }, "/grid"],
  ["no ozone", { ...good, fields: {} }, "/fields/ozone_du"],
  ["no steps", { ...good, steps: [] }, "/steps"],
  ["a field that is not known", { ...good, fields: { ...good.fields, temperature: ozone } }, "/fields"],
  ["another type of number", withOzone({ dtype: "float32" }), "/fields/ozone_du/dtype"],
  ["a scale of 0", withOzone({ scale: 0 }), "/fields/ozone_du/scale"],
  ["an offset that is text", withOzone({ offset: "0" }), "/fields/ozone_du/offset"],
  ["no number for missing cells", withOzone({ missing: undefined }), "/fields/ozone_du/missing"],
  ["too few bytes", withOzone({ data: ozone?.data.slice(4) }), "/fields/ozone_du/data"],
  ["too many bytes", withOzone({ data: `${ozone?.data}AAAA` }), "/fields/ozone_du/data"],
  ["the wrong type for the size", withOzone({ dtype: "uint8" }), "/fields/ozone_du/data"],
  ["data that is not base64", withOzone({ data: `!${ozone?.data.slice(1)}` }), "/fields/ozone_du/data"],
])("%s is refused", (_what, document, path) => {
  const result = read(document);
  expect(result).toMatchObject({ outcome: "grid-invalid", errors: [{ path }] });
  expect(result).not.toHaveProperty("cell");
});

test.each([
  ["falling", (steps: string[]) => ([steps[4], steps[5]] = [steps[5] ?? "", steps[4] ?? ""]), "/steps/5"],
  ["repeated", (steps: string[]) => (steps[4] = steps[3] ?? ""), "/steps/4"],
  ["with a gap", (steps: string[]) => (steps[4] = "2026-06-21T12:01:00Z"), "/steps/4"],
  ["beginning late", (steps: string[]) => (steps[0] = "2026-06-21T00:01:00Z"), "/steps"],
  ["ending early", (steps: string[]) => (steps[24] = "2026-06-23T23:59:00Z"), "/steps"],
])("steps %s are refused", (_what, change, path) => {
  const steps = [...good.steps];
  change(steps);
  expect(read({ ...good, steps })).toMatchObject({ outcome: "grid-invalid", errors: [{ path }] });
});

test("a run of the evening may begin with the next day", () => {
  expect(read({ ...good, issued: "2026-06-20T18:00:00Z" })).toMatchObject({ outcome: "grid" });
  expect(read({ ...good, issued: "2026-06-21T07:00:00Z" })).toMatchObject({ outcome: "grid" });
  expect(read({ ...good, issued: "2026-06-19T18:00:00Z" })).toMatchObject({ errors: [{ path: "/steps" }] });
});

test("the first value out of bounds is named with field, step, latitude and longitude", () => {
  const bad = (3 * 181 + 100) * 360 + 190;
  const result = read(changed((numbers) => numbers.fill(70, bad, bad + 9)));
  const cell = { field: "ozone_du", step: "2026-06-21T09:00:00Z", latitude: 10, longitude: 10, value: 7 };
  expect(result).toMatchObject({ outcome: "grid-invalid", cell, errors: [{ path: "/fields/ozone_du/data" }] });
  expect(result).toMatchObject({
    detail: expect.stringContaining("ozone_du at 2026-06-21T09:00:00Z, latitude 10, longitude 10 is 7 DU"),
  });
});

test("bounds hold for values however they are scaled, and allow for rounding", () => {
  const zeros = changed((numbers) => numbers.fill(0));
  const scaled = (member: object) => ({ ...zeros, fields: { ozone_du: { ...zeros.fields["ozone_du"], ...member } } });
  expect(read(scaled({ scale: 1e12, offset: -1000 }))).toMatchObject({ cell: { value: -1000 } });
  expect(read(scaled({ scale: 1e12, offset: 700.5 }))).toMatchObject({ cell: { value: 700.5 } });
  expect(read(scaled({ scale: 0.1, offset: 80 - 1e-9 }))).toMatchObject({ outcome: "grid" });
});

test("a few of the unknown fields are named", () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`${"x".repeat(200)}${index}`, 1]));
  const result = read({ ...good, fields: { ...good.fields, ...many } });
  expect(result).toMatchObject({
    outcome: "grid-invalid",
    detail: expect.stringMatching(/^.{1,499}$/s),
    errors: [{ path: "/fields" }],
  });
});

test("one cell in a hundred may be missing, not more", () => {
  const missing = (count: number) =>
    changed((numbers) => numbers.fill(-32768, 2 * UV_GRID_CELLS, 2 * UV_GRID_CELLS + count));
  const most = Math.floor(UV_GRID_CELLS / 100);
  expect(read(missing(most))).toMatchObject({ outcome: "grid" });
  expect(read(missing(most + 1))).toMatchObject({
    cell: { field: "ozone_du", step: "2026-06-21T06:00:00Z", latitude: -90, longitude: -180, value: null },
  });
  expect(read(missing(UV_GRID_CELLS / 2))).toMatchObject({ outcome: "grid-invalid" });
});

test.each([
  ["text", "{"],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff])],
])("%s that is no JSON is refused as such", (_what, body) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  expect(readUvGrid(bytes, now)).toMatchObject({ outcome: "refused", code: "body-not-json" });
});
