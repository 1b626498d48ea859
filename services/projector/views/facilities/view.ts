import { slugOf } from "../../../../contracts/slug.ts";
import { facilities } from "../../../../contracts/views/facilities.ts";
import { boolArray, textArray, uuidArray } from "../../../../platform/database/arrays.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import { sqlView } from "../../view.ts";
import { facilityChange } from "../changes.ts";

export const facilitiesView = sqlView(facilities, async ({ facilities: table }, { events, sequence }, transaction) => {
  const rows = rowsAfter(events);
  const written = rows.filter(({ document }) => document !== undefined);
  const gone = rows.filter(({ document }) => document === undefined);
  await transaction.query({
    name: `${table}-write`,
    text: `with gone as (
        update ${table} facility set deleted = true, changed = gone.changed
        from unnest($7::text[], $8::uuid[]) as gone (identifier, changed) where facility.identifier = gone.identifier)
      insert into ${table} (identifier, slug, created, changed, document, deleted)
      select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::bool[])
      on conflict (identifier) do update set changed = excluded.changed, document = excluded.document,
        deleted = excluded.deleted`,
    values: [
      textArray(written.map(({ identifier }) => identifier)),
      textArray(written.map(({ identifier }) => slugOf(identifier))),
      uuidArray(written.map(({ created }) => created)),
      uuidArray(written.map(({ changed }) => changed)),
      textArray(written.map(({ document }) => document)),
      boolArray(written.map(({ deleted }) => deleted)),
      textArray(gone.map(({ identifier }) => identifier)),
      uuidArray(gone.map(({ changed }) => changed)),
    ],
  });
  return { events: events.length, sequence: sequence + events.length, cursor: null };
});

/** A facility's row after a run of events. */
interface Row {
  readonly identifier: string;
  /** Of the first change in the run that gives it content. */
  readonly created: string | undefined;
  readonly changed: string;
  /** Absent when the run only deletes the facility. */
  readonly document: Buffer | undefined;
  readonly deleted: boolean;
}

function rowsAfter(events: readonly RecordedEvent[]): Row[] {
  const rows = new Map<string, Row>();
  for (const event of events) {
    const { identifier, document } = facilityChange(event);
    const changed = placeOf(event.position);
    const before = rows.get(identifier);
    rows.set(identifier, {
      ...{ identifier, changed, created: document ? (before?.created ?? changed) : before?.created },
      ...{ document: document ?? before?.document, deleted: document === undefined },
    });
  }
  return [...rows.values()];
}
