/**
 * The values of one series on one day, as a row of the observations' table holds them: one slot for each step of the day
 * in their order, or one slot for the value that begins on that day if the step is a day or longer.
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

/** Whether this machine is big-endian. */
const swapped = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** Values as they are stored, 8 bytes each, little-endian. Shares the memory of the values where it can. */
export function encodeValues(values: Float64Array): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return swapped ? Buffer.from(bytes).swap64() : bytes;
}

/** Decodes the columns `values` and `flags` of a row into a copy. @throws RangeError when their lengths don't match. */
export function decodeDay(values: Uint8Array, flags: Uint8Array): ObservationDay {
  if (values.byteLength !== flags.byteLength * 8) {
    throw new RangeError(`${values.byteLength} bytes of values and ${flags.byteLength} flags`);
  }
  const decoded = new Float64Array(flags.byteLength);
  const bytes = Buffer.from(decoded.buffer);
  bytes.set(values);
  if (swapped) bytes.swap64();
  return { values: decoded, flags: new Uint8Array(flags) };
}
