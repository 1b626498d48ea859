import { UV_FIELD_NAMES, UV_GRID, UV_GRID_CELLS, type UvFieldName, type UvGridDto } from "../../contracts/uv-grid.ts";
import { BadFile } from "../bad-file.ts";
import { axisOf, columnsOf, rowsOf } from "./coordinates.ts";
import { NetCdfFile } from "./netcdf-file.ts";
import { type Packing, packingOf } from "./packing.ts";
import { instantsOf } from "./time-axis.ts";
import { factorOf } from "./units.ts";

/** Stored number of a cell without a value. */
const MISSING = -32768;

/** The packing of each field, unless the file gives one. */
const PACKED: Readonly<Record<UvFieldName, Pick<Packing, "scale" | "offset">>> = {
  ozone_du: { scale: 0.02, offset: 400 },
  cloud_fraction: { scale: 0.00005, offset: 0 },
  cloud_lwp_gm2: { scale: 0.4, offset: 10_000 },
  cloud_modification_factor: { scale: 0.00005, offset: 0 },
  aod550: { scale: 0.0002, offset: 0 },
  albedo_uv: { scale: 0.00005, offset: 0 },
  snow: { scale: 0.00005, offset: 0 },
  uvi_allsky: { scale: 0.002, offset: 0 },
  uvi_clearsky: { scale: 0.002, offset: 0 },
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
  const steps = instantsOf(axisOf(file, "time"), file.text("units", "time") ?? "", file.text("calendar", "time"));
  const [rows, columns] = [rowsOf(file), columnsOf(file)];
  const order = Int32Array.from(rows.flatMap((row) => columns.map((column) => row * UV_GRID.nlon + column)));
  const found = UV_FIELD_NAMES.filter((name) => file.has(name));
  const fields = Object.fromEntries(found.map((name) => [name, field(file, name, steps.length, order)]));
  return {
    schema: "uvgrid/1",
    ...described,
    grid: { ...UV_GRID },
    steps,
    // `fromEntries` forgets that the names are those of fields.
    fields: fields as UvGridDto["fields"],
  };
}

function field(file: NetCdfFile, name: UvFieldName, steps: number, order: Int32Array) {
  const factor = factorOf(name, file.text("units", name));
  const packing = packingOf(file, name);
  // Numbers packed in the same way are copied unchanged.
  const isSame = packing.isPacked && packing.scale > 0 && file.typeOf(name) === "short" && !file.isUnsigned(name);
  const { scale, offset } = isSame ? { scale: packing.scale * factor, offset: packing.offset * factor } : PACKED[name];
  const values = file.values(name, ["time", "latitude", "longitude"]);
  const packed = (stored: number): number => {
    const value = (stored * packing.scale + packing.offset) * factor;
    const number = Math.round((value - offset) / scale);
    if (number <= MISSING || number > 32_767) throw new BadFile(`${name} holds ${value}, which can't be packed`);
    return number;
  };
  const numbers = new DataView(new ArrayBuffer(2 * steps * UV_GRID_CELLS));
  for (let step = 0; step < steps; step++) {
    for (const [cell, from] of order.entries()) {
      const stored = values[step * UV_GRID_CELLS + from] ?? Number.NaN;
      const number = packing.isMissing(stored) ? MISSING : packed(stored);
      numbers.setInt16(2 * (step * UV_GRID_CELLS + cell), number, true);
    }
  }
  return { dtype: "int16", scale, offset, missing: MISSING, data: Buffer.from(numbers.buffer).toString("base64") };
}
