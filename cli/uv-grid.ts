import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { readUvGrid } from "../services/command/uv/read-grid.ts";
import { BadFile } from "./bad-file.ts";
import type { Declare } from "./command.ts";
import { runOnFile } from "./file-command.ts";
import { convert } from "./uv-grid/convert.ts";

const DESCRIPTION = `Writes a NetCDF-3 file as a uvgrid/1 document to stdout, for
POST /api/provider/uv/forecast. The file has

  time, latitude, longitude
      the axes, time with units such as "hours since 2026-06-21 00:00:00" and one of
      CF's calendars standard (unless it says another), proleptic_gregorian and julian;
      every whole degree, latitudes and longitudes in any order
  ozone_du
      over (time, latitude, longitude): total ozone in DU, kg m-2, mol m-2,
      molecules cm-2 or m
  cloud_fraction, cloud_lwp_gm2, cloud_modification_factor, aod550, albedo_uv, snow,
  uvi_allsky, uvi_clearsky
      where it has them; scale_factor, add_offset, _FillValue, missing_value, valid_min,
      valid_max, valid_range and _Unsigned count
  issued, source, licence, attribution
      as global attributes

The document is checked as the service checks it.`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<FILE.nc>", "the NetCDF file")
    .action((file) => runOnFile(file, print));
};

async function print(file: string): Promise<void> {
  const document = Buffer.from(JSON.stringify(convert(await readFile(file))));
  const checked = readUvGrid(document, new Date().toISOString());
  if (checked.outcome !== "grid") throw new BadFile(checked.detail);
  if (!process.stdout.write(document)) await once(process.stdout, "drain");
}
