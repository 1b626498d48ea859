import { textArray } from "../../../platform/database/arrays.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { FacilityChange } from "./changes.ts";

/** Brings a table of facilities to the state after the changes, which come in the order of the log. */
export async function writeFacilities(
  transaction: Queryable,
  table: string,
  changes: readonly FacilityChange[],
): Promise<void> {
  const last = [...new Map(changes.map((change) => [change.identifier, change])).values()];
  const kept = last.filter(({ document }) => document !== undefined);
  const gone = last.filter(({ document }) => document === undefined);
  await transaction.query({
    name: `${table}-write`,
    text: `with gone as (delete from ${table} where identifier = any($3::text[]))
      insert into ${table} (identifier, document)
      select identifier, document from unnest($1::text[], $2::text[]) as kept (identifier, document)
      on conflict (identifier) do update set document = excluded.document`,
    values: [
      textArray(kept.map(({ identifier }) => identifier)),
      textArray(kept.map(({ document }) => document)),
      textArray(gone.map(({ identifier }) => identifier)),
    ],
  });
}
