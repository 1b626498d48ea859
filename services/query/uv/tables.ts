import { readFileSync } from "node:fs";
import { decodeTables } from "../../../science/uv/tables.ts";

const folder = new URL("../../../science/uv/tables/", import.meta.url);

/** The stored tables of the UV model, read and verified when the process starts. */
export const uvTables = decodeTables((file) => readFileSync(new URL(file, folder)));
