import { z } from "zod";
import { AccountName } from "../../../contracts/account-name.ts";
import { EventMetadata } from "../../../contracts/event-metadata.ts";
import { MAX_ID } from "../../../contracts/measurement-events.ts";
import type { ImportedEvent } from "../../../platform/event-store/port.ts";
import { NotJson } from "../../../platform/json/scanner.ts";
import { spanFinder } from "../../../platform/json/spans.ts";
import { faultOfHash } from "../accounts/passwords.ts";

/*
 * The lines of an exported log: events, oldest first, then accounts and sequences by name, then one that closes it.
 * Two logs are equal when these lines are.
 */

export interface AccountLine {
  readonly kind: "account";
  readonly name: string;
  readonly provider: string;
  readonly roles: readonly string[];
  readonly password_hash: string;
  readonly disabled: boolean;
  /** Tokens of an earlier generation have ended. */
  readonly token_generation: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** The greatest id that a sequence has given; 0 before the first. */
export interface SequenceLine {
  readonly kind: "sequence";
  readonly name: string;
  readonly value: number;
}

/** The last line: the number of lines before it, and the SHA-256 of these, each with its newline, hex. */
export interface ClosingLine {
  readonly count: number;
  readonly sha256: string;
}

export type LogLine =
  | { readonly kind: "event"; readonly event: ImportedEvent }
  | AccountLine
  | SequenceLine
  | ({ readonly kind: "closing" } & ClosingLine);

/** Bytes of a line: more than any event can have. */
export const MAX_LINE_BYTES = 160 * 1024 * 1024;

/** Twice the longest name of a stream, a record's with its PID. PostgreSQL's indexes limit the length of texts. */
const MAX_STREAM_BYTES = 1024;

const EventHead = z.strictObject({
  event_id: z.guid().toLowerCase(),
  stream: z
    .string()
    .min(1)
    .refine((name) => Buffer.byteLength(name) <= MAX_STREAM_BYTES, `must have at most ${MAX_STREAM_BYTES} bytes`),
  revision: z.int().nonnegative(),
  type: z.string().min(1),
  schema_version: z.int().positive(),
  time: EventMetadata.shape.time,
  data: z.unknown(),
  // Members that a later release has added are kept.
  meta: EventMetadata.omit({ time: true }).loose(),
});

/** Far below what the column holds, since each later change of the account raises it. */
const MAX_GENERATION = 2 ** 30;

/** More roles than there are. */
const MAX_ROLES = 100;

const Kinds = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("account"),
    name: AccountName,
    provider: AccountName,
    roles: z.array(z.string()).max(MAX_ROLES),
    password_hash: z
      .string()
      .refine((text) => faultOfHash(text) === undefined, { error: ({ input }) => faultOfHash(String(input)) }),
    disabled: z.boolean(),
    // Absent in exports of 0.1.0.
    token_generation: z.int().nonnegative().max(MAX_GENERATION).default(0),
    created_at: z.iso.datetime().refine((time) => !time.startsWith("0000"), "must not lie before the year 1"),
  }),
  z.strictObject({
    kind: z.literal("sequence"),
    name: z.string().min(1),
    value: z.int().nonnegative().max(MAX_ID),
  }),
]);

const Closing = z.strictObject({ count: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** An event as a line, its data as they are stored. */
export function eventLine({ id, stream, revision, type, schemaVersion, data, meta }: ImportedEvent): Buffer {
  const { time, ...others } = meta;
  const head = `{"event_id":"${id}","stream":${JSON.stringify(stream)},"revision":${revision},"type":${JSON.stringify(type)},"schema_version":${schemaVersion},"time":${JSON.stringify(time)},"data":`;
  return Buffer.concat([Buffer.from(head), onOneLine(data), Buffer.from(`,"meta":${JSON.stringify(others)}}\n`)]);
}

export function otherLine(line: AccountLine | SequenceLine | ClosingLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** JSON has line ends between its tokens only, where a space means the same. */
function onOneLine(json: Uint8Array): Uint8Array {
  if (!json.includes(NEWLINE) && !json.includes(RETURN)) return json;
  return json.map((byte) => (byte === NEWLINE || byte === RETURN ? 0x20 : byte));
}

const findData = spanFinder({ data: {} });
const NULL = Buffer.from("null");

/** Reads a line without its newline. @throws BadLine */
export function readLine(line: Buffer): LogLine {
  try {
    const [data] = findData(line).get("data") ?? [];
    if (!data) return otherOf(JSON.parse(line.toString("utf8")));
    const head = Buffer.concat([line.subarray(0, data.start), NULL, line.subarray(data.end)]);
    const {
      event_id: id,
      schema_version: schemaVersion,
      time,
      meta,
      ...event
    } = EventHead.parse(JSON.parse(head.toString("utf8")));
    const content = line.subarray(data.start, data.end);
    return { kind: "event", event: { ...event, id, schemaVersion, data: content, meta: { time, ...meta } } };
  } catch (error) {
    if (error instanceof z.ZodError) throw new BadLine(z.prettifyError(error));
    if (error instanceof SyntaxError || error instanceof NotJson) throw new BadLine("it is not JSON");
    throw error;
  }
}

function otherOf(value: unknown): LogLine {
  const isOfKind = typeof value === "object" && value !== null && "kind" in value;
  return isOfKind ? Kinds.parse(value) : { kind: "closing", ...Closing.parse(value) };
}

/** A line, or the order of lines, is not that of an exported log. */
export class BadLine extends Error {
  override readonly name = "BadLine";
}

/** The lines of a stream of bytes, without their newlines, all of a piece at once. @throws BadLine when one is too long */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer[]> {
  let open: Buffer[] = [];
  let openBytes = 0;
  for await (const given of pieces) {
    const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      const rest = piece.subarray(from, end);
      lines.push(open.length === 0 ? rest : Buffer.concat([...open, rest]));
      [open, openBytes] = [[], 0];
      from = end + 1;
    }
    if (lines.length > 0) yield lines;
    if (from === piece.length) continue;
    open.push(piece.subarray(from));
    openBytes += piece.length - from;
    if (openBytes > MAX_LINE_BYTES) throw new BadLine(`it has more than ${MAX_LINE_BYTES} bytes`);
  }
  if (openBytes > 0) yield [Buffer.concat(open)];
}
