import { item } from "../bytes/arrays.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import type { TermsMarks } from "../query/marks.ts";
import type { Leaf } from "./leaves.ts";
import { spansIn } from "./phrases.ts";
import { PositionSpans } from "./position-spans.ts";
import { type AnalysedText, likestTerms, termsThat } from "./text.ts";

/** A term with its weight, for the plain highlighter. */
export interface WeightedTerm {
  readonly weight: number;
  /** The phrases that contain it. */
  readonly spans: PositionSpans;
  /** Whether it counts only inside these. */
  readonly needsSpan: boolean;
}

/** The terms that the plain highlighter marks in a text. The last weight of a term found twice counts. */
export function weightedTerms(
  leaves: readonly Leaf[],
  accepts: (field: string) => boolean,
  text: AnalysedText,
): ReadonlyMap<string, WeightedTerm> {
  const terms = new Map<string, WeightedTerm>();
  const setTerm = (term: string, weight: number) =>
    terms.set(term, { weight, spans: new PositionSpans(text.work), needsSpan: false });
  for (const marks of leaves) {
    if (!accepts(marks.field)) continue;
    if (marks.kind === "term") setTerm(marks.term, marks.boost);
    else if (marks.kind === "terms") {
      for (const term of termsThat(text, marks)) setTerm(term, weightOf(term, marks));
    } else {
      const found = spansIn(text, marks, likestTerms);
      const spans = found.map((words) => {
        const places = words.map((word) => item(text.positions, word));
        return { start: Math.min(...places), end: Math.max(...places) };
      });
      if (spans.length === 0) continue;
      const names = marks.places.flatMap((place) => (typeof place === "string" ? [place] : likestTerms(text, place)));
      for (const term of new Set(names)) {
        const known = terms.get(term) ?? { weight: marks.boost, spans: new PositionSpans(text.work), needsSpan: true };
        terms.set(term, known);
        known.spans.add(spans);
      }
    }
  }
  return terms;
}

/** A term weighs less the more it differs from the query's term. @throws ShardFailure */
function weightOf(term: string, { boost, likeness }: TermsMarks & Leaf): number {
  const like = likeness?.(term) ?? 1;
  if (like < 0) throw illegalOnShard(`boost must be a positive float, got ${javaFloat(like)}`);
  return Math.fround(boost * like);
}

/** Whether the term counts at the position. */
export const countsAt = ({ needsSpan, spans }: WeightedTerm, position: number): boolean =>
  !needsSpan || spans.isIn(position);
