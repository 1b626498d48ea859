import { frequencyAt, u32 } from "../bytes/arrays.ts";
import type { InvertedField, SegmentReader } from "../index/segment.ts";
import { utf8 } from "../index/terms.ts";
import type { Work } from "../work/work.ts";

/** Number of documents with a term, and of its occurrences. Deleted documents are included, as in Elasticsearch. */
export interface TermCounts {
  readonly documents: number;
  readonly occurrences: number;
}

const NONE: TermCounts = { documents: 0, occurrences: 0 };

/** Bytes of the counts of a term, besides its text. */
const COUNTS_BYTES = 128;

/** Steps of looking up a term in a segment, besides those of its characters. */
const LOOK_STEPS = 20;

/** Counts the terms of a field over all segments. */
export class FieldTerms {
  /** Occurrences of all terms. */
  readonly occurrences: number;
  /** Whether any document has a term. */
  readonly isThere: boolean;
  readonly #field: string;
  readonly #segments: readonly SegmentReader[];
  readonly #work: Work;
  /** Counts of the terms looked up. */
  readonly #counts = new Map<string, TermCounts>();

  constructor(field: string, segments: readonly SegmentReader[], work: Work) {
    const inverted = segments.flatMap((segment) => segment.inverted(field) ?? []);
    this.#field = field;
    this.#segments = segments;
    this.#work = work;
    this.isThere = inverted.length > 0;
    this.occurrences = inverted.reduce((sum, { sumTotalTermFreq }) => sum + sumTotalTermFreq, 0);
  }

  /** @throws ShardFailure beyond the limits of work */
  counts(term: string): TermCounts {
    const known = this.#counts.get(term);
    if (known) return known;
    this.#work.spend(LOOK_STEPS * this.#segments.length + term.length);
    let { documents, occurrences } = NONE;
    for (const { inverted, start, end } of postingsOf(term, this.#field, this.#segments)) {
      this.#work.spend(end - start);
      documents += end - start;
      occurrences += occurrencesIn(inverted, start, end);
    }
    if (documents === 0) return NONE;
    this.#work.take(2 * term.length + COUNTS_BYTES);
    const counts = { documents, occurrences };
    this.#counts.set(term, counts);
    return counts;
  }
}

export const documentsOf = (segments: readonly SegmentReader[]): number =>
  segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0);

function occurrencesIn({ text }: InvertedField, start: number, end: number): number {
  if (!text) return end - start;
  let occurrences = 0;
  for (let place = start; place < end; place++) occurrences += frequencyAt(text.frequencies, place);
  return occurrences;
}

/** The postings of a term in each segment that has it: from `start` up to `end`. */
export function* postingsOf(
  term: string,
  field: string,
  segments: readonly SegmentReader[],
): Generator<{ readonly inverted: InvertedField; readonly start: number; readonly end: number }> {
  const bytes = utf8(term);
  for (const segment of segments) {
    const inverted = segment.inverted(field);
    const ordinal = inverted?.terms.find(bytes) ?? -1;
    if (!inverted || ordinal < 0) continue;
    yield { inverted, start: u32(inverted.starts, ordinal), end: u32(inverted.starts, ordinal + 1) };
  }
}
