import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { BadCases, computeCases } from "./uv-model/cases.ts";

const USAGE = `usage: npm run uv-model -- CASES.csv

The UV model on cases of one's own, for comparisons. CASES.csv names its columns in the first line; lines beginning
with # are skipped. Columns, in any order; others are passed on as they are:

  sza_deg        zenith angle of the Sun, degrees, geometric; beyond 90 everything is 0
  ozone_du       total ozone above the place, Dobson units
  altitude_km    kilometres above the sea
  albedo         of the ground, 0-1, the same at all wavelengths; or
  albedo_type    surface of the vitamin D route (0 to 5, 12, 13), which goes before albedo where it is given
  sky            0 cloudless (default), 1 scattered clouds, 2 broken clouds, 3 overcast
  aerosol_beta   Angstrom's turbidity, instead of the 0.02 of every sky

Writes the same rows to stdout with uv_index, erythema_W_m2, vitamin_d_W_m2, uva_W_m2, uvb_W_m2 added: downward
irradiance on a horizontal plane at one astronomical unit from the Sun, by the engine itself. CASES.csv may be - for
stdin. Exit: 0 done, 1 failed, 2 wrong use.
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
    if (positionals.length !== 1) throw new TypeError("one file of cases is needed");
    file = positionals[0]!;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return 2;
  }
  try {
    for (const line of computeCases(file === "-" ? await text(process.stdin) : await readFile(file, "utf8"))) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
    }
    return 0;
  } catch (error) {
    if (error instanceof BadCases) process.stderr.write(`${file}: ${error.message}\n`);
    // The system's refusal names the file itself.
    else if (error instanceof Error && "syscall" in error) process.stderr.write(`${error.message}\n`);
    else throw error;
    return 1;
  }
}
