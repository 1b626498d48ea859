import { writeFile } from "node:fs/promises";
import { makeClearTable, makeDoseTable, makeOvercastTable } from "../science/uv/grids.ts";
import { encodeTables } from "../science/uv/tables.ts";

/**
 * Computes the tables of the UV model with its engine and writes them into the source tree. Run it in the project's folder
 * after a change of the engine, of its inputs or of the grids; a test fails if that was forgotten.
 */
const tables = { doses: makeDoseTable(), clearSky: makeClearTable(), overcastSky: makeOvercastTable() };

for (const [file, bytes] of encodeTables(tables, "npm run uv-tables")) {
  const path = `science/uv/tables/${file}`;
  await writeFile(path, bytes);
  process.stderr.write(`${path}: ${bytes.length} bytes\n`);
}
