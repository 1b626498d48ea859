import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Declare } from "./command.ts";
import { runOnFile } from "./file-command.ts";
import { computeCases } from "./uv-model/cases.ts";

const DESCRIPTION = `Computes your own cases with the UV model, to compare it with others. CASES.csv names
its columns in the first line; lines beginning with # are skipped. Columns, in any
order; others are passed on as they are:

  sza_deg        zenith angle of the Sun, degrees, geometric; beyond 90 everything is 0
  ozone_du       total ozone above the place, Dobson units
  altitude_km    kilometres above the sea
  albedo         of the ground, 0-1, the same at all wavelengths; or
  albedo_type    surface of the vitamin D route (0 to 5, 12, 13), which takes
                 precedence over albedo
  sky            0 cloudless (default), 1 scattered clouds, 2 broken clouds, 3 overcast
  aerosol_beta   Angstrom's turbidity, instead of the 0.02 of every sky

Writes the same rows to stdout with uv_index, erythema_W_m2, vitamin_d_W_m2, uva_W_m2,
uvb_W_m2 added: downward irradiance on a horizontal plane at one astronomical unit from
the Sun, by the engine itself.`;

export const declare: Declare = (command) => {
  command
    .description(DESCRIPTION)
    .argument("<CASES.csv>", "the file of cases; - is stdin")
    .action((file) => runOnFile(file, print));
};

async function print(file: string): Promise<void> {
  for (const line of computeCases(file === "-" ? await text(process.stdin) : await readFile(file, "utf8"))) {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
  }
}
