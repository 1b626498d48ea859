import { UV_FIELD_NAMES, UV_GRID, UV_GRID_CELLS, type UvFieldName, type UvGridDto } from "../../contracts/uv-grid.ts";
import { BadFile } from "../bad-file.ts";
import { columnsOf, instantsOf, rowsOf } from "./coordinates.ts";
import { NetCdfFile } from "./netcdf-file.ts";

/** Stored number of a cell without a value. */
const MISSING = -32768;

/** Dobson units of a kilogram of ozone on a square metre. */
const DOBSON = 1 / 2.1415e-5;

type Packing = { readonly scale: number; readonly offset: number };

/** The units that each field may have, as factors to airlog's, and its packing unless the file gives one. */
const FIELDS: Readonly<Record<UvFieldName, Packing & { readonly units: Readonly<Record<string, number>> }>> = {
  ozone_du: { scale: 0.02, offset: 400, units: { DU: 1, "kg m-2": DOBSON } },
  cloud_fraction: { scale: 0.00005, offset: 0, units: { "1": 1, "%": 0.01 } },
  cloud_lwp_gm2: { scale: 0.4, offset: 10_000, units: { "g m-2": 1, "kg m-2": 1000 } },
  cloud_modification_factor: { scale: 0.00005, offset: 0, units: { "1": 1, "%": 0.01 } },
  aod550: { scale: 0.0002, offset: 0, units: { "1": 1 } },
  albedo_uv: { scale: 0.00005, offset: 0, units: { "1": 1, "%": 0.01 } },
  snow: { scale: 0.00005, offset: 0, units: { "1": 1, "%": 0.01 } },
  uvi_allsky: { scale: 0.002, offset: 0, units: { "1": 1 } },
  uvi_clearsky: { scale: 0.002, offset: 0, units: { "1": 1 } },
};

/** Fill values of the format, for files that name none. */
const FILL: Readonly<Record<string, number>> = {
  byte: -127,
  short: -32767,
  int: -2_147_483_647,
  float: 9.969_209_968_386_869e36,
  double: 9.969_209_968_386_869e36,
};

/**
 * A NetCDF-3 file as a `uvgrid/1` document: variables with the names of its fields over time, latitude and longitude,
 * and the global attributes issued, source, licence and attribution. Rows may run from the north, columns from
 * Greenwich. @throws BadFile
 */
export function convert(bytes: Uint8Array): UvGridDto {
  const file = new NetCdfFile(bytes);
  const described = {
    issued: file.attribute("issued"),
    source: file.attribute("source"),
    licence: file.attribute("licence", "license"),
    attribution: file.attribute("attribution", "institution"),
  };
  const steps = instantsOf([...file.coordinate("time")], file.text("units", "time") ?? "");
  const rows = rowsOf([...file.coordinate("latitude")]);
  const columns = columnsOf([...file.coordinate("longitude")]);
  const order = Int32Array.from(rows.flatMap((row) => columns.map((column) => row * UV_GRID.nlon + column)));
  const found = UV_FIELD_NAMES.filter((name) => file.has(name));
  const fields = Object.fromEntries(found.map((name) => [name, field(file, name, steps.length, order)]));
  return {
    schema: "uvgrid/1",
    ...described,
    grid: { ...UV_GRID },
    steps,
    fields: fields as UvGridDto["fields"],
  };
}

function field(file: NetCdfFile, name: UvFieldName, steps: number, order: Int32Array) {
  const factor = factorOf(name, file.text("units", name));
  const packed = { scale: file.number("scale_factor", name) ?? 1, offset: file.number("add_offset", name) ?? 0 };
  const type = file.typeOf(name);
  // Numbers packed in the same way are copied unchanged.
  const isPacked = type === "short" && packed.scale > 0 && file.number("scale_factor", name) !== undefined;
  const { scale, offset } = isPacked ? { scale: packed.scale * factor, offset: packed.offset * factor } : FIELDS[name];
  const missing = [file.number("_FillValue", name) ?? FILL[type], file.number("missing_value", name)];
  const values = file.values(name, ["time", "latitude", "longitude"]);
  const numbers = new DataView(new ArrayBuffer(2 * steps * UV_GRID_CELLS));
  for (let step = 0; step < steps; step++) {
    for (const [cell, from] of order.entries()) {
      const stored = values[step * UV_GRID_CELLS + from] ?? Number.NaN;
      const value = (stored * packed.scale + packed.offset) * factor;
      const number = Number.isNaN(value) || missing.includes(stored) ? MISSING : Math.round((value - offset) / scale);
      if (number < MISSING || number > 32_767) throw new BadFile(`${name} holds ${value}, which can't be packed`);
      numbers.setInt16(2 * (step * UV_GRID_CELLS + cell), number, true);
    }
  }
  return { dtype: "int16", scale, offset, missing: MISSING, data: Buffer.from(numbers.buffer).toString("base64") };
}

function factorOf(name: UvFieldName, units: string | undefined): number {
  const known = FIELDS[name].units;
  const factor = known[(units ?? "1").replace(/\*\*|\^/g, "").trim() || "1"];
  if (factor !== undefined) return factor;
  throw new BadFile(`${name} has the units "${units ?? ""}"; known are ${Object.keys(known).join(", ")}`);
}
