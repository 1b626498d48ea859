import { expect, test } from "vitest";
import { UV_GRID_CELLS, type UvFieldName, type UvGridDto } from "../../contracts/uv-grid.ts";
import { readUvGrid } from "../../services/command/uv/read-grid.ts";
import { type NetCdfFile, type NetCdfVariable, netCdf } from "../../test/netcdf.ts";
import { BadFile } from "../bad-file.ts";
import { convert } from "./convert.ts";

const STEPS = 25;
const southward = Array.from({ length: 181 }, (_, row) => 90 - row);
const northward = [...southward].reverse();
const fromGreenwich = Array.from({ length: 360 }, (_, column) => column);
const fromDateLine = fromGreenwich.map((longitude) => longitude - 180);

/** A value for each cell in the file's own order. */
function values(of: (latitude: number, longitude: number, step: number) => number, rows: number[], columns: number[]) {
  return Float64Array.from({ length: STEPS * UV_GRID_CELLS }, (_, index) => {
    const cell = index % UV_GRID_CELLS;
    return of(rows[Math.floor(cell / 360)] ?? 0, columns[cell % 360] ?? 0, Math.floor(index / UV_GRID_CELLS));
  });
}

type Axes = readonly [time: NetCdfVariable, latitude: NetCdfVariable, longitude: NetCdfVariable];

const axes = (rows: number[], columns: number[], units = "hours since 2026-06-21 00:00:00"): Axes => [
  {
    name: "time",
    type: "double",
    dimensions: ["time"],
    attributes: { units },
    values: [...Array(STEPS).keys()].map((step) => 3 * step),
  },
  { name: "latitude", type: "float", dimensions: ["latitude"], attributes: { units: "degrees_north" }, values: rows },
  {
    name: "longitude",
    type: "float",
    dimensions: ["longitude"],
    attributes: { units: "degrees_east" },
    values: columns,
  },
];

const attributes = {
  issued: "2026-06-21T00:00:00Z",
  source: "Example model",
  licence: "CC-BY-4.0",
  attribution: "Example Centre",
};

function file(variables: readonly NetCdfVariable[], changes: Partial<NetCdfFile> = {}): Buffer {
  return netCdf({ dimensions: { time: STEPS, latitude: 181, longitude: 360 }, attributes, variables, ...changes });
}

/** A file whose dimension `time` claims this length, while the content stays the same. */
function claiming(bytes: Buffer, length: number): Buffer {
  const name = Buffer.from("\0\0\0\u0004time");
  bytes.writeUInt32BE(length, bytes.indexOf(name) + name.length);
  return bytes;
}

test.each([4_000_000_000, 2_000_000_000, 400_000])(
  "a file that claims %i steps and does not have them is refused",
  (steps) => {
    expect(() => convert(claiming(file([...axes(southward, fromGreenwich), ozone()]), steps))).toThrow(BadFile);
  },
);

const dimensions = ["time", "latitude", "longitude"];
const ozone = (members: Partial<NetCdfVariable> = {}): NetCdfVariable => ({
  name: "ozone_du",
  type: "float",
  dimensions,
  attributes: { units: "DU" },
  values: new Float32Array(STEPS * UV_GRID_CELLS).fill(300),
  ...members,
});

/** The value of a cell of a document; undefined where it is missing. */
function cellOf({ fields }: UvGridDto, name: UvFieldName, latitude: number, longitude: number, step: number) {
  const { data = "", scale = 1, offset = 0, missing } = fields[name] ?? {};
  const at = (step * 181 + latitude + 90) * 360 + longitude + 180;
  const stored = Buffer.from(data, "base64").readInt16LE(2 * at);
  return stored === missing ? undefined : stored * scale + offset;
}

test("a file with rows from the north and columns from Greenwich becomes a document that the service accepts", () => {
  const of = (latitude: number, longitude: number, step: number) =>
    300 + latitude + ((longitude + 180) % 360) / 10 + step;
  const document = convert(
    file([...axes(southward, fromGreenwich), ozone({ values: values(of, southward, fromGreenwich) })]),
  );
  expect(document).toMatchObject({ schema: "uvgrid/1", ...attributes });
  expect(document.steps).toHaveLength(STEPS);
  expect([document.steps[0], document.steps.at(-1)]).toEqual(["2026-06-21T00:00:00Z", "2026-06-24T00:00:00Z"]);
  for (const [latitude, longitude, step] of [
    [-90, -180, 0],
    [90, 179, 24],
    [0, 0, 7],
    [60, 10, 3],
  ] as const) {
    const expected = 300 + latitude + (longitude + 180) / 10 + step;
    expect(cellOf(document, "ozone_du", latitude, longitude, step)).toBeCloseTo(expected, 1);
  }
  const read = readUvGrid(Buffer.from(JSON.stringify(document)), "2026-06-21T01:00:00Z");
  expect(read).toMatchObject({ outcome: "grid", issued: "2026-06-21T00:00:00Z" });
});

test("numbers packed in 16 bits stay as they are, missing ones too; time may be the dimension that grows", () => {
  const packed = new Int16Array(STEPS * UV_GRID_CELLS).fill(1234);
  packed[0] = -999;
  packed[1] = -888;
  const document = convert(
    file(
      [
        ...axes(northward, fromDateLine),
        ozone(),
        {
          name: "aod550",
          type: "short",
          dimensions,
          attributes: { units: "1", scale_factor: 0.0001, add_offset: 0.1, _FillValue: -999, missing_value: -888 },
          values: packed,
        },
      ],
      { dimensions: { time: 0, latitude: 181, longitude: 360 }, records: STEPS },
    ),
  );
  expect(document.fields.aod550).toMatchObject({ dtype: "int16", scale: 0.0001, offset: 0.1, missing: -32768 });
  expect(cellOf(document, "aod550", -90, -180, 0)).toBeUndefined();
  expect(cellOf(document, "aod550", -90, -179, 0)).toBeUndefined();
  expect(cellOf(document, "aod550", -90, -178, 0)).toBeCloseTo(0.2234, 9);
  expect(cellOf(document, "ozone_du", 12, 34, 24)).toBeCloseTo(300, 9);
});

test("units are turned into ours, and bytes have their sign", () => {
  const percent = new Int8Array(STEPS * UV_GRID_CELLS).fill(75);
  percent[0] = -127;
  const document = convert(
    file([
      ...axes(northward, fromDateLine),
      ozone({ attributes: { units: "kg m**-2" }, values: new Float32Array(STEPS * UV_GRID_CELLS).fill(0.0064245) }),
      { name: "cloud_fraction", type: "byte", dimensions, attributes: { units: "%" }, values: percent },
    ]),
  );
  expect(cellOf(document, "ozone_du", 0, 0, 0)).toBeCloseTo(300, 1);
  expect(cellOf(document, "cloud_fraction", 0, 0, 0)).toBeCloseTo(0.75, 4);
  expect(cellOf(document, "cloud_fraction", -90, -180, 0)).toBeUndefined();
});

test("values outside of the valid range are missing, and attributes keep their letters", () => {
  const some = new Float32Array(STEPS * UV_GRID_CELLS).fill(300);
  some[0] = -999;
  const document = convert(
    file([...axes(northward, fromDateLine), ozone({ attributes: { units: "DU", valid_min: 0 }, values: some })], {
      attributes: { ...attributes, attribution: "Météo-France\0" },
    }),
  );
  expect(cellOf(document, "ozone_du", -90, -180, 0)).toBeUndefined();
  expect(cellOf(document, "ozone_du", -90, -179, 0)).toBeCloseTo(300, 9);
  expect(document.attribution).toBe("Météo-France");
});

const good = axes(northward, fromDateLine);
const [time, latitude, longitude] = good;
test.each([
  ["no NetCDF", Buffer.from("HDF5…"), /not a NetCDF-3 file/],
  ["a file that is cut off", file([...good, ozone()]).subarray(0, 4000), /can't be read/],
  [
    "a file without latitudes",
    file([...good.filter(({ name }) => name !== "latitude"), ozone()]),
    /latitude is missing/,
  ],
  ["a file without an issue time", file([...good, ozone()], { attributes: { source: "x" } }), /attribute issued/],
  [
    "other units of time",
    file([...axes(northward, fromDateLine, "months since 2026-06-21"), ozone()]),
    /time has the units/,
  ],
  [
    "another calendar",
    file([
      { ...time, attributes: { units: "days since 2026-06-21", calendar: "noleap" } },
      latitude,
      longitude,
      ozone(),
    ]),
    /calendar "noleap"/,
  ],
  [
    "a time that is missing",
    file([{ ...time, attributes: { ...time.attributes, missing_value: 3 } }, latitude, longitude, ozone()]),
    /time has a missing value/,
  ],
  [
    "latitudes in radians",
    file([time, { ...latitude, attributes: { units: "radians" } }, longitude, ozone()]),
    /latitude has the units "radians"/,
  ],
  ["other units of ozone", file([...good, ozone({ attributes: { units: "ppm" } })]), /ozone_du has the units "ppm"/],
  ["another order of dimensions", file([...good, ozone({ dimensions: ["latitude", "time", "longitude"] })]), /goes by/],
  [
    "a degree that is missing",
    file([...axes(northward, [...fromDateLine.slice(0, -1), 0.5]), ozone()]),
    /longitude 179 is missing/,
  ],
])("%s is refused with the reason", (_what, bytes, reason) => {
  expect(() => convert(bytes)).toThrow(BadFile);
  expect(() => convert(bytes)).toThrow(reason);
});
