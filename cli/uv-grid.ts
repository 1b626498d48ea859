import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readUvGrid } from "../services/command/uv/read-grid.ts";
import { BadFile } from "./uv-grid/bad-file.ts";
import { convert } from "./uv-grid/convert.ts";

const USAGE = `usage: npm run uv-grid -- FILE.nc

A NetCDF-3 file as a uvgrid/1 document on stdout, to be sent to POST /api/provider/uv/forecast. The file has

  time, latitude, longitude   the axes, time with units such as "hours since 2026-06-21 00:00:00"; every whole degree,
                              latitudes and longitudes in any order
  ozone_du                    over (time, latitude, longitude): total ozone, DU or kg m-2
  cloud_fraction, cloud_lwp_gm2, cloud_modification_factor, aod550, albedo_uv, snow, uvi_allsky, uvi_clearsky
                              where it has them; scale_factor, add_offset, _FillValue and missing_value count
  issued, source, licence, attribution
                              as global attributes

What comes out is checked as the service checks it. Exit: 0 done, 1 failed, 2 wrong use.
`;

process.exitCode = await run(process.argv.slice(2));

/** 0 done, 1 failed, 2 wrong use. */
async function run(argv: readonly string[]): Promise<number> {
  let file: string;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const [only, ...more] = positionals;
    if (only === undefined || more.length > 0) throw new TypeError("one NetCDF file is needed");
    file = only;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return 2;
  }
  try {
    const document = Buffer.from(JSON.stringify(convert(await readFile(file))));
    const checked = readUvGrid(document, new Date().toISOString());
    if (checked.outcome !== "grid") throw new BadFile(checked.detail);
    if (!process.stdout.write(document)) await once(process.stdout, "drain");
    return 0;
  } catch (error) {
    if (error instanceof BadFile) process.stderr.write(`${file}: ${error.message}\n`);
    // The system's refusal names the file itself.
    else if (error instanceof Error && "syscall" in error) process.stderr.write(`${error.message}\n`);
    else throw error;
    return 1;
  }
}
