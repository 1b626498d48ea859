import {
  f64,
  frequencyAt,
  hasBit,
  i32,
  item,
  MAX_SEGMENT_DOCUMENTS,
  ordinalAt,
  positionAt,
  setBit,
  sharedBits,
  sharedBytes,
  sharedNarrow,
  sharedPositions,
  sharedWords,
  u8,
  u16,
  u32,
} from "../bytes/arrays.ts";
import { mergeHashes } from "./content-hashes.ts";
import { emptySegment, type InvertedData, type SegmentData } from "./segment-data.ts";
import { mergeSources } from "./sources.ts";
import { OrdinalLists } from "./string-builder.ts";
import { compareBytes, type DictionaryData } from "./terms.ts";
import { positionsFrom, textPostings } from "./text-postings.ts";
import { NumberBuilder, PointBuilder, ShapeBuilder } from "./value-builders.ts";

export interface MergeSource {
  readonly data: SegmentData;
  readonly live: Uint32Array | undefined;
}

/**
 * Merges adjacent segments, leaving out deleted documents and keeping the order. Yields every few milliseconds. Returns
 * the segment and, for each source, the new number of each document (-1: deleted).
 */
export function* mergeSegments(
  id: number,
  sources: readonly MergeSource[],
): Generator<void, { data: SegmentData; docMaps: readonly Int32Array[] }> {
  let maxDoc = 0;
  const docMaps = sources.map(({ data, live }) => {
    const map = new Int32Array(data.maxDoc);
    for (let doc = 0; doc < data.maxDoc; doc++) map[doc] = live && !hasBit(live, doc) ? -1 : maxDoc++;
    return map;
  });
  if (maxDoc > MAX_SEGMENT_DOCUMENTS) throw new RangeError("too many documents for one segment");
  const segments = sources.map(({ data }) => data);
  const mergedSources = yield* mergeSources(segments, docMaps, maxDoc);
  const hashes = mergeHashes(segments, docMaps, maxDoc);
  const merged = emptySegment(id, maxDoc, { sources: mergedSources, hashes });
  for (const field of fieldsOf(segments, "inverted")) {
    if (segments.some((segment) => segment.ordinals.has(field))) yield* mergeOrdinals(merged, field, segments, docMaps);
    else yield* mergeText(merged, field, segments, docMaps);
    yield;
  }
  for (const field of fieldsOf(segments, "numbers")) {
    mergeNumbers(merged, field, segments, docMaps);
    yield;
  }
  for (const field of fieldsOf(segments, "points")) {
    mergePoints(merged, field, segments, docMaps);
    yield;
  }
  for (const field of fieldsOf(segments, "shapes")) {
    mergeShapes(merged, field, segments, docMaps);
    yield;
  }
  return { data: merged, docMaps };
}

function fieldsOf(segments: readonly SegmentData[], kind: "inverted" | "numbers" | "points" | "shapes"): Set<string> {
  return new Set(segments.flatMap((segment) => [...segment[kind].keys()]));
}

/** A source's terms while dictionaries are merged. */
interface MergedTerms {
  readonly data: DictionaryData;
  readonly size: number;
  readonly used: Uint8Array | undefined;
  /** New ordinal of each term; -1 if unused. */
  readonly termMap: Int32Array;
  /** The next term to merge; `size` after the last. */
  next: number;
}

/**
 * Merges dictionaries, without terms whose `used` is 0; undefined `used` means all. Returns the new ordinals of each
 * source's terms (-1: unused).
 */
function mergeDictionaries(
  dictionaries: readonly (DictionaryData | undefined)[],
  used: readonly (Uint8Array | undefined)[],
): { dictionary: DictionaryData; termMaps: readonly Int32Array[] } {
  const sizes = dictionaries.map((data) => (data ? data.offsets.length - 1 : 0));
  const termMaps = sizes.map((size) => new Int32Array(size).fill(-1));
  const sources: MergedTerms[] = [];
  let termRoom = 0;
  let byteRoom = 0;
  for (const [index, data] of dictionaries.entries()) {
    if (!data) continue;
    const [size, termMap] = [item(sizes, index), item(termMaps, index)];
    sources.push({ data, size, used: used[index], termMap, next: nextUsed(used[index], -1, size) });
    termRoom += size;
    byteRoom += u32(data.offsets, size);
  }
  const bytes = new Uint8Array(byteRoom);
  const offsets = new Uint32Array(termRoom + 1);
  let size = 0;
  for (;;) {
    let chosen: MergedTerms | undefined;
    let before = 0;
    let index = 0;
    for (const source of sources) {
      if (source.next < source.size) {
        if (!chosen || compareTerms(source.data, source.next, chosen.data, chosen.next) < 0) {
          chosen = source;
          before = index;
        }
      }
      index++;
    }
    if (!chosen) break;
    const { data, next: term } = chosen;
    const start = u32(offsets, size);
    bytes.set(data.bytes.subarray(data.offsets[term], data.offsets[term + 1]), start);
    for (const source of sources) {
      // The next terms of the sources before the chosen one are all greater.
      if (before-- > 0 || source.next >= source.size) continue;
      if (source !== chosen && compareTerms(source.data, source.next, data, term) !== 0) continue;
      source.termMap[source.next] = size;
      source.next = nextUsed(source.used, source.next, source.size);
    }
    offsets[++size] = start + u32(data.offsets, term + 1) - u32(data.offsets, term);
  }
  const dictionary = { bytes: sharedBytes(u32(offsets, size)), offsets: sharedWords(size + 1) };
  dictionary.bytes.set(bytes.subarray(0, u32(offsets, size)));
  dictionary.offsets.set(offsets.subarray(0, size + 1));
  return { dictionary, termMaps };
}

function nextUsed(used: Uint8Array | undefined, after: number, size: number): number {
  let term = after + 1;
  if (used) while (term < size && used[term] === 0) term++;
  return term;
}

function compareTerms(a: DictionaryData, aTerm: number, b: DictionaryData, bTerm: number): number {
  return compareBytes(
    a.bytes,
    u32(a.offsets, aTerm),
    u32(a.offsets, aTerm + 1),
    b.bytes,
    u32(b.offsets, bTerm),
    u32(b.offsets, bTerm + 1),
  );
}

/** 1 for each term that has a live document, else 0; undefined if the segment does not have the field. */
function usedTerms(inverted: InvertedData | undefined, docMap: Int32Array): Uint8Array | undefined {
  if (!inverted) return undefined;
  const used = new Uint8Array(inverted.starts.length - 1);
  for (let term = 0; term < used.length; term++) {
    for (let posting = u32(inverted.starts, term); posting < u32(inverted.starts, term + 1); posting++) {
      if (i32(docMap, u16(inverted.docs, posting)) < 0) continue;
      used[term] = 1;
      break;
    }
  }
  return used;
}

function* mergeText(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): Generator<void> {
  const sources = segments.map((segment) => segment.inverted.get(field));
  const { dictionary, termMaps } = mergeDictionaries(
    sources.map((source) => source?.dictionary),
    sources.map((source, index) => usedTerms(source, item(docMaps, index))),
  );
  yield;
  const size = dictionary.offsets.length - 1;
  const starts = sharedWords(size + 1);
  let wordCount = 0;
  for (const [index, source] of sources.entries()) {
    if (!source?.text) continue;
    const [docMap, termMap] = [item(docMaps, index), item(termMaps, index)];
    const { docs, text } = source;
    for (let term = 0; term < termMap.length; term++) {
      const target = i32(termMap, term);
      if (target < 0) continue;
      for (let posting = u32(source.starts, term); posting < u32(source.starts, term + 1); posting++) {
        if (i32(docMap, u16(docs, posting)) < 0) continue;
        starts[target + 1] = u32(starts, target + 1) + 1;
        wordCount += frequencyAt(text.frequencies, posting);
      }
    }
    yield;
  }
  for (let term = 0; term < size; term++) starts[term + 1] = u32(starts, term + 1) + u32(starts, term);
  const docs = sharedNarrow(u32(starts, size));
  const positionStarts = new Uint32Array(u32(starts, size) + 1);
  const widest = Math.max(...sources.map((source) => source?.text?.positions.BYTES_PER_ELEMENT ?? 1));
  const positions = sharedPositions(wordCount, 2 ** (8 * widest) - 1);

  const nextTerm = new Uint32Array(sources.length);
  let posting = 0;
  let word = 0;
  for (let term = 0; term < size; term++) {
    for (let index = 0; index < sources.length; index++) {
      const source = sources[index];
      if (!source?.text) continue;
      const [docMap, termMap] = [item(docMaps, index), item(termMaps, index)];
      let at = u32(nextTerm, index);
      while (at < termMap.length && i32(termMap, at) < 0) at++;
      nextTerm[index] = at;
      if (at >= termMap.length || termMap[at] !== term) continue;
      nextTerm[index] = at + 1;
      const { text } = source;
      const first = u32(source.starts, at);
      let position = positionsFrom(text, first);
      for (let from = first; from < u32(source.starts, at + 1); from++) {
        const end = position + frequencyAt(text.frequencies, from);
        const doc = i32(docMap, u16(source.docs, from));
        if (doc >= 0) {
          docs[posting] = doc;
          positionStarts[posting++] = word;
          for (; position < end; position++) positions[word++] = positionAt(text.positions, position);
        }
        position = end;
      }
    }
    if ((term & 0xfff) === 0xfff) yield;
  }
  positionStarts[posting] = word;
  const { norms, docCount } = mergeNorms(merged, field, segments, docMaps);
  const text = textPostings(docs, positionStarts, positions, norms);
  merged.inverted.set(field, { dictionary, starts, docs, text, docCount, sumTotalTermFreq: wordCount });
}

function mergeNorms(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): { norms: Uint8Array; docCount: number } {
  const norms = sharedBytes(merged.maxDoc);
  const present = sharedBits(merged.maxDoc);
  let docCount = 0;
  for (const [index, segment] of segments.entries()) {
    const docMap = item(docMaps, index);
    const fromNorms = segment.inverted.get(field)?.text?.norms;
    const fromPresent = segment.present.get(field);
    if (!fromNorms || !fromPresent) continue;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = i32(docMap, doc);
      if (target < 0 || !hasBit(fromPresent, doc)) continue;
      norms[target] = u8(fromNorms, doc);
      setBit(present, target);
      if (fromNorms[doc] !== 0) docCount++;
    }
  }
  merged.present.set(field, present);
  return { norms, docCount };
}

function* mergeOrdinals(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): Generator<void> {
  const { dictionary, termMaps } = mergeDictionaries(
    segments.map((segment) => segment.ordinals.get(field)?.dictionary),
    segments.map((segment, index) => usedTerms(segment.inverted.get(field), item(docMaps, index))),
  );
  yield;
  const lists = new OrdinalLists();
  for (const [index, segment] of segments.entries()) {
    const source = segment.ordinals.get(field);
    if (!source) continue;
    const [docMap, termMap] = [item(docMaps, index), item(termMaps, index)];
    const { offsets, ordinals } = source;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = i32(docMap, doc);
      if (target < 0) continue;
      if (!offsets) {
        if (ordinalAt(ordinals, doc) >= 0) lists.add(target, i32(termMap, ordinalAt(ordinals, doc)));
      } else
        for (let at = u32(offsets, doc); at < u32(offsets, doc + 1); at++)
          lists.add(target, i32(termMap, ordinalAt(ordinals, at)));
    }
    yield;
  }
  lists.flush(merged, field, dictionary);
}

function mergeNumbers(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): void {
  const builder = new NumberBuilder();
  for (const [index, segment] of segments.entries()) {
    const source = segment.numbers.get(field);
    if (!source) continue;
    const docMap = item(docMaps, index);
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = i32(docMap, doc);
      if (target < 0) continue;
      const from = source.offsets ? u32(source.offsets, doc) : doc;
      const to = source.offsets ? u32(source.offsets, doc + 1) : doc + 1;
      for (let at = from; at < to; at++) {
        if (!Number.isNaN(f64(source.values, at))) builder.add(target, f64(source.values, at));
      }
    }
  }
  builder.flush(merged, field);
}

function mergePoints(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): void {
  const builder = new PointBuilder();
  for (const [index, segment] of segments.entries()) {
    const source = segment.points.get(field);
    if (!source) continue;
    const docMap = item(docMaps, index);
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = i32(docMap, doc);
      if (target < 0) continue;
      const from = source.offsets ? u32(source.offsets, doc) : doc;
      const to = source.offsets ? u32(source.offsets, doc + 1) : doc + 1;
      for (let at = from; at < to; at++) {
        if (!Number.isNaN(f64(source.latitudes, at)))
          builder.add(target, f64(source.latitudes, at), f64(source.longitudes, at));
      }
    }
  }
  builder.flush(merged, field);
}

function mergeShapes(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): void {
  const builder = new ShapeBuilder();
  for (const [index, segment] of segments.entries()) {
    const source = segment.shapes.get(field);
    if (!source) continue;
    const docMap = item(docMaps, index);
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = i32(docMap, doc);
      if (target < 0 || source.offsets[doc] === source.offsets[doc + 1]) continue;
      builder.add(target, source.numbers.subarray(source.offsets[doc], source.offsets[doc + 1]));
    }
  }
  builder.flush(merged, field);
}
