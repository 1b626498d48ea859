import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { RoleName } from "../../../contracts/access.ts";
import { isReadable } from "../../../contracts/events.ts";
import type { EventStore, ImportedEvent, RecordedEvent } from "../../../platform/event-store/port.ts";
import { openAccounts } from "../access/accounts.ts";
import { raiseLastId } from "../handling/unique-names.ts";
import { renewed } from "./changed-event.ts";
import { batchesToHead, type LogEngines } from "./export-log.ts";
import { type AccountLine, BadLine, type LogLine, linesIn, readLine, type SequenceLine } from "./lines.ts";
import { restoreNamesOf } from "./names-of-log.ts";

export interface ImportOptions {
  /** The lines were edited: content hashes are made anew, and the closing line is not compared. */
  readonly isChanged: boolean;
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
 * Stores an exported log: its events in their order, its accounts, and the sequences of ids; makes the unique names from
 * the events. An interrupted import goes on where it was when it is repeated.
 * @throws BadLine, LogNotEmpty, ImportRefused, EventStoreUnavailable, DatabaseUnavailable
 */
export async function importLog(
  pieces: AsyncIterable<Uint8Array>,
  engines: LogEngines,
  { isChanged, onProgress }: ImportOptions,
): Promise<Imported> {
  const { eventStore, database } = engines;
  const accounts = await openAccounts(database);
  const standing = new StandingEvents(eventStore);
  const imported = { events: 0, accounts: 0 };
  let batch: ImportedEvent[] = [];
  let missing: ImportedEvent[] = [];
  let bytes = 0;
  let isBegun = false;
  /** Before anything is changed: the log must hold nothing else. Names may lack those of its last events. */
  const begin = async () => {
    if (isBegun) return;
    if (await standing.hasMore()) throw new LogNotEmpty();
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
        const event = isChanged ? renewed(line.event) : readable(line.event);
        batch.push(event);
        if (!(await standing.has(event))) missing.push(event);
        bytes += event.data.length;
        if (batch.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) await store();
        continue;
      }
      if (batch.length > 0) await store();
      await begin();
      if (line.kind === "account") {
        await accounts.put(accountOf(line));
        imported.accounts++;
      } else await raise(line, engines);
    }
    if (batch.length > 0) await store();
    await begin();
  } finally {
    await standing.end();
  }
  return imported;
}

/** Reads all lines without storing any. @throws BadLine */
export async function checkLog(pieces: AsyncIterable<Uint8Array>, isChanged: boolean): Promise<void> {
  for await (const line of checkedLines(pieces, isChanged)) {
    if (line.kind === "event" && !isChanged) readable(line.event);
  }
}

const ORDER = ["event", "account", "sequence"] as const;
type Content = Exclude<LogLine, { kind: "closing" }>;

/** The lines before the closing one, in their order; that it closes them is known after the last. @throws BadLine */
async function* checkedLines(pieces: AsyncIterable<Uint8Array>, isChanged: boolean): AsyncGenerator<Content> {
  const hash = createHash("sha256");
  let number = 0;
  let closing: Extract<LogLine, { kind: "closing" }> | undefined;
  let last: Content | undefined;
  const accounts = new Set<string>();
  for await (const lines of linesIn(pieces)) {
    for (const line of lines) {
      number++;
      const read = numbered(number, () => readLine(line));
      if (closing) throw new BadLine(`Line ${number} follows the closing line.`);
      if (read.kind === "closing") {
        closing = read;
        continue;
      }
      hash.update(line).update("\n");
      if (last && !follows(last, read, isChanged)) throw new BadLine(`Line ${number} is out of order.`);
      last = read;
      if (read.kind === "account") {
        if (accounts.has(read.name)) throw new BadLine(`Line ${number} is a second account of the name ${read.name}.`);
        accounts.add(read.name);
      }
      yield read;
    }
  }
  if (!closing) throw new BadLine("The closing line is missing: the file is cut off.");
  if (isChanged) return;
  const count = number - 1;
  if (closing.count !== count) throw new BadLine(`The closing line counts ${closing.count} lines; there are ${count}.`);
  if (closing.sha256 !== hash.digest("hex"))
    throw new BadLine(
      "The lines are not those that were exported: their SHA-256 is another one. An edited file is imported with --changed.",
    );
}

/** Names that were edited are in any order. */
function follows(before: Content, line: Content, isChanged: boolean): boolean {
  const difference = ORDER.indexOf(line.kind) - ORDER.indexOf(before.kind);
  if (difference !== 0) return difference > 0;
  return isChanged || line.kind === "event" || before.kind === "event" || before.name < line.name;
}

function numbered<Result>(number: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadLine) throw new BadLine(`Line ${number} is not that of an exported log: ${error.message}`);
    throw error;
  }
}

function readable(event: ImportedEvent): ImportedEvent {
  if (isReadable(event)) return event;
  const { id, type, schemaVersion } = event;
  throw new BadLine(`Event ${id} is version ${schemaVersion} of ${type}, which this release does not know.`);
}

function accountOf({ name, provider, roles, password_hash, disabled, created_at }: AccountLine) {
  const known = roles.flatMap((role) => RoleName.safeParse(role).data ?? []);
  if (known.length < roles.length) throw new BadLine(`Account ${name} has a role that this release does not know.`);
  return { name, provider, roles: known, passwordHash: password_hash, disabled, createdAt: created_at };
}

async function raise({ name, value }: SequenceLine, { database }: LogEngines): Promise<void> {
  try {
    await raiseLastId(database, name, value);
  } catch (error) {
    if (error instanceof RangeError) throw new BadLine(error.message);
    throw error;
  }
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
