import type { Queryable } from "../../database/port.ts";

/**
 * Identifies the table with the documents. It distinguishes another table of the same name: a new one, one restored
 * from a backup, or that of a standby that took over and may have lost the last changes.
 */
export async function tableGeneration(database: Queryable, table: string): Promise<string> {
  const [row] = await database.query<{ generation: string }>({
    text: `select concat_ws('/', system_identifier, timeline_id, $1::regclass::oid) as generation
      from pg_control_system(), pg_control_checkpoint()`,
    values: [table],
  });
  return row?.generation ?? "";
}
