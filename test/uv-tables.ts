/** The tables of the UV model as they are served. */
export { uvTables } from "../services/query/uv/tables.ts";
