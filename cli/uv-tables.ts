import { writeFile } from "node:fs/promises";
import { makeClearTable, makeDoseTable, makeOvercastTable } from "../science/uv/grids.ts";
import { pack } from "../science/uv/packing.ts";

/**
 * Writes the tables of the UV model anew, from its engine, into the sources. To be run (in the project's folder) after
 * a change of the engine, of its inputs or of the grids; a test notices when that was forgotten.
 */
const tables = [
  { file: "doses", name: "doses", make: makeDoseTable, of: "Weighted irradiances under the sky classes" },
  { file: "clear-sky", name: "clearSky", make: makeClearTable, of: "Erythemal irradiance at sea level, clear sky" },
  { file: "overcast-sky", name: "overcastSky", make: makeOvercastTable, of: "What an overcast sky leaves of it" },
];

for (const { file, name, make, of } of tables) {
  const table = make();
  const path = `science/uv/tables/${file}.ts`;
  await writeFile(
    path,
    `/** ${of}: made by \`npm run uv-tables\`, laid out as grids.ts says. */\nexport const ${name} =\n  "${pack(table)}";\n`,
  );
  process.stderr.write(`${path}: ${table.length} numbers\n`);
}
