/**
 * The values of one series on one day: one slot for each step of the day in their order, or one slot for the value that
 * begins on that day if the step is a day or longer.
 */
export interface ObservationDay {
  /** NaN where there is no value. */
  readonly values: Float64Array;
  /** `VALID` and `QUALITY_CONTROLLED`; 0 where there is no value. */
  readonly flags: Uint8Array;
}

export const VALID = 1;
export const QUALITY_CONTROLLED = 2;

/** A day without values. */
export function emptyDay(slots: number): ObservationDay {
  return { values: new Float64Array(slots).fill(Number.NaN), flags: new Uint8Array(slots) };
}

/** The columns `values` and `flags` of a row of the observations' table. */
export interface StoredColumns {
  readonly values: Uint8Array;
  readonly flags: Uint8Array;
}

/**
 * Encodes a day with `stored` values. If at least one slot in eight has a value: the values of all slots, 8 bytes each, and
 * their flags. Otherwise, to keep rare values of a series with short steps small: only the stored values; their flags, the
 * slot of each in 4 bytes, and the number of all slots in 4 bytes. Numbers are little-endian. The result shares the day's
 * memory where it can.
 */
export function encodeDay(day: ObservationDay, stored: number): StoredColumns {
  const slots = day.flags.length;
  if (stored * 8 >= slots) return { values: encodeValues(day.values), flags: day.flags };
  const values = new Float64Array(stored);
  const flags = Buffer.alloc(sparseBytes(stored));
  let at = 0;
  for (let slot = 0; slot < slots; slot++) {
    const value = day.values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    values[at] = value;
    flags[at] = day.flags[slot] ?? 0;
    flags.writeUInt32LE(slot, stored + at * SLOT_BYTES);
    at += 1;
  }
  flags.writeUInt32LE(slots, stored + stored * SLOT_BYTES);
  return { values: encodeValues(values), flags };
}

/** Decodes the columns `values` and `flags` of a row into a copy. @throws RangeError when their lengths don't match. */
export function decodeDay(values: Uint8Array, flags: Uint8Array): ObservationDay {
  const stored = values.byteLength / 8;
  if (flags.byteLength === stored) return { values: decodeValues(values), flags: new Uint8Array(flags) };
  if (flags.byteLength !== sparseBytes(stored)) {
    throw new RangeError(`${values.byteLength} bytes of values and ${flags.byteLength} of flags`);
  }
  const places = Buffer.from(flags.buffer, flags.byteOffset, flags.byteLength);
  const day = emptyDay(places.readUInt32LE(stored + stored * SLOT_BYTES));
  for (const [at, value] of decodeValues(values).entries()) {
    const slot = places.readUInt32LE(stored + at * SLOT_BYTES);
    day.values[slot] = value;
    day.flags[slot] = places[at] ?? 0;
  }
  return day;
}

const SLOT_BYTES = 4;
const sparseBytes = (stored: number): number => stored + (stored + 1) * SLOT_BYTES;

/** Whether this machine is big-endian. */
const swapped = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

function encodeValues(values: Float64Array): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return swapped ? Buffer.from(bytes).swap64() : bytes;
}

function decodeValues(values: Uint8Array): Float64Array {
  const bytes = new Uint8Array(values).buffer;
  if (swapped) Buffer.from(bytes).swap64();
  return new Float64Array(bytes);
}
