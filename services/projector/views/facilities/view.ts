import { VIEWS } from "../../../../contracts/views.ts";
import { textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { SqlView } from "../../view.ts";
import { type FacilityChange, facilityChange } from "../catalogue/changes.ts";

/** The registry of facilities, one row each, as they were sent. */
export const facilities: SqlView = {
  name: "facilities",
  ...VIEWS.facilities,
  schema: registrySchema("facilities_v1"),
  apply: async ({ events, sequence }, transaction) => {
    await writeRegistry(transaction, "facilities_v1", events.map(facilityChange));
    return { events: events.length, sequence: sequence + events.length, slice: null };
  },
};

/** Ordered by bytes, so that the order is the same on every server. */
export function registrySchema(table: string): string {
  return `create table ${table} (identifier text collate "C" primary key, document text not null)`;
}

/** Brings a registry's table to what the changes, in their order, make of it. */
export async function writeRegistry(
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
