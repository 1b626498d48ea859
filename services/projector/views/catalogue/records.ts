import { setImmediate as nextTurn } from "node:timers/promises";
import { boolArray, int4Array, int8Array, textArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
import type { Span } from "../../../../platform/json/spans.ts";
import type { Change } from "../../../../platform/search/documents/source.ts";
import type { Applied, Work } from "../../view.ts";
import { type RecordChange, recordChange } from "./changes.ts";

/** Some two milliseconds of reading. */
const BYTES_AT_ONCE = 128 * 1024;

/** Events of one transaction, at most: search engines index what is written while the rest is still read. */
const EVENTS_AT_ONCE = 512;

type Added = Extract<RecordChange, { type: "added" }>;

/** What a run of events makes of one record. */
interface Row {
  readonly pid: string;
  /** What it says, and who says so; absent when the run only deletes it. */
  readonly added: { readonly change: Added; readonly provider: string } | undefined;
  readonly deleted: boolean;
  readonly sequence: number;
  readonly revision: number;
}

/** Some four milliseconds of putting together what is sent to the database. */
const ROWS_AT_ONCE = 250;

/** Applies events that are all about records, the first of them: one reading statement and a few writing ones. */
export async function applyRecords({ events: all, sequence }: Work, transaction: Queryable): Promise<Applied> {
  const events = all.slice(0, EVENTS_AT_ONCE);
  const rows = await lastOfEach(events, sequence);
  const registry = await facilitiesOf(rows, transaction);
  const changes: Change[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    changes.push(...(await write(rows.slice(from, from + ROWS_AT_ONCE), registry, transaction)));
  }
  changes.sort((a, b) => a.sequence - b.sequence);
  return { events: events.length, sequence: sequence + events.length, slice: null, changes };
}

/** Reads the events, a few at a time: in one process with the read side, requests must not wait for a whole batch. */
async function lastOfEach(events: readonly RecordedEvent[], sequence: number): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    bytes += event.data.length;
    if (bytes > BYTES_AT_ONCE) {
      bytes = 0;
      await nextTurn();
    }
    const change = recordChange(event);
    const deleted = change.type === "deleted";
    rows.set(change.pid, {
      pid: change.pid,
      added: deleted ? rows.get(change.pid)?.added : { change, provider: event.meta.provider },
      deleted,
      sequence: sequence + index + 1,
      revision: event.revision,
    });
  }
  return [...rows.values()];
}

async function facilitiesOf(rows: readonly Row[], transaction: Queryable): Promise<ReadonlyMap<string, Buffer>> {
  const identifiers = new Set<string>();
  for (const { added } of rows) if (added?.change.facility) identifiers.add(added.change.facility.identifier);
  if (identifiers.size === 0) return new Map();
  const known = await transaction.query<{ identifier: Buffer; document: Buffer }>({
    name: "catalogue_v1-facilities",
    text: "select identifier, document from catalogue_v1_facilities where identifier = any($1::text[])",
    values: [textArray([...identifiers])],
    binary: true,
  });
  return new Map(known.map(({ identifier, document }) => [identifier.toString(), document]));
}

/** Returns what it has made of the rows' documents. */
async function write(
  rows: readonly Row[],
  registry: ReadonlyMap<string, Buffer>,
  transaction: Queryable,
): Promise<Change[]> {
  const written = rows.flatMap(({ added, ...row }) =>
    added ? [{ ...row, ...served(added.change, registry), ...added }] : [],
  );
  const gone = rows.filter(({ added }) => added === undefined);
  await transaction.query({
    name: "catalogue_v1-write",
    text: `with gone as (
        update catalogue_v1 record set deleted = true, change_seq = gone.change_seq, revision = gone.revision
        from unnest($11::text[], $12::int8[], $13::int8[]) as gone (pid, change_seq, revision)
        where record.pid = gone.pid)
      insert into catalogue_v1 (pid, document, change_seq, deleted, facility, facility_sent, facility_start,
        facility_length, provider, revision)
      select * from unnest($1::text[], $2::text[], $3::int8[], $4::bool[], $5::text[], $6::text[], $7::int4[],
        $8::int4[], $9::text[], $10::int8[])
      on conflict (pid) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, facility = excluded.facility, facility_sent = excluded.facility_sent,
        facility_start = excluded.facility_start, facility_length = excluded.facility_length,
        provider = excluded.provider, revision = excluded.revision`,
    values: [
      textArray(written.map(({ pid }) => pid)),
      textArray(written.map(({ document }) => document)),
      int8Array(written.map(({ sequence }) => sequence)),
      boolArray(written.map(({ deleted }) => deleted)),
      textArray(written.map(({ change }) => change.facility?.identifier)),
      textArray(written.map(({ sent }) => sent)),
      int4Array(written.map(({ start }) => start)),
      int4Array(written.map(({ length }) => length)),
      textArray(written.map(({ provider }) => provider)),
      int8Array(written.map(({ revision }) => revision)),
      textArray(gone.map(({ pid }) => pid)),
      int8Array(gone.map(({ sequence }) => sequence)),
      int8Array(gone.map(({ revision }) => revision)),
    ],
  });
  return [
    ...written.map(({ pid, sequence, deleted, document }) => ({
      id: pid,
      sequence,
      document: deleted ? undefined : document,
    })),
    ...gone.map(({ pid, sequence }) => ({ id: pid, sequence, document: undefined })),
  ];
}

interface Served {
  readonly document: Uint8Array;
  readonly sent?: Uint8Array;
  readonly start?: number;
  readonly length?: number;
}

/** The record with the registry's facility in the place of the one that was sent, where the registry knows it. */
function served({ document, facility }: Added, registry: ReadonlyMap<string, Buffer>): Served {
  if (!facility) return { document };
  const { identifier, span } = facility;
  const sent = document.subarray(span.start, span.end);
  const joined = registry.get(identifier);
  return {
    document: joined ? replaced(document, span, joined) : document,
    sent,
    start: characters(document.subarray(0, span.start)),
    length: characters(joined ?? sent),
  };
}

function replaced(document: Buffer, { start, end }: Span, by: Buffer): Buffer {
  return Buffer.concat([document.subarray(0, start), by, document.subarray(end)]);
}

/** Unicode characters of UTF-8, as PostgreSQL counts them. */
function characters(utf8: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < utf8.length; at++) if (((utf8[at] as number) & 0xc0) !== 0x80) count++;
  return count;
}
