import { createHash } from "node:crypto";
import { RoleName } from "../../../contracts/access.ts";
import { isReadable } from "../../../contracts/events.ts";
import type { ImportedEvent } from "../../../platform/event-store/port.ts";
import { AccountNames } from "../accounts/account-names.ts";
import type { MovedAccount } from "../accounts/accounts.ts";
import { isSequence } from "../handling/unique-names.ts";
import { reportUnkeepable } from "../parsing/canonical.ts";
import { readable, renewed } from "./changed-event.ts";
import { EventIds } from "./event-ids.ts";
import { type AccountLine, BadLine, type LogLine, linesIn, readLine, type SequenceLine } from "./lines.ts";
import { NamesInUse } from "./names-of-log.ts";

/** The content of a line before the closing one, ready to be stored. */
export type Content =
  | { readonly kind: "event"; readonly event: ImportedEvent }
  | { readonly kind: "account"; readonly name: string; readonly account: MovedAccount }
  | SequenceLine;

type ContentLine = Exclude<LogLine, { kind: "closing" }>;

/**
 * The contents of an exported log, in order. Everything that an import may refuse is refused here, so that a log that was
 * read to its end once can be stored; only after the last line is it known whether the closing line fits. Memory holds the
 * ids of events and, of an edited log, the last revision of each stream and the names of stations and series.
 * @throws BadLine
 */
export async function* checkedLines(pieces: AsyncIterable<Uint8Array>, isChanged: boolean): AsyncGenerator<Content> {
  const hash = createHash("sha256");
  let number = 0;
  let closing: Extract<LogLine, { kind: "closing" }> | undefined;
  let last: ContentLine | undefined;
  const before = new LinesBefore();
  const edited = isChanged ? new EditedEvents() : undefined;
  for await (const lines of linesIn(pieces)) {
    for (const line of lines) {
      number++;
      const read = told(`Line ${number} is not that of an exported log`, () => readLine(line));
      if (closing) throw new BadLine(`Line ${number} follows the closing line.`);
      if (read.kind === "closing") {
        closing = read;
        continue;
      }
      hash.update(line).update("\n");
      if (last && !follows(last, read, isChanged)) throw new BadLine(`Line ${number} is out of order.`);
      last = read;
      before.refuseAgain(read, number);
      yield told(`Line ${number} can't be imported`, () => contentOf(read, number, edited));
    }
  }
  if (!closing) throw new BadLine("The closing line is missing: the file is cut off.");
  edited?.end();
  if (isChanged) return;
  const count = number - 1;
  if (closing.count !== count) throw new BadLine(`The closing line counts ${closing.count} lines; there are ${count}.`);
  if (closing.sha256 !== hash.digest("hex"))
    throw new BadLine(
      "The lines are not those that were exported: their SHA-256 is another one. An edited file is imported with --changed.",
    );
}

/** Ids and names that no two lines may share. */
class LinesBefore {
  readonly #ids = new EventIds();
  readonly #accounts = new AccountNames();

  /** @throws BadLine when a line before is the same event or account, or an account that looks like this one */
  refuseAgain(line: ContentLine, number: number): void {
    if (line.kind === "event" && !this.#ids.add(line.event.id))
      throw new BadLine(`Line ${number} is a second event of the id ${line.event.id}.`);
    if (line.kind !== "account") return;
    const { name } = line;
    const other = this.#accounts.find(name);
    if (other === name) throw new BadLine(`Line ${number} is a second account of the name ${name}.`);
    if (other !== undefined) throw new BadLine(`Line ${number}: ${likeAnother(name, other)}`);
    this.#accounts.add(name);
  }
}

/** Why an account can't be imported beside another one. */
export function likeAnother(name: string, other: string): string {
  return `the account ${name} looks like the account ${other}; rename it in the file, and import that with --changed.`;
}

/** Edited names may be in any order. */
function follows(before: ContentLine, line: ContentLine, isChanged: boolean): boolean {
  const order = ["event", "account", "sequence"] as const;
  const difference = order.indexOf(line.kind) - order.indexOf(before.kind);
  if (difference !== 0) return difference > 0;
  return isChanged || line.kind === "event" || before.kind === "event" || before.name < line.name;
}

function told<Result>(where: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadLine) throw new BadLine(`${where}: ${error.message}`);
    throw error;
  }
}

function contentOf(line: ContentLine, number: number, edited: EditedEvents | undefined): Content {
  switch (line.kind) {
    case "event":
      refuseUnkeepable(line.event);
      return { kind: "event", event: edited ? edited.taken(line.event, number) : line.event };
    case "account":
      return { kind: "account", name: line.name, account: accountOf(line) };
    case "sequence":
      if (!isSequence(line.name)) throw new BadLine(`there is no sequence ${line.name}`);
      return line;
  }
}

/** @throws BadLine when this release can't read the event, or databases can't hold it */
function refuseUnkeepable(event: ImportedEvent): void {
  const { id, type, schemaVersion, stream, meta } = event;
  if (!isReadable(event))
    throw new BadLine(`event ${id} is version ${schemaVersion} of ${type}, which this release does not know`);
  const refuse = (path: string, message: string) => {
    throw new BadLine(`${path} of event ${id} ${message}`);
  };
  reportUnkeepable({ stream, meta }, "", refuse);
  // Its members are as deep as a request may send them.
  reportUnkeepable(readable(event).data, "/data", refuse, -1);
}

function accountOf({ name, provider, roles, disabled, ...stored }: AccountLine): MovedAccount {
  const { password_hash: passwordHash, token_generation: generation, created_at: createdAt } = stored;
  const known = roles.flatMap((role) => RoleName.safeParse(role).data ?? []);
  if (known.length < roles.length) throw new BadLine(`account ${name} has a role that this release does not know`);
  return { name, provider, roles: known, passwordHash, disabled, generation, createdAt };
}

/** Checks edited lines, which the hash of their export no longer vouches for. */
class EditedEvents {
  readonly #revisions = new Map<string, number>();
  readonly #names = new NamesInUse();

  /** @throws BadLine when the event is invalid now, or is not the next one of its stream */
  taken(event: ImportedEvent, line: number): ImportedEvent {
    const next = (this.#revisions.get(event.stream) ?? -1) + 1;
    if (event.revision !== next)
      throw new BadLine(`event ${event.id} has revision ${event.revision} of ${event.stream}, where ${next} is next`);
    this.#revisions.set(event.stream, next);
    const taken = renewed(event);
    this.#names.note(taken, line);
    return taken;
  }

  /** @throws BadLine when two stations or two series have one name */
  end(): void {
    this.#names.check();
  }
}
