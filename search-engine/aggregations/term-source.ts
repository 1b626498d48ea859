import { eachDeleted, type GlobalOrdinals, type IndexReader, type SegmentReader } from "../index/segment.ts";
import { utf8 } from "../index/terms.ts";
import type { Work } from "../work/work.ts";
import type { AggregationContext } from "./aggregation.ts";
import { unsupported } from "./values.ts";

/** Terms of a keyword field by global ordinal. */
export interface TermSource {
  readonly work: Work;
  readonly field: string;
  readonly size: number;
  /** Ordinal for documents without a term; -1 to skip them. */
  readonly missing: number;
  readonly globals: GlobalOrdinals;
  text(ordinal: number): string;
  compare(a: number, b: number): number;
  ordinalOf(term: string): number | undefined;
}

/**
 * The terms of a keyword field; undefined for an unmapped field and for numbers, dates and booleans. `missingTerm` is
 * the term for documents without one; it gets an ordinal of its own if it is new.
 * @throws ShardFailure for other types
 */
export function termSource(
  kind: string,
  name: string,
  { index, work }: AggregationContext,
  missingTerm: string | number | undefined,
): TermSource | undefined {
  const field = index.fields.field(name);
  if (!field || field.kind === "double" || field.kind === "date" || field.kind === "boolean") return undefined;
  if (field.kind !== "keyword") throw unsupported(kind, field, index.indexName);
  const globals = index.globalOrdinals(name);
  const missing = missingTerm === undefined ? undefined : String(missingTerm);
  const found = missing === undefined ? -1 : ordinalOf(index, name, missing);
  if (missing === undefined || found !== undefined) {
    return {
      work,
      field: name,
      size: globals.size,
      missing: found ?? -1,
      globals,
      text: (ordinal) => globals.text(ordinal),
      compare: (a, b) => globals.compare(a, b),
      ordinalOf: (term) => ordinalOf(index, name, term),
    };
  }
  const extra = globals.size;
  const text = (ordinal: number) => (ordinal === extra ? missing : globals.text(ordinal));
  const missingBytes = utf8(missing);
  const bytes = (ordinal: number) => (ordinal === extra ? missingBytes : utf8(globals.text(ordinal)));
  return {
    work,
    field: name,
    size: extra + 1,
    missing: extra,
    globals,
    text,
    compare: (a, b) => (a === extra || b === extra ? Buffer.compare(bytes(a), bytes(b)) : globals.compare(a, b)),
    ordinalOf: (term) => (term === missing ? extra : ordinalOf(index, name, term)),
  };
}

/**
 * Calls `take` with the index in `docs` and the ordinal of each term. Documents without a term give `missing`, if any.
 * Each term counts as work.
 */
export function eachTerm(
  { field, missing, globals, work }: TermSource,
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  take: (index: number, ordinal: number) => void,
): void {
  const values = segment.ordinals(field);
  if (!values) {
    if (missing >= 0) for (let index = 0; index < count; index++) take(index, missing);
    return;
  }
  const { offsets, ordinals } = values;
  const map = globals.maps[segment.ordinal];
  for (let index = 0; index < count; index++) {
    const doc = docs[index]!;
    let at = offsets ? offsets[doc]! : doc;
    const end = offsets ? offsets[doc + 1]! : ordinals[doc]! < 0 ? doc : doc + 1;
    work.spend(end - at);
    if (at === end && missing >= 0) take(index, missing);
    for (; at < end; at++) {
      const ordinal = ordinals[at]!;
      take(index, map ? map[ordinal]! : ordinal);
    }
  }
}

/** Adds the documents of each term to `counts`, by ordinal. Each term counts as work. */
export function countTerms(
  { field, missing, globals, work }: TermSource,
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  counts: Uint32Array,
): void {
  const values = segment.ordinals(field);
  if (!values) {
    if (missing >= 0) counts[missing]! += count;
    return;
  }
  const { offsets, ordinals } = values;
  const map = globals.maps[segment.ordinal];
  for (let index = 0; index < count; index++) {
    const doc = docs[index]!;
    let at = offsets ? offsets[doc]! : doc;
    const end = offsets ? offsets[doc + 1]! : ordinals[doc]! < 0 ? doc : doc + 1;
    work.spend(end - at);
    if (at === end && missing >= 0) counts[missing]!++;
    for (; at < end; at++) {
      const ordinal = ordinals[at]!;
      counts[map ? map[ordinal]! : ordinal]!++;
    }
  }
}

/**
 * Counts the terms of all live documents of a segment: their postings, less deleted documents. False, and nothing
 * counted, if `missing` is set or most documents are deleted.
 */
export function countAllTerms(
  { field, missing, globals }: TermSource,
  segment: SegmentReader,
  counts: Uint32Array,
): boolean {
  if (missing >= 0 || segment.liveCount * 2 < segment.maxDoc) return false;
  const [values, inverted] = [segment.ordinals(field), segment.inverted(field)];
  if (!values || !inverted) return true;
  const map = globals.maps[segment.ordinal];
  const { starts } = inverted;
  for (let term = 0; term < values.terms.size; term++) {
    counts[map ? map[term]! : term]! += starts[term + 1]! - starts[term]!;
  }
  const { offsets, ordinals } = values;
  eachDeleted(segment, (doc) => {
    const end = offsets ? offsets[doc + 1]! : ordinals[doc]! < 0 ? doc : doc + 1;
    for (let at = offsets ? offsets[doc]! : doc; at < end; at++) {
      const ordinal = ordinals[at]!;
      counts[map ? map[ordinal]! : ordinal]!--;
    }
  });
  return true;
}

/** The global ordinal of a term, or undefined when no document has it. */
function ordinalOf(index: IndexReader, field: string, term: string): number | undefined {
  const bytes = utf8(term);
  const { maps } = index.globalOrdinals(field);
  for (const segment of index.segments) {
    const ordinal = segment.ordinals(field)?.terms.find(bytes) ?? -1;
    if (ordinal >= 0) return maps[segment.ordinal]?.[ordinal] ?? ordinal;
  }
  return undefined;
}
