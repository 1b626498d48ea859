import pg from "pg";
import type { Database } from "../../database/port.ts";
import { type ImportedEvent, ImportRefused, type StreamName } from "../port.ts";
import { basis, type EventRow, insertOfRows, notNullViolation, standingEvents, uniqueViolation } from "./append.ts";

/** Appends the missing events in their order, all in one statement. @throws ImportRefused */
export async function importEvents(database: Database, events: readonly ImportedEvent[]): Promise<void> {
  try {
    await insert(database, events);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code !== uniqueViolation && error.code !== notNullViolation) throw error;
    const missing = await missingOf(database, events);
    if (error.code === notNullViolation || missing.length === events.length) throw await refusal(database, missing);
    await importEvents(database, missing);
  }
}

async function insert(database: Database, events: readonly ImportedEvent[]): Promise<void> {
  if (events.length > 0) await database.query(insertOfRows(rowsOf(events)));
}

/** The first event of a stream takes its version from the row before it, which must exist; the others follow it. */
function rowsOf(events: readonly ImportedEvent[]): EventRow[] {
  const last = new Map<StreamName, number>();
  return events.map((event) => {
    const { stream, revision } = event;
    const before = last.get(stream);
    if (before !== undefined && revision !== before + 1) throw new ImportRefused(event);
    last.set(stream, revision);
    const kind = before === undefined && revision > 0 ? basis.afterPredecessor : basis.given;
    return { stream, event, version: revision, kind };
  });
}

/** The events that are not stored yet. @throws ImportRefused when an id exists elsewhere */
async function missingOf(database: Database, events: readonly ImportedEvent[]): Promise<ImportedEvent[]> {
  const ids = events.map(({ id }) => id);
  const standing = await standingEvents(database, ids);
  return events.filter((event) => {
    const found = standing.get(event.id);
    if (found && (found.stream !== event.stream || found.version !== event.revision)) throw new ImportRefused(event);
    return !found;
  });
}

/** Names the first event that can't be appended. */
async function refusal(database: Database, events: readonly ImportedEvent[]): Promise<ImportRefused> {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const rows = await database.query<{ stream: string; version: number }>({
    text: "select stream, max(version)::float8 as version from events where stream = any($1::text[]) group by stream",
    values: [streams],
  });
  const last = new Map(rows.map(({ stream, version }) => [stream, version]));
  const ids = new Set<string>();
  for (const event of events) {
    const isNext = event.revision === (last.get(event.stream) ?? -1) + 1;
    if (!isNext || ids.has(event.id)) return new ImportRefused(event);
    last.set(event.stream, event.revision);
    ids.add(event.id);
  }
  throw new Error("events were refused, though each follows the one before it");
}
