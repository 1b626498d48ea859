import { setImmediate as nextTurn } from "node:timers/promises";
import { EventUnreadable } from "../../../../contracts/events.ts";
import { slugOf } from "../../../../contracts/slug.ts";
import type { catalogue } from "../../../../contracts/views/catalogue.ts";
import { boolArray, int8Array, textArray, uuidArray } from "../../../../platform/database/arrays.ts";
import type { Queryable, Statement } from "../../../../platform/database/port.ts";
import type { RecordedEvent } from "../../../../platform/event-store/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import { replaced } from "../../../../platform/search/documents/joined-document.ts";
import type { Change } from "../../../../platform/search/documents/source.ts";
import type { Applied, Work } from "../../view.ts";
import { type RecordChange, recordChange } from "../changes.ts";
import { type Given, keepLeftSets } from "./left-sets.ts";

type Tables = (typeof catalogue)["tables"];

/** Bytes of events that are read before other work gets its turn: about two milliseconds. */
const MAX_BYTES_AT_ONCE = 128 * 1024;

/** Events of one transaction: search engines index what is committed while the rest is still read. */
const MAX_EVENTS = 500;

/** Rows of one statement: its parameters take about four milliseconds to encode. */
const MAX_ROWS = 250;

type Added = Extract<RecordChange, { type: "added" }>;

/** A record's row after a run of events. */
interface Row {
  readonly pid: string;
  /** Its last content and provider, and where its first content is in the log; absent when the run only deletes it. */
  readonly added: { readonly change: Added; readonly provider: string; readonly created: string } | undefined;
  readonly deleted: boolean;
  readonly sequence: number;
  readonly revision: number;
  readonly changed: string;
  /** The sets of all contents that it is given. */
  readonly contents: readonly Given[];
  /** Whether its stream begins with one of the events. */
  readonly isNew: boolean;
}

/**
 * Applies events at the front, which are all about records: one statement reads, a few write. While the database works, the
 * next statement's parameters are encoded, and then the next transaction's events read.
 */
export async function applyRecords(
  { records, facilities, left_sets }: Tables,
  { events: all, sequence }: Work,
  transaction: Queryable,
): Promise<Applied> {
  const events = all.slice(0, MAX_EVENTS);
  const rows = await lastOfEach(events, sequence);
  const registry = await facilitiesOf(facilities, rows, transaction);
  await keepLeftSets(
    { records, left_sets },
    rows.filter(({ contents }) => contents.length > 0),
    transaction,
  );
  const changes: Change[] = [];
  let running: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    const write = writing(records, rows.slice(from, from + MAX_ROWS), registry);
    await running;
    running = transaction.query(write.statement);
    // A failure is met when it is awaited.
    running.catch(() => undefined);
    changes.push(...write.changes);
    await nextTurn();
  }
  await readAhead(all.slice(MAX_EVENTS, 2 * MAX_EVENTS));
  await running;
  changes.sort((a, b) => a.sequence - b.sequence);
  return { events: events.length, sequence: sequence + events.length, cursor: null, changes };
}

/** Changes of events that were read before their turn. */
const changesAhead = new WeakMap<RecordedEvent, RecordChange>();

/** Reads events of which it is known that they come next. One that can't be read fails in its turn. */
async function readAhead(events: readonly RecordedEvent[]): Promise<void> {
  try {
    for await (const event of fewAtATime(events)) changesAhead.set(event, recordChange(event));
  } catch (error) {
    if (!(error instanceof EventUnreadable)) throw error;
  }
}

/** Requests to the same process must not wait for a whole batch. */
async function* fewAtATime(events: readonly RecordedEvent[]): AsyncGenerator<RecordedEvent> {
  let bytes = 0;
  for (const event of events) {
    bytes += event.data.length;
    if (bytes > MAX_BYTES_AT_ONCE) {
      bytes = 0;
      await nextTurn();
    }
    yield event;
  }
}

async function lastOfEach(events: readonly RecordedEvent[], sequence: number): Promise<Row[]> {
  const rows = new Map<string, Row>();
  let last = sequence;
  for await (const event of fewAtATime(events)) {
    const change = changesAhead.get(event) ?? recordChange(event);
    const changed = placeOf(event.position);
    const { provider } = event.meta;
    const before = rows.get(change.pid);
    const contents = before?.contents ?? [];
    rows.set(change.pid, {
      pid: change.pid,
      ...(change.type === "deleted"
        ? { added: before?.added, deleted: true, contents }
        : {
            added: { change, provider, created: before?.added?.created ?? changed },
            deleted: false,
            contents: [...contents, { sets: change.sets, changed }],
          }),
      sequence: ++last,
      revision: event.revision,
      changed,
      isNew: before?.isNew ?? event.revision === 0,
    });
  }
  return [...rows.values()];
}

async function facilitiesOf(
  facilities: string,
  rows: readonly Row[],
  transaction: Queryable,
): Promise<ReadonlyMap<string, Buffer>> {
  const identifiers = new Set<string>();
  for (const { added } of rows) if (added?.change.facility) identifiers.add(added.change.facility.identifier);
  if (identifiers.size === 0) return new Map();
  const known = await transaction.query<{ identifier: Buffer; document: Buffer }>({
    name: `${facilities}-read`,
    text: `select identifier, document from ${facilities} where identifier = any($1::text[])`,
    values: [textArray([...identifiers])],
    binary: true,
  });
  return new Map(known.map(({ identifier, document }) => [identifier.toString(), document]));
}

/** The statement that writes the rows, and the changes as followers of the table see them. */
function writing(
  records: string,
  rows: readonly Row[],
  registry: ReadonlyMap<string, Buffer>,
): { readonly statement: Statement; readonly changes: readonly Change[] } {
  const written = rows.flatMap(({ added, ...row }) => {
    if (!added) return [];
    const { provider, created, change } = added;
    const { document, facility, sets } = change;
    return [
      { ...row, provider, created, document, facility, sets, joined: facility && registry.get(facility.identifier) },
    ];
  });
  const gone = rows.filter(({ added }) => added === undefined);
  const statement: Statement = {
    name: `${records}-write`,
    text: `with gone as (
        update ${records} record set deleted = true, change_seq = gone.change_seq, revision = gone.revision,
          changed = gone.changed
        from unnest($12::text[], $13::int8[], $14::int8[], $15::uuid[]) as gone (pid, change_seq, revision, changed)
        where record.pid = gone.pid)
      insert into ${records} (pid, document, change_seq, deleted, facility, facility_document, provider, revision,
        slug, created, changed, sets)
      select * from unnest($1::text[], $2::text[], $3::int8[], $4::bool[], $5::text[], $6::text[], $7::text[],
        $8::int8[], $9::text[], $10::uuid[], $11::uuid[], $16::text[])
      on conflict (pid) do update set document = excluded.document, change_seq = excluded.change_seq,
        deleted = excluded.deleted, facility = excluded.facility, facility_document = excluded.facility_document,
        provider = excluded.provider, revision = excluded.revision, changed = excluded.changed, sets = excluded.sets`,
    values: [
      textArray(written.map(({ pid }) => pid)),
      textArray(written.map(({ document }) => document)),
      int8Array(written.map(({ sequence }) => sequence)),
      boolArray(written.map(({ deleted }) => deleted)),
      textArray(written.map(({ facility }) => facility?.identifier)),
      textArray(written.map(({ joined }) => joined)),
      textArray(written.map(({ provider }) => provider)),
      int8Array(written.map(({ revision }) => revision)),
      textArray(written.map(({ pid }) => slugOf(pid))),
      uuidArray(written.map(({ created }) => created)),
      uuidArray(written.map(({ changed }) => changed)),
      textArray(gone.map(({ pid }) => pid)),
      int8Array(gone.map(({ sequence }) => sequence)),
      int8Array(gone.map(({ revision }) => revision)),
      uuidArray(gone.map(({ changed }) => changed)),
      textArray(written.map(({ sets }) => sets)),
    ],
  };
  const changes = [
    ...written.map(({ pid, sequence, deleted, document, facility, joined }) => ({
      id: pid,
      sequence,
      document: deleted ? undefined : facility && joined ? replaced(document, facility.span, joined) : document,
    })),
    ...gone.map(({ pid, sequence }) => ({ id: pid, sequence, document: undefined })),
  ];
  return { statement, changes };
}
