import type { Breaks } from "./breaks/breaks.ts";
import type { Occurrence } from "./occurrences.ts";

/** A part of a text in the answer, with its marked parts. */
export interface Passage {
  start: number;
  end: number;
  /** float32 */
  score: number;
  readonly occurrences: Occurrence[];
}

/** Lucene's BM25 parameters for passages: k1, b, and the average length. */
const [K1, B, PIVOT] = [Math.fround(1.2), 0.75, 87];

/** The best passages of a text, at most `most` of them, in the text's order. Occurrences come in the text's order. */
export function bestPassages(
  text: string,
  occurrences: readonly Occurrence[],
  breaks: Breaks,
  most: number,
): readonly Passage[] {
  const passages: Passage[] = [];
  let lastEnd = 0;
  let passage: Passage | undefined;
  const close = () => {
    if (passage) passages.push({ ...passage, score: scoreOf(passage, text.length) });
  };
  for (const occurrence of occurrences) {
    const { start, end } = occurrence;
    if (!passage || start >= passage.end) {
      close();
      const center = start + ((end - start) >>> 1);
      const from = Math.min(start, Math.max(breaks.preceding(Math.max(start + 1, center)), lastEnd));
      lastEnd = Math.max(end, Math.min(breaks.following(Math.min(end - 1, center)), text.length));
      passage = { start: from, end: lastEnd, score: 0, occurrences: [] };
    }
    passage.occurrences.push(occurrence);
  }
  close();
  const best = passages.length > most ? passages.sort(bestFirst).slice(0, most) : passages;
  return best.sort((a, b) => a.start - b.start);
}

/** Of equal passages the last in the text is the best. */
const bestFirst = (a: Passage, b: Passage): number => b.score - a.score || b.start - a.start;

function scoreOf({ start, end, occurrences }: Passage, length: number): number {
  const counts = new Map<string, { inPassage: number; inText: number }>();
  for (const { label, frequency } of occurrences) {
    counts.set(label, { inPassage: (counts.get(label)?.inPassage ?? 0) + 1, inText: frequency });
  }
  const { fround, log } = Math;
  const documents = fround(1 + fround(length / PIVOT));
  const norm = fround(K1 * fround(fround(1 - B) + fround(B * fround((end - start) / PIVOT))));
  let score = 0;
  for (const { inPassage, inText } of counts.values()) {
    const weight = fround(fround(K1 + 1) * fround(log(1 + (documents + 0.5) / (inText + 0.5))));
    score = fround(score + fround(weight * fround(inPassage / fround(inPassage + norm))));
  }
  return fround(score * fround(1 + fround(1 / fround(log(PIVOT + start)))));
}
