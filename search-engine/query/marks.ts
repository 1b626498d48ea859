/**
 * What a query looks for in texts, as the highlighters need to know it: plain data on the query itself (`Query.marks`).
 *
 * A new kind of query joins in by its nodes:
 * - one that is compiled to nodes that are there already (`Term`, `Phrase`, `Bool`, `DisjunctionMax`, `ConstantScore`,
 *   `Boosted`) has nothing to do;
 * - one that finds terms by a pattern gives `AnyTerm` its test of a term (prefix, wildcard, regexp);
 * - a node of its own with words declares `marks`: `term`, `terms`, `phrase`, or those of its inner queries
 *   (`group` and `boosted` in `query.ts`);
 * - a node without words (ranges of numbers, shapes, ids) declares none: nothing is marked for it, and where it is required
 *   inside a `group` it is run on the document.
 */
export type LeafMarks = TermMarks | TermsMarks | PhraseMarks;

export interface TermMarks {
  readonly kind: "term";
  readonly field: string;
  readonly term: string;
  /** See `GroupMarks`. */
  readonly isOpaque?: true;
}

/** Terms of the text that a pattern chooses. */
export interface TermsMarks extends TermChoice {
  readonly kind: "terms";
  readonly field: string;
  /** Tells patterns apart: equal names choose the same terms. */
  readonly name: string;
  /** Lucene rewrites the query to one of each term, as it does with fuzzy terms. */
  readonly isRewritten?: boolean;
  /** It is a list of terms, which Lucene's highlighter does not know. */
  readonly isList?: true;
}

export interface TermChoice {
  readonly test: TermTest;
  /** Characters of the pattern: a test takes time proportional to them and to the term. */
  readonly length?: number | undefined;
  /** How like a term is to what was asked for; undefined: all are the same. */
  readonly likeness?: ((term: string) => number) | undefined;
  /** How many terms the query is rewritten to: the likest, of equally like ones the first. */
  readonly most?: number | undefined;
}

export type TermTest = (term: string) => boolean;

export interface PhraseMarks {
  readonly kind: "phrase";
  readonly field: string;
  /** The term at each place, or the choice of it at the end of a phrase that ends in a prefix. */
  readonly places: readonly (string | TermChoice)[];
  /** Where each place stands, counted from the first; undefined: one after another. */
  readonly offsets?: readonly number[];
  readonly slop: number;
}
