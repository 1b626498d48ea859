import { hasBit, setBit, sharedBits, sharedBytes, sharedWords } from "./arrays.ts";
import { emptySegment, type InvertedData, type SegmentData } from "./segment-data.ts";
import { mergeSources } from "./sources.ts";
import { OrdinalLists } from "./string-builder.ts";
import { compareBytes, type DictionaryData } from "./terms.ts";
import { NumberBuilder, PointBuilder, ShapeBuilder } from "./value-builders.ts";

export interface MergeSource {
  readonly data: SegmentData;
  readonly live: Uint32Array | undefined;
}

/**
 * Makes one segment of neighbours, leaving out deleted documents and keeping the order. Yields every few milliseconds.
 * Returns the segment, and for each source where its documents went (-1: nowhere).
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
  const segments = sources.map(({ data }) => data);
  const merged = emptySegment(id, maxDoc, yield* mergeSources(segments, docMaps, maxDoc));
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

/** One dictionary of those terms that `used` names, and where each source's terms went. */
function mergeDictionaries(
  dictionaries: readonly (DictionaryData | undefined)[],
  used: readonly (Uint8Array | undefined)[],
): { dictionary: DictionaryData; termMaps: readonly Int32Array[] } {
  const sizes = dictionaries.map((dictionary) => (dictionary ? dictionary.offsets.length - 1 : 0));
  const termMaps = sizes.map((size) => new Int32Array(size).fill(-1));
  let termRoom = 0;
  let byteRoom = 0;
  for (const [index, dictionary] of dictionaries.entries()) {
    termRoom += sizes[index]!;
    byteRoom += dictionary ? dictionary.offsets[sizes[index]!]! : 0;
  }
  const bytes = new Uint8Array(byteRoom);
  const offsets = new Uint32Array(termRoom + 1);
  let size = 0;
  const next = sizes.map((_, source) => nextUsed(used[source], -1, sizes[source]!));
  for (;;) {
    let smallest = -1;
    for (let source = 0; source < dictionaries.length; source++) {
      if (next[source]! >= sizes[source]!) continue;
      if (
        smallest < 0 ||
        compareTerms(dictionaries[source]!, next[source]!, dictionaries[smallest]!, next[smallest]!) < 0
      ) {
        smallest = source;
      }
    }
    if (smallest < 0) break;
    const chosen = dictionaries[smallest]!;
    const term = next[smallest]!;
    const start = offsets[size]!;
    bytes.set(chosen.bytes.subarray(chosen.offsets[term], chosen.offsets[term + 1]), start);
    for (let source = smallest; source < dictionaries.length; source++) {
      const at = next[source]!;
      if (
        at >= sizes[source]! ||
        (source !== smallest && compareTerms(dictionaries[source]!, at, chosen, term) !== 0)
      ) {
        continue;
      }
      termMaps[source]![at] = size;
      next[source] = nextUsed(used[source], at, sizes[source]!);
    }
    offsets[++size] = start + chosen.offsets[term + 1]! - chosen.offsets[term]!;
  }
  const dictionary = { bytes: sharedBytes(offsets[size]!), offsets: sharedWords(size + 1) };
  dictionary.bytes.set(bytes.subarray(0, offsets[size]!));
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
    a.offsets[aTerm]!,
    a.offsets[aTerm + 1]!,
    b.bytes,
    b.offsets[bTerm]!,
    b.offsets[bTerm + 1]!,
  );
}

/** Which terms have a live document; undefined when all have. */
function usedTerms(inverted: InvertedData | undefined, docMap: Int32Array): Uint8Array | undefined {
  if (!inverted) return undefined;
  const used = new Uint8Array(inverted.starts.length - 1);
  for (let term = 0; term < used.length; term++) {
    for (let posting = inverted.starts[term]!; posting < inverted.starts[term + 1]!; posting++) {
      if (docMap[inverted.docs[posting]!]! < 0) continue;
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
    sources.map((source, index) => usedTerms(source, docMaps[index]!)),
  );
  yield;
  const size = dictionary.offsets.length - 1;
  const starts = sharedWords(size + 1);
  let wordCount = 0;
  for (const [index, source] of sources.entries()) {
    if (!source) continue;
    const [docMap, termMap] = [docMaps[index]!, termMaps[index]!];
    const { docs, positionStarts } = source;
    for (let term = 0; term < termMap.length; term++) {
      const target = termMap[term]!;
      if (target < 0) continue;
      for (let posting = source.starts[term]!; posting < source.starts[term + 1]!; posting++) {
        if (docMap[docs[posting]!]! < 0) continue;
        starts[target + 1]!++;
        wordCount += positionStarts![posting + 1]! - positionStarts![posting]!;
      }
    }
    yield;
  }
  for (let term = 0; term < size; term++) starts[term + 1]! += starts[term]!;
  const docs = sharedWords(starts[size]!);
  const positionStarts = sharedWords(starts[size]! + 1);
  const positions = sharedWords(wordCount);

  const nextTerm = new Uint32Array(sources.length);
  let posting = 0;
  let word = 0;
  for (let term = 0; term < size; term++) {
    for (let index = 0; index < sources.length; index++) {
      const source = sources[index];
      if (!source) continue;
      const [docMap, termMap] = [docMaps[index]!, termMaps[index]!];
      let at = nextTerm[index]!;
      while (at < termMap.length && termMap[at]! < 0) at++;
      nextTerm[index] = at;
      if (at >= termMap.length || termMap[at] !== term) continue;
      nextTerm[index] = at + 1;
      const [fromStarts, fromPositions] = [source.positionStarts!, source.positions!];
      for (let from = source.starts[at]!; from < source.starts[at + 1]!; from++) {
        const doc = docMap[source.docs[from]!]!;
        if (doc < 0) continue;
        docs[posting] = doc;
        positionStarts[posting++] = word;
        for (let position = fromStarts[from]!; position < fromStarts[from + 1]!; position++) {
          positions[word++] = fromPositions[position]!;
        }
      }
    }
    if ((term & 0xfff) === 0xfff) yield;
  }
  positionStarts[posting] = word;
  mergeNorms(merged, field, segments, docMaps, { dictionary, starts, docs, positionStarts, positions });
}

function mergeNorms(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
  postings: Pick<InvertedData, "dictionary" | "starts" | "docs" | "positionStarts" | "positions">,
): void {
  const norms = sharedBytes(merged.maxDoc);
  const present = sharedBits(merged.maxDoc);
  let docCount = 0;
  for (const [index, segment] of segments.entries()) {
    const docMap = docMaps[index]!;
    const fromNorms = segment.inverted.get(field)?.norms;
    const fromPresent = segment.present.get(field);
    if (!fromNorms || !fromPresent) continue;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = docMap[doc]!;
      if (target < 0 || !hasBit(fromPresent, doc)) continue;
      norms[target] = fromNorms[doc]!;
      setBit(present, target);
      if (fromNorms[doc] !== 0) docCount++;
    }
  }
  merged.inverted.set(field, { ...postings, norms, docCount, sumTotalTermFreq: postings.positions?.length ?? 0 });
  merged.present.set(field, present);
}

function* mergeOrdinals(
  merged: SegmentData,
  field: string,
  segments: readonly SegmentData[],
  docMaps: readonly Int32Array[],
): Generator<void> {
  const { dictionary, termMaps } = mergeDictionaries(
    segments.map((segment) => segment.ordinals.get(field)?.dictionary),
    segments.map((segment, index) => usedTerms(segment.inverted.get(field), docMaps[index]!)),
  );
  yield;
  const lists = new OrdinalLists();
  for (const [index, segment] of segments.entries()) {
    const source = segment.ordinals.get(field);
    if (!source) continue;
    const [docMap, termMap] = [docMaps[index]!, termMaps[index]!];
    const { offsets, ordinals } = source;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = docMap[doc]!;
      if (target < 0) continue;
      if (!offsets) {
        if (ordinals[doc]! >= 0) lists.add(target, termMap[ordinals[doc]!]!);
      } else for (let at = offsets[doc]!; at < offsets[doc + 1]!; at++) lists.add(target, termMap[ordinals[at]!]!);
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
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = docMaps[index]![doc]!;
      if (target < 0) continue;
      const from = source.offsets ? source.offsets[doc]! : doc;
      const to = source.offsets ? source.offsets[doc + 1]! : doc + 1;
      for (let at = from; at < to; at++) {
        if (!Number.isNaN(source.values[at]!)) builder.add(target, source.values[at]!);
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
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = docMaps[index]![doc]!;
      if (target < 0) continue;
      const from = source.offsets ? source.offsets[doc]! : doc;
      const to = source.offsets ? source.offsets[doc + 1]! : doc + 1;
      for (let at = from; at < to; at++) {
        if (!Number.isNaN(source.latitudes[at]!)) builder.add(target, source.latitudes[at]!, source.longitudes[at]!);
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
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const target = docMaps[index]![doc]!;
      if (target < 0 || source.offsets[doc] === source.offsets[doc + 1]) continue;
      builder.add(target, source.numbers.subarray(source.offsets[doc], source.offsets[doc + 1]));
    }
  }
  builder.flush(merged, field);
}
