import type { catalogue } from "../../../../contracts/views/catalogue.ts";
import { textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { Position } from "../../../../platform/event-store/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import type { Applied, Work } from "../../view.ts";
import { type FacilityChange, facilityChange } from "../changes.ts";
import { writeFacilities } from "../facility-table.ts";

type Tables = (typeof catalogue)["tables"];

/** Limits of a slice. It is one transaction, and a long transaction stalls every reader of the log. */
const MAX_SLICE_RECORDS = 1_000;
const MAX_SLICE_BYTES = 16 * 1024 ** 2;

/**
 * Applies events that are all about facilities. Those whose facility no record names are applied in one go; one that
 * records name is applied alone, in slices of its records, ordered by PID.
 */
export async function applyFacilities(
  { records, facilities }: Tables,
  { events, sequence, cursor }: Work,
  transaction: Queryable,
): Promise<Applied> {
  const changes = events.map(facilityChange);
  const unnamed = cursor === null ? changes.slice(0, await unnamedCount(records, changes, transaction)) : [];
  if (unnamed.length > 0) {
    await writeFacilities(transaction, facilities, unnamed);
    return { events: unnamed.length, sequence, cursor: null };
  }
  const [change] = changes;
  const [event] = events;
  if (!change || !event) return { events: 0, sequence, cursor };
  if (cursor === null) await writeFacilities(transaction, facilities, [change]);
  const { touched, last, more } = await rewriteSlice(
    records,
    change,
    cursor ?? "",
    { sequence, position: event.position },
    transaction,
  );
  return { events: more ? 0 : 1, sequence: sequence + touched, cursor: more ? last : null };
}

/** How many changes at the front are of facilities that no record names. */
async function unnamedCount(
  records: string,
  changes: readonly FacilityChange[],
  transaction: Queryable,
): Promise<number> {
  const [row] = await transaction.query<{ first: number }>({
    name: `${records}-named`,
    text: `select coalesce(min(place), $2)::int as first from unnest($1::text[]) with ordinality
        as change (identifier, place)
      where exists (select 1 from ${records} where facility = change.identifier and not deleted)`,
    values: [textArray(changes.map(({ identifier }) => identifier)), changes.length + 1],
  });
  return (row?.first ?? 1) - 1;
}

interface Slice {
  readonly touched: number;
  /** PID of the last record of the slice. */
  readonly last: string | null;
  readonly more: boolean;
}

/** Puts the facility, or null for a deleted one, into the next records after the PID. */
async function rewriteSlice(
  records: string,
  { identifier, document }: FacilityChange,
  after: string,
  { sequence, position }: { readonly sequence: number; readonly position: Position },
  transaction: Queryable,
): Promise<Slice> {
  const limit = Math.max(1, Math.min(MAX_SLICE_RECORDS, Math.floor(MAX_SLICE_BYTES / (document?.length || 1))));
  const [slice] = await transaction.query<Omit<Slice, "more">>({
    name: `${records}-slice`,
    text: `with slice as materialized (
        select pid, row_number() over (order by pid) as place from ${records}
        where facility = $1 and not deleted and pid > $2 order by pid limit $3
      ), rewritten as (
        update ${records} record set facility_document = $4, change_seq = $5::bigint + place, changed = $6
        from slice where record.pid = slice.pid
        returning record.pid
      )
      select count(*)::int as touched, max(pid) as last from rewritten`,
    values: [identifier, after, limit, document?.toString() ?? null, sequence, placeOf(position)],
  });
  const { touched, last } = slice ?? { touched: 0, last: null };
  return { touched, last, more: touched === limit };
}
