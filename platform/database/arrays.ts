/**
 * Encoders of PostgreSQL's binary arrays. The driver sends a Buffer as a binary parameter, so megabytes of text go to
 * the server unchanged; an array literal would have to be quoted here and parsed there. The parameter's type must be
 * the named one (cast it: `$1::text[]`).
 */

const typeIds = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, float8: 701, uuid: 2950 } as const;

type Nullable<Value> = Value | null | undefined;

/** A parameter of type `text[]`, from strings or UTF-8 bytes. */
export function textArray(values: readonly Nullable<string | Uint8Array>[]): Buffer {
  return variableArray(typeIds.text, values);
}

/** A parameter of type `bytea[]`. */
export function byteaArray(values: readonly Nullable<Uint8Array>[]): Buffer {
  return variableArray(typeIds.bytea, values);
}

/** A parameter of type `int8[]`. Numbers must be safe integers. */
export function int8Array(values: readonly Nullable<number | bigint>[]): Buffer {
  return fixedArray(typeIds.int8, 8, values, (buffer, value, at) => buffer.writeBigInt64BE(BigInt(value), at));
}

/** A parameter of type `int4[]`. */
export function int4Array(values: readonly Nullable<number>[]): Buffer {
  return fixedArray(typeIds.int4, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at));
}

/** A parameter of type `float8[]`. */
export function float8Array(values: readonly Nullable<number>[]): Buffer {
  return fixedArray(typeIds.float8, 8, values, (buffer, value, at) => buffer.writeDoubleBE(value, at));
}

/** A parameter of type `bool[]`. */
export function boolArray(values: readonly Nullable<boolean>[]): Buffer {
  return fixedArray(typeIds.bool, 1, values, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at));
}

/** A parameter of type `uuid[]`. @throws RangeError when a text is not a UUID. */
export function uuidArray(values: readonly Nullable<string>[]): Buffer {
  return fixedArray(typeIds.uuid, 16, values, (buffer, value, at) => {
    const hex = value.replaceAll("-", "");
    if (hex.length !== 32 || buffer.write(hex, at, "hex") !== 16) throw new RangeError(`not a UUID: ${value}`);
  });
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

function variableArray(typeId: number, values: readonly Nullable<string | Uint8Array>[]): Buffer {
  const lengths = values.map((value) =>
    value == null ? -1 : typeof value === "string" ? Buffer.byteLength(value, "utf8") : value.byteLength,
  );
  const total = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(length, 0), HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(total);
  let at = writeHeader(buffer, typeId, values);
  for (const [index, value] of values.entries()) {
    const length = lengths[index] ?? -1;
    at = buffer.writeInt32BE(length, at);
    if (typeof value === "string") at += buffer.write(value, at, length, "utf8");
    else if (value != null) {
      buffer.set(value, at);
      at += length;
    }
  }
  return buffer;
}

function fixedArray<Value>(
  typeId: number,
  size: number,
  values: readonly Nullable<Value>[],
  write: (buffer: Buffer, value: Value, at: number) => unknown,
): Buffer {
  const present = values.reduce((count, value) => (value == null ? count : count + 1), 0);
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * LENGTH_BYTES + present * size);
  let at = writeHeader(buffer, typeId, values);
  for (const value of values) {
    at = buffer.writeInt32BE(value == null ? -1 : size, at);
    if (value == null) continue;
    write(buffer, value, at);
    at += size;
  }
  return buffer;
}

/**
 * Number of dimensions, whether there are nulls, and type of the elements; then the length and lower bound (1) of the
 * only dimension.
 */
function writeHeader(buffer: Buffer, typeId: number, values: readonly unknown[]): number {
  let at = buffer.writeInt32BE(1, 0);
  at = buffer.writeInt32BE(values.some((value) => value == null) ? 1 : 0, at);
  at = buffer.writeInt32BE(typeId, at);
  at = buffer.writeInt32BE(values.length, at);
  return buffer.writeInt32BE(1, at);
}
