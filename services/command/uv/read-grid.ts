import { createHash } from "node:crypto";
import { toInstant } from "../../../contracts/date-time.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import {
  UV_FIELD_NAMES,
  UV_FIELDS,
  UV_GRID,
  UV_GRID_CELLS,
  UV_MAX_MISSING,
  UV_STEP_HOURS,
  UV_VALUE_BYTES,
  type UvField,
  type UvFieldName,
  type UvGridCell,
  UvGridDto,
} from "../../../contracts/uv-grid.ts";
import { explainIssue } from "../../../contracts/validation.ts";
import { pointer } from "../parsing/canonical.ts";
import { parseText, type Refused } from "../parsing/read-json.ts";

/** A document that can be published. Times are UTC, such as 2024-06-21T00:00:00Z. */
export interface ReadGrid {
  readonly outcome: "grid";
  /** SHA-256 of everything that the document says, hex: the same for the same grid, however its JSON was written. */
  readonly content: string;
  readonly issued: string;
  readonly source: string;
  readonly licence: string;
  readonly attribution: string;
  readonly steps: readonly string[];
  readonly fields: readonly GridField[];
}

export interface GridField {
  readonly name: UvFieldName;
  readonly encoding: Pick<UvField, "dtype" | "scale" | "offset" | "missing">;
  /** The stored numbers of all steps. */
  readonly bytes: Buffer;
}

/** A document that can't be published: where and why, and the first bad cell, if one is. Plain data: it crosses threads. */
export interface GridInvalid {
  readonly outcome: "grid-invalid";
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly cell?: UvGridCell;
}

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days that a document must cover, from 00 UTC. */
const MIN_DAYS = 3;
/** How far ahead of this clock a forecast may be issued. */
const MAX_AHEAD_MS = HOUR_MS;

/** Reads a `uvgrid/1` document and checks every cell of it. `now` is ISO 8601. */
export function readUvGrid(body: Uint8Array, now: string): ReadGrid | GridInvalid | Refused {
  const parsed = parseText(body);
  if (parsed.outcome === "refused") return parsed;
  const checked = UvGridDto.safeParse(parsed.value, {
    error: explainIssue,
  });
  if (!checked.success) {
    return invalid(checked.error.issues.map(({ path, message }) => ({ path: pointer("", path), message })));
  }
  const grid = checked.data;
  const steps = grid.steps.map(utc);
  const issued = utc(grid.issued);
  const misplaced = checkTimes(issued, steps, now);
  if (misplaced) return invalid([misplaced]);
  const fields: GridField[] = [];
  for (const name of UV_FIELD_NAMES) {
    const field = grid.fields[name];
    if (field === undefined) continue;
    const read = readField(name, field, steps);
    if ("outcome" in read) return read;
    fields.push(read);
  }
  const { source, licence, attribution } = grid;
  const content = contentOf({ issued, source, licence, attribution, steps }, fields);
  return { outcome: "grid", content, issued, source, licence, attribution, steps, fields };
}

function invalid(errors: readonly FieldError[], cell?: UvGridCell): GridInvalid {
  const [first] = errors;
  const what = cell ? first?.message : `${first?.path} ${first?.message}`;
  const detail = `The grid can't be published: ${what}.`;
  return { outcome: "grid-invalid", detail, errors, ...(cell && { cell }) };
}

function checkTimes(issued: string, steps: readonly string[], now: string): FieldError | undefined {
  const issuedAt = Date.parse(issued);
  if (issuedAt > Date.parse(now) + MAX_AHEAD_MS) {
    return { path: "/issued", message: `${issued} must not lie more than an hour after now` };
  }
  const times = steps.map((step) => Date.parse(step));
  const gap = (index: number): number => (times[index] ?? 0) - (times[index - 1] ?? 0);
  const falling = times.findIndex((_, index) => index > 0 && gap(index) <= 0);
  if (falling > 0) {
    return { path: `/steps/${falling}`, message: `${steps[falling]} does not follow ${steps[falling - 1]}` };
  }
  const late = times.findIndex((_, index) => index > 0 && gap(index) > UV_STEP_HOURS * HOUR_MS);
  if (late > 0) {
    const message = `${steps[late]} is more than ${UV_STEP_HOURS} hours after ${steps[late - 1]}`;
    return { path: `/steps/${late}`, message };
  }
  // An evening run is for the days from the next one on.
  const day = Math.floor(issuedAt / DAY_MS) * DAY_MS;
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  if ([day, day + DAY_MS].some((from) => first <= from && last >= from + MIN_DAYS * DAY_MS)) return undefined;
  const from = utc(new Date(Math.max(day, Math.min(first, day + DAY_MS))).toISOString());
  return {
    path: "/steps",
    message: `run from ${steps[0]} to ${steps.at(-1)}; they must cover ${MIN_DAYS} days from 00 UTC of the day of issue or of the next (from ${from.slice(0, 10)}T00:00:00Z)`,
  };
}

function readField(name: UvFieldName, field: UvField, steps: readonly string[]): GridField | GridInvalid {
  const { dtype, scale, offset, missing } = field;
  const path = `/fields/${name}`;
  const bytes = Buffer.from(field.data, "base64");
  const wanted = steps.length * UV_GRID_CELLS * UV_VALUE_BYTES[dtype];
  if (bytes.length !== wanted) {
    const { nlat, nlon } = UV_GRID;
    const shape = `${steps.length} steps × ${nlat} × ${nlon} values of ${dtype}`;
    return invalid([
      { path: `${path}/data`, message: `must be base64 of ${wanted} bytes (${shape}), not ${bytes.length}` },
    ]);
  }
  if (field.data.length > 4 * Math.ceil(wanted / 3)) {
    return invalid([{ path: `${path}/data`, message: "must be base64 without line breaks or spaces" }]);
  }
  const { unit, min, max } = UV_FIELDS[name];
  const numbers = numbersOf(bytes, dtype);
  // Bounds in stored numbers, so that a cell costs two comparisons. The margin allows for rounding by the scale: at most a
  // millionth of the unit, however large the scale.
  const margin = 1e-6 / Math.max(scale, 1);
  const lowest = (min - offset) / scale - margin;
  const highest = (max - offset) / scale + margin;
  for (const [index, step] of steps.entries()) {
    let absent = 0;
    let firstAbsent = -1;
    const begin = index * UV_GRID_CELLS;
    for (let cell = 0; cell < UV_GRID_CELLS; cell++) {
      const number = numbers[begin + cell] ?? missing;
      if (number === missing) {
        if (absent++ === 0) firstAbsent = cell;
      } else if (!(number >= lowest && number <= highest)) {
        const value = Number((number * scale + offset).toPrecision(12));
        const bad = cellOf(name, step, cell, value);
        return invalid(
          [
            {
              path: `${path}/data`,
              message: `${wordsOf(bad)} is ${value}${unit === "1" ? "" : ` ${unit}`}, not within ${min} and ${max}`,
            },
          ],
          bad,
        );
      }
    }
    if (absent > UV_MAX_MISSING * UV_GRID_CELLS) {
      const bad = cellOf(name, step, firstAbsent, null);
      const share = `${absent} of ${UV_GRID_CELLS} cells are missing, at most ${100 * UV_MAX_MISSING} % may be`;
      return invalid([{ path: `${path}/data`, message: `${share}; the first is ${wordsOf(bad)}` }], bad);
    }
  }
  return { name, encoding: { dtype, scale, offset, missing }, bytes };
}

/** The stored numbers. Bytes of Node's pool need not lie at even places, so they are copied. */
function numbersOf(bytes: Buffer, dtype: UvField["dtype"]): Int16Array | Uint8Array {
  if (dtype === "uint8") return bytes;
  const numbers = new Int16Array(bytes.length / 2);
  for (let index = 0; index < numbers.length; index++) numbers[index] = bytes.readInt16LE(2 * index);
  return numbers;
}

function cellOf(field: UvFieldName, step: string, cell: number, value: number | null): UvGridCell {
  const latitude = UV_GRID.lat0 + Math.floor(cell / UV_GRID.nlon) * UV_GRID.dlat;
  const longitude = UV_GRID.lon0 + (cell % UV_GRID.nlon) * UV_GRID.dlon;
  return { field, step, latitude, longitude, value };
}

function wordsOf({ field, step, latitude, longitude }: UvGridCell): string {
  return `${field} at ${step}, latitude ${latitude}, longitude ${longitude}`;
}

function contentOf(envelope: object, fields: readonly GridField[]): string {
  const hash = createHash("sha256").update(JSON.stringify(envelope));
  for (const { name, encoding, bytes } of fields) hash.update(JSON.stringify([name, encoding])).update(bytes);
  return hash.digest("hex");
}

/** A date-time in UTC, without needless decimals. */
function utc(text: string): string {
  return new Date(toInstant(text)).toISOString().replace(".000Z", "Z");
}
