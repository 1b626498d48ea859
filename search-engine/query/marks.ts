/**
 * The terms, patterns and phrases of a query for the highlighters: plain data on the query itself (`Query.marks`).
 *
 * A new kind of query takes part through its nodes:
 * - one that is compiled to existing nodes (`Term`, `Phrase`, `Bool`, `DisjunctionMax`, `ConstantScore`, `Boosted`) has
 *   nothing to do;
 * - one that finds terms by a pattern passes its test of a term to `AnyTerm` (prefix, wildcard, regexp);
 * - a new node with words declares `marks`: `term`, `terms`, `phrase`, or those of its inner queries (`group` and
 *   `boosted` in `query.ts`);
 * - a node without words (ranges of numbers, shapes, ids) declares none: nothing is marked for it, and inside a `group`
 *   it is run on the document.
 */
export type LeafMarks = TermMarks | TermsMarks | PhraseMarks;

export interface TermMarks {
  readonly kind: "term";
  readonly field: string;
  readonly term: string;
  /** See `GroupMarks`. */
  readonly isOpaque?: true;
}

/** Terms of the text that match a pattern. */
export interface TermsMarks extends TermChoice {
  readonly kind: "terms";
  readonly field: string;
  /** Identifies the pattern: equal names choose the same terms. */
  readonly name: string;
  /** Whether Lucene rewrites the query to one query per term, as it does with fuzzy terms. */
  readonly isRewritten?: boolean;
  /** Whether it is a list of terms, which Lucene's highlighter does not know. */
  readonly isList?: true;
}

export interface TermChoice {
  readonly test: TermTest;
  /** Characters of the pattern: a test takes time proportional to them and to the term. */
  readonly length?: number | undefined;
  /** Likeness of a term to the query's term; undefined: all are equal. */
  readonly likeness?: ((term: string) => number) | undefined;
  /** Maximum number of terms that the query is rewritten to: the likest, of equally like ones the first. */
  readonly most?: number | undefined;
}

export type TermTest = (term: string) => boolean;

export interface PhraseMarks {
  readonly kind: "phrase";
  readonly field: string;
  /** The term at each place. The last place of a phrase prefix has a choice of terms. */
  readonly places: readonly (string | TermChoice)[];
  /** Distance of each place from the first; undefined: one after another. */
  readonly offsets?: readonly number[];
  readonly slop: number;
}
