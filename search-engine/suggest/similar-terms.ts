import { u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import { Levenshtein } from "../query/automata/levenshtein.ts";
import { acceptedTerms } from "../query/automata/walk.ts";
import { MAX_VAIN_LOOKS, NOT_YET } from "../query/nodes/any-term.ts";
import type { Work } from "../work/work.ts";
import { postingsOf } from "./field-terms.ts";

/** A term of the index within a few edits of a word. */
export interface SimilarTerm {
  readonly text: string;
  /** 1 for the word itself, less the edits divided by the length of the shorter term, float32. */
  readonly likeness: number;
  /** Documents that have it, deleted ones included. */
  readonly frequency: number;
}

/** Steps of reading a term found and comparing it with others. */
const TERM_STEPS = 20;

/** Terms to take between two yields. */
const FOUND_AT_ONCE = 256;

/** Documents that have the term, deleted ones included, as Elasticsearch counts them. */
export function documentFrequency(term: string, field: string, segments: readonly SegmentReader[]): number {
  let frequency = 0;
  for (const { start, end } of postingsOf(term, field, segments)) frequency += end - start;
  return frequency;
}

/**
 * The field's terms within so many edits of the word, over all segments, in no order. Yields often, so that the caller
 * can interrupt it.
 * @throws ShardFailure beyond the limits of work
 */
export function* similarTerms(
  word: string,
  field: string,
  limits: { readonly edits: number; readonly prefixLength: number },
  segments: readonly SegmentReader[],
  work: Work,
): Generator<void, SimilarTerm[]> {
  const length = [...word].length;
  const found = new Map<string, SimilarTerm>();
  for (const segment of segments) {
    const inverted = segment.inverted(field);
    if (!inverted) continue;
    const automaton = new Levenshtein(word, { ...limits, transpositions: true });
    work.spend(length);
    for (const ordinal of acceptedTerms(inverted.terms, automaton)) {
      if (ordinal === NOT_YET) {
        work.spend(MAX_VAIN_LOOKS);
        yield;
        continue;
      }
      const text = inverted.terms.text(ordinal);
      const characters = [...text].length;
      const documents = u32(inverted.starts, ordinal + 1) - u32(inverted.starts, ordinal);
      const known = found.get(text);
      work.spend(TERM_STEPS);
      const edits = automaton.distance(characters);
      const likeness = Math.fround(1 - Math.fround(edits / Math.min(characters, length)));
      found.set(text, { text, likeness, frequency: (known?.frequency ?? 0) + documents });
      if (found.size % FOUND_AT_ONCE === 0) yield;
    }
  }
  return [...found.values()];
}
