import { EventEmitter } from "node:events";
import type pg from "pg";

/** Members of the driver's connection that its types leave out. */
interface DriverConnection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

const DATA_ROW = 0x44;
const ROW_DESCRIPTION = 0x54;
const HEADER_BYTES = 5;

/**
 * Lets rows in PostgreSQL's binary format through as bytes. The driver decodes each field as UTF-8 whatever its format,
 * which spoils binary values. So on such connections, the rows of answers with only binary columns are cut out of the
 * stream here, and the driver's parser gets everything else.
 */
export function passRawRows(client: pg.Client): void {
  // Its types do not have this member.
  const { connection } = client as unknown as { connection: DriverConnection };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const others = new EventEmitter();
    attach(others);
    const cutter = new RowCutter(connection, others);
    stream.on("data", (chunk: Buffer) => cutter.take(chunk));
    stream.on("end", () => others.emit("end"));
  };
}

/** Cuts the server's byte stream into messages. */
class RowCutter {
  readonly #connection: EventEmitter;
  readonly #others: EventEmitter;
  #raw = false;
  /** Bytes of an incomplete message, and the number that is needed before it is examined again. */
  #pending: Buffer[] = [];
  #pendingLength = 0;
  #needed = 0;

  constructor(connection: EventEmitter, others: EventEmitter) {
    this.#connection = connection;
    this.#others = others;
    connection.on("rowDescription", ({ fields }: { fields: readonly { format: string }[] }) => {
      this.#raw = fields.length > 0 && fields.every((field) => field.format === "binary");
    });
  }

  take(chunk: Buffer): void {
    let rest = chunk;
    while (this.#pendingLength > 0) {
      // Only what the incomplete message lacks is copied.
      const missing = rest.subarray(0, this.#needed - this.#pendingLength);
      this.#pending.push(missing);
      this.#pendingLength += missing.length;
      if (this.#pendingLength < this.#needed) return;
      rest = rest.subarray(missing.length);
      const bytes = Buffer.concat(this.#pending, this.#pendingLength);
      this.#pending = [];
      this.#pendingLength = 0;
      this.#cut(bytes);
    }
    this.#cut(rest);
  }

  #cut(bytes: Buffer): void {
    let passed = 0;
    let at = 0;
    let needed = HEADER_BYTES;
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        needed = end - at;
        break;
      }
      const kind = bytes[at];
      if (kind === DATA_ROW && this.#raw) {
        this.#pass(bytes, passed, at);
        this.#connection.emit("dataRow", { name: "dataRow", fields: fieldsOf(bytes, at + HEADER_BYTES) });
        passed = end;
      } else if (kind === ROW_DESCRIPTION) {
        // Passed on at once, since it describes the rows that follow.
        this.#pass(bytes, passed, end);
        passed = end;
      }
      at = end;
    }
    this.#pass(bytes, passed, at);
    if (at < bytes.length) {
      this.#pending = [bytes.subarray(at)];
      this.#pendingLength = bytes.length - at;
      this.#needed = needed;
    }
  }

  #pass(bytes: Buffer, start: number, end: number): void {
    if (end > start) this.#others.emit("data", bytes.subarray(start, end));
  }
}

function fieldsOf(bytes: Buffer, start: number): (Buffer | null)[] {
  const fields = new Array<Buffer | null>(bytes.readInt16BE(start));
  let at = start + 2;
  for (let index = 0; index < fields.length; index += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    fields[index] = length === -1 ? null : bytes.subarray(at, at + length);
    if (length > 0) at += length;
  }
  return fields;
}

const parsers = new Map<number, (bytes: Buffer) => unknown>([
  [16, (bytes) => bytes[0] === 1], // bool
  [20, (bytes) => bytes.readBigInt64BE(0)], // int8
  [21, (bytes) => bytes.readInt16BE(0)], // int2
  [23, (bytes) => bytes.readInt32BE(0)], // int4
  [28, (bytes) => bytes.readUInt32BE(0)], // xid
  [700, (bytes) => bytes.readFloatBE(0)], // float4
  [701, (bytes) => bytes.readDoubleBE(0)], // float8
  [1184, (bytes) => new Date(Number(bytes.readBigInt64BE(0) / 1000n) + postgresEpoch)], // timestamptz
  [2950, uuidText],
  [5069, (bytes) => bytes.readBigUInt64BE(0)], // xid8
]);

const postgresEpoch = Date.UTC(2000, 0, 1);

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Turns a binary value of the type into JavaScript; types without a meaning here (text, bytea …) stay bytes. */
export function binaryParser(type: number): (bytes: Buffer) => unknown {
  return parsers.get(type) ?? ((bytes) => bytes);
}
