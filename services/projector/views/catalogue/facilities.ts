import { textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { Applied, Work } from "../../view.ts";
import { writeRegistry } from "../facilities/view.ts";
import { type FacilityChange, facilityChange } from "./changes.ts";

/** A slice is one transaction, and a long one stalls every reader of the log: so many records at most, so many bytes. */
const SLICE_RECORDS = 1_000;
const SLICE_BYTES = 16 * 1024 ** 2;

/**
 * Applies events that are all about facilities. Those whose facility no record names are done together; one that
 * records name is done alone, in slices of its records, ordered by PID.
 */
export async function applyFacilities({ events, sequence, slice }: Work, transaction: Queryable): Promise<Applied> {
  const changes = events.map(facilityChange);
  const named = slice === null ? await namedByRecords(changes, transaction) : 0;
  if (named !== 0) {
    const unnamed = changes.slice(0, named);
    await writeRegistry(transaction, "catalogue_v1_facilities", unnamed);
    return { events: unnamed.length, sequence, slice: null };
  }
  const [change] = changes as [FacilityChange];
  if (slice === null) await writeRegistry(transaction, "catalogue_v1_facilities", [change]);
  const { touched, last, more } = await rewriteSlice(change, slice ?? "", sequence, transaction);
  return { events: more ? 0 : 1, sequence: sequence + touched, slice: more ? last : null };
}

/** The place of the first change whose facility some record names; the number of changes when there is none. */
async function namedByRecords(changes: readonly FacilityChange[], transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ first: number }>({
    name: "catalogue_v1-named",
    text: `select coalesce(min(place), $2)::int as first from unnest($1::text[]) with ordinality
        as change (identifier, place)
      where exists (select 1 from catalogue_v1 where facility = change.identifier and not deleted)`,
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

/** Puts the facility, or for a deleted one what was sent, into the next records after the PID. */
async function rewriteSlice(
  { identifier, document }: FacilityChange,
  after: string,
  sequence: number,
  transaction: Queryable,
): Promise<Slice> {
  const [slice] = await transaction.query<Slice>({
    name: "catalogue_v1-slice",
    text: `with candidate as materialized (
        select pid, octet_length(document) as bytes from catalogue_v1
        where facility = $1 and not deleted and pid > $2 order by pid limit $3
      ), slice as materialized (
        select pid, place from (
          select pid, row_number() over (order by pid) as place, sum(bytes) over (order by pid) - bytes as before
          from candidate) as sized
        where before < $4
      ), rewritten as (
        update catalogue_v1 record set
          document = overlay(document placing coalesce($5::text, facility_sent)
            from facility_start + 1 for facility_length),
          facility_length = char_length(coalesce($5::text, facility_sent)),
          change_seq = $6::bigint + place
        from slice where record.pid = slice.pid
        returning record.pid
      )
      select count(*)::int as touched, max(pid) as last,
        count(*) = $3 or count(*) < (select count(*) from candidate) as more
      from rewritten`,
    values: [identifier, after, SLICE_RECORDS, SLICE_BYTES, document?.toString() ?? null, sequence],
  });
  if (!slice) throw new Error("an aggregate has one row");
  return slice;
}
