import {
  type DocNumbers,
  f64,
  IntList,
  i32,
  item,
  setBit,
  sharedBits,
  sharedDoubles,
  sharedNarrow,
  sharedWords,
  u16,
  u32,
} from "../bytes/arrays.ts";
import { boxTree } from "../geo/box-tree.ts";
import type { SegmentData } from "./segment-data.ts";

/** Collects numbers: doubles, dates as milliseconds since 1970, booleans as 0 and 1. */
export class NumberBuilder {
  readonly #docs = new IntList();
  #values = new Float64Array(64);

  /** Documents must come in ascending order. */
  add(doc: number, value: number): void {
    const count = this.#docs.length;
    if (count === this.#values.length) {
      const grown = new Float64Array(count * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[count] = value;
    this.#docs.push(doc);
  }

  flush(segment: SegmentData, field: string): void {
    const count = this.#docs.length;
    if (count === 0) return;
    const docs = Uint16Array.from(this.#docs.values.subarray(0, count));
    const values = this.#values;
    const { maxDoc } = segment;
    const { present, offsets } = layout(docs, maxDoc);
    segment.present.set(field, present);
    const stored = offsets ? sharedDoubles(count) : sharedDoubles(maxDoc).fill(Number.NaN);
    for (let at = 0; at < count; at++) stored[offsets ? at : u16(docs, at)] = f64(values, at);
    if (offsets) {
      for (let doc = 0; doc < maxDoc; doc++) {
        if (u32(offsets, doc + 1) - u32(offsets, doc) > 1) stored.subarray(offsets[doc], offsets[doc + 1]).sort();
      }
    }
    const order = new Uint32Array(count);
    for (let index = 0; index < count; index++) order[index] = index;
    order.sort((a, b) => f64(values, a) - f64(values, b) || a - b);
    const sortedValues = sharedDoubles(count);
    const sortedDocs = sharedNarrow(count);
    for (let at = 0; at < count; at++) {
      sortedValues[at] = f64(values, u32(order, at));
      sortedDocs[at] = u16(docs, u32(order, at));
    }
    segment.numbers.set(field, { offsets, values: stored, sortedValues, sortedDocs });
  }
}

/** Collects quantised points. Documents must come in ascending order. */
export class PointBuilder {
  readonly #docs: number[] = [];
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];

  add(doc: number, latitude: number, longitude: number): void {
    this.#docs.push(doc);
    this.#latitudes.push(latitude);
    this.#longitudes.push(longitude);
  }

  flush(segment: SegmentData, field: string): void {
    const count = this.#docs.length;
    if (count === 0) return;
    const { maxDoc } = segment;
    const docs = Uint16Array.from(this.#docs);
    const { present, offsets } = layout(docs, maxDoc);
    segment.present.set(field, present);
    const tree = boxTree(docs, (boxes, at) => boxes.add(item(this.#longitudes, at), item(this.#latitudes, at)));
    const latitudes = sharedDoubles(offsets ? count : maxDoc).fill(Number.NaN);
    const longitudes = sharedDoubles(offsets ? count : maxDoc).fill(Number.NaN);
    for (let at = 0; at < count; at++) {
      const place = offsets ? at : item(this.#docs, at);
      latitudes[place] = item(this.#latitudes, at);
      longitudes[place] = item(this.#longitudes, at);
    }
    segment.points.set(field, { offsets, latitudes, longitudes, tree });
  }
}

/** Collects encoded shapes, at most one per document. Documents must come in ascending order. */
export class ShapeBuilder {
  readonly #docs = new IntList();
  readonly #shapes: Float64Array[] = [];

  add(doc: number, shape: Float64Array): void {
    this.#docs.push(doc);
    this.#shapes.push(shape);
  }

  flush(segment: SegmentData, field: string): void {
    if (this.#docs.length === 0) return;
    const { maxDoc } = segment;
    const offsets = sharedWords(maxDoc + 1);
    const present = sharedBits(maxDoc);
    const numbers = sharedDoubles(this.#shapes.reduce((sum, shape) => sum + shape.length, 0));
    let end = 0;
    for (const [index, shape] of this.#shapes.entries()) {
      const doc = i32(this.#docs.values, index);
      setBit(present, doc);
      numbers.set(shape, end);
      end += shape.length;
      offsets[doc + 1] = shape.length;
    }
    for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] = u32(offsets, doc + 1) + u32(offsets, doc);
    const docs = Uint16Array.from(this.#docs.values.subarray(0, this.#docs.length));
    const tree = boxTree(docs, (boxes, at) => {
      const [west, south, east, north] = item(this.#shapes, at);
      boxes.add(west ?? 0, south ?? 0, east, north);
    });
    segment.shapes.set(field, { offsets, numbers, tree });
    segment.present.set(field, present);
  }
}

/** The documents that have values, and the start of each one's values when some have several. */
function layout(docs: DocNumbers, maxDoc: number): { present: Uint32Array; offsets: Uint32Array | undefined } {
  const present = sharedBits(maxDoc);
  let single = true;
  for (let at = 0; at < docs.length; at++) {
    if (at > 0 && docs[at] === docs[at - 1]) single = false;
    setBit(present, u16(docs, at));
  }
  if (single) return { present, offsets: undefined };
  const offsets = sharedWords(maxDoc + 1);
  for (const doc of docs) offsets[doc + 1] = u32(offsets, doc + 1) + 1;
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] = u32(offsets, doc + 1) + u32(offsets, doc);
  return { present, offsets };
}
