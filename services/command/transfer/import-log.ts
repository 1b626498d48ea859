import { isDeepStrictEqual } from "node:util";
import type { EventStore, ImportedEvent, RecordedEvent } from "../../../platform/event-store/port.ts";
import { beginImport, endImport } from "../../../platform/lifecycle/unfinished-import.ts";
import { AccountNames } from "../accounts/account-names.ts";
import { openAccounts } from "../accounts/accounts.ts";
import { raiseLastId } from "../handling/unique-names.ts";
import { checkedLines, likeAnother } from "./checked-lines.ts";
import { batchesToHead, type LogEngines } from "./export-log.ts";
import { BadLine } from "./lines.ts";
import { restoreNamesOf } from "./names-of-log.ts";

export interface ImportOptions {
  /** The lines were edited: content hashes are made anew, and the closing line is not compared. */
  readonly isChanged: boolean;
  /** Who imports, for the log of changes of accounts. */
  readonly actor: string;
  /** Called with the number of events so far. */
  readonly onProgress?: (events: number) => void;
}

/** What an import has stored, or found stored by an earlier one. */
export interface Imported {
  readonly events: number;
  readonly accounts: number;
}

/** The log holds events that the imported one does not begin with. */
export class LogNotEmpty extends Error {
  override readonly name = "LogNotEmpty";

  constructor() {
    super(
      "The log holds other events: a log is imported into an empty one, or one that an earlier import of it has begun.",
    );
  }
}

const BATCH_EVENTS = 1_000;
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Stores an exported log: its events in their order, its accounts, and the sequences of ids; derives the unique names from
 * the events. An interrupted import continues when it is repeated; until it is complete, no system starts.
 * @throws BadLine, LogNotEmpty, ImportRefused, EventStoreUnavailable, DatabaseUnavailable
 */
export async function importLog(
  pieces: AsyncIterable<Uint8Array>,
  engines: LogEngines,
  { isChanged, actor, onProgress }: ImportOptions,
): Promise<Imported> {
  const { eventStore, database } = engines;
  const accounts = await openAccounts(database, actor);
  const standing = new StandingEvents(eventStore);
  const imported = { events: 0, accounts: 0 };
  let batch: ImportedEvent[] = [];
  let missing: ImportedEvent[] = [];
  let bytes = 0;
  let isBegun = false;
  let standingNames: AccountNames | undefined;
  /** Runs before anything is changed. The log must hold nothing else; the names of its last events may be missing. */
  const begin = async () => {
    if (isBegun) return;
    if (await standing.hasMore()) throw new LogNotEmpty();
    if (missing.length > 0) await beginImport(database, eventStore.logId);
    for await (const { events } of batchesToHead(eventStore)) await restoreNamesOf(events, database);
    isBegun = true;
  };
  const store = async () => {
    if (missing.length > 0) {
      await begin();
      await eventStore.importEvents(missing);
      await restoreNamesOf(missing, database);
    }
    imported.events += batch.length;
    [batch, missing, bytes] = [[], [], 0];
    onProgress?.(imported.events);
  };
  try {
    for await (const line of checkedLines(pieces, isChanged)) {
      if (line.kind === "event") {
        batch.push(line.event);
        if (!(await standing.has(line.event))) missing.push(line.event);
        bytes += line.event.data.length;
        if (batch.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) await store();
        continue;
      }
      if (batch.length > 0) await store();
      await begin();
      if (line.kind === "account") {
        standingNames ??= new AccountNames((await accounts.list()).map(({ name }) => name));
        refuseLookAlike(line.name, standingNames);
        await accounts.put(line.account);
        imported.accounts++;
      } else await raiseLastId(database, line.name, line.value);
    }
    if (batch.length > 0) await store();
    await begin();
    await endImport(database, eventStore.logId);
  } finally {
    await standing.end();
  }
  return imported;
}

/** @throws BadLine when the account looks like another one that the system has already */
function refuseLookAlike(name: string, standing: AccountNames): void {
  const other = standing.find(name);
  if (other !== undefined && other !== name) throw new BadLine(`In this system ${likeAnother(name, other)}`);
}

/** Reads all lines without storing any. @throws BadLine for all that an import would refuse */
export async function checkLog(
  pieces: AsyncIterable<Uint8Array>,
  isChanged: boolean,
  onProgress?: ImportOptions["onProgress"],
): Promise<void> {
  let events = 0;
  for await (const { kind } of checkedLines(pieces, isChanged)) if (kind === "event") onProgress?.(++events);
}

/** The events that the log held before the import, which must be the first of the imported ones. */
class StandingEvents {
  readonly #events: AsyncGenerator<RecordedEvent>;
  #isOver = false;

  constructor(eventStore: EventStore) {
    this.#events = eventsOf(eventStore);
  }

  /** Whether the log holds the next event of the import. @throws LogNotEmpty when it holds another one in its place */
  async has(event: ImportedEvent): Promise<boolean> {
    const next = await this.#next();
    if (!next) return false;
    const isSame =
      next.id.toLowerCase() === event.id &&
      next.stream === event.stream &&
      next.schemaVersion === event.schemaVersion &&
      Buffer.compare(next.data, event.data) === 0 &&
      isDeepStrictEqual(next.meta, event.meta);
    if (!isSame) throw new LogNotEmpty();
    return true;
  }

  async hasMore(): Promise<boolean> {
    return (await this.#next()) !== undefined;
  }

  async end(): Promise<void> {
    await this.#events.return(undefined);
  }

  async #next(): Promise<RecordedEvent | undefined> {
    if (this.#isOver) return undefined;
    const next = await this.#events.next();
    this.#isOver = next.done === true;
    return next.done ? undefined : next.value;
  }
}

async function* eventsOf(eventStore: EventStore): AsyncGenerator<RecordedEvent> {
  for await (const { events } of batchesToHead(eventStore)) yield* events;
}
