import type { SegmentData } from "../index/segment-data.ts";

/*
 * A segment as bytes: the length of a description, the description (JSON in which arrays are references), and the
 * arrays, aligned to eight bytes. The arrays of a segment read back are views of the bytes, so nothing is copied.
 */

/** Incremented when the layout of segments or the text analysis changes: segments written before are discarded. */
export const SEGMENT_FORMAT = 10;

const ALIGNMENT = 8;
/** Size of the prefix: the description's length as uint32, little-endian, padded to the alignment. */
const PREFIX_BYTES = 8;

type ArrayType = "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";
type SegmentArray = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | Float64Array;

type Description =
  | number
  | string
  | null
  | { readonly array: readonly [ArrayType, start: number, length: number] }
  | { readonly map: readonly (readonly [string, Description])[] }
  | { readonly list: readonly Description[] }
  | { readonly object: Readonly<Record<string, Description>> };

/** Serialises a segment into consecutive pieces. Arrays are not copied. */
export function segmentPieces(data: SegmentData): Uint8Array[] {
  const arrays = new Map<SegmentArray, Description>();
  const pieces: Uint8Array[] = [];
  let end = 0;
  const append = (array: SegmentArray): Description => {
    const known = arrays.get(array);
    if (known) return known;
    const made = { array: [typeOf(array), end, array.length] } as const;
    arrays.set(array, made);
    pieces.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), padding(array.byteLength));
    end += aligned(array.byteLength);
    return made;
  };
  const describe = (value: unknown): Description => {
    if (typeof value === "number" || typeof value === "string") return value;
    if (isSegmentArray(value)) return append(value);
    if (Array.isArray(value)) return { list: value.map(describe) };
    if (value instanceof Map) return { map: [...value].map(([key, each]) => [String(key), describe(each)] as const) };
    if (typeof value !== "object" || value === null) return null;
    return { object: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, describe(each)])) };
  };
  const description = Buffer.from(JSON.stringify(describe(data)));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(description.length);
  return [prefix, description, padding(description.length), ...pieces];
}

/** Restores a segment from the bytes of `segmentPieces`. @throws Error when they are malformed */
export function segmentOf(bytes: Uint8Array): SegmentData {
  const length = Buffer.from(bytes.buffer, bytes.byteOffset, PREFIX_BYTES).readUInt32LE();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + PREFIX_BYTES, length).toString("utf8");
  const from = bytes.byteOffset + PREFIX_BYTES + aligned(length);
  // References to the same place become one array, so that it is written once again.
  const arrays = new Map<string, SegmentArray>();
  const arrayAt = (type: ArrayType, start: number, count: number): SegmentArray => {
    const place = `${type} ${start} ${count}`;
    const array = arrays.get(place) ?? viewOf(type, bytes.buffer, from + start, count);
    arrays.set(place, array);
    return array;
  };
  const restore = (description: Description): unknown => {
    if (description === null) return undefined;
    if (typeof description !== "object") return description;
    if ("array" in description) return arrayAt(...description.array);
    if ("list" in description) return description.list.map(restore);
    if ("map" in description) return new Map(description.map.map(([key, value]) => [key, restore(value)]));
    return Object.fromEntries(Object.entries(description.object).map(([name, value]) => [name, restore(value)]));
  };
  // The caller has verified by checksum that `segmentPieces` made these bytes.
  return restore(JSON.parse(text)) as SegmentData;
}

function viewOf(type: ArrayType, memory: ArrayBufferLike, start: number, length: number): SegmentArray {
  switch (type) {
    case "u8":
      return new Uint8Array(memory, start, length);
    case "u16":
      return new Uint16Array(memory, start, length);
    case "u32":
      return new Uint32Array(memory, start, length);
    case "i8":
      return new Int8Array(memory, start, length);
    case "i16":
      return new Int16Array(memory, start, length);
    case "i32":
      return new Int32Array(memory, start, length);
    case "f64":
      return new Float64Array(memory, start, length);
  }
}

const aligned = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;
const padding = (length: number): Uint8Array => new Uint8Array(aligned(length) - length);

function isSegmentArray(value: unknown): value is SegmentArray {
  const types = [Uint8Array, Uint16Array, Uint32Array, Int8Array, Int16Array, Int32Array, Float64Array];
  return types.some((type) => value instanceof type);
}

function typeOf(array: SegmentArray): ArrayType {
  if (array instanceof Uint8Array) return "u8";
  if (array instanceof Uint16Array) return "u16";
  if (array instanceof Uint32Array) return "u32";
  if (array instanceof Int8Array) return "i8";
  if (array instanceof Int16Array) return "i16";
  return array instanceof Int32Array ? "i32" : "f64";
}
