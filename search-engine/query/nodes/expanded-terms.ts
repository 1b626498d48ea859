import { u32 } from "../../bytes/arrays.ts";
import type { IndexReader, InvertedField, SegmentReader } from "../../index/segment.ts";
import { illegalOnShard } from "../../language/errors/errors.ts";
import { javaFloat } from "../../language/java/java-numbers.ts";
import type { Rewrite } from "../../language/queries/rewrite.ts";
import type { Cost, Expansion } from "../kind.ts";
import type { TermChoice, TermsMarks } from "../marks.ts";
import { type Query, rewrite, type Weight } from "../query.ts";
import { type ChosenTerms, MAX_VAIN_LOOKS, NOT_YET } from "./any-term.ts";
import { Bool } from "./bool.ts";
import { boosted, ConstantScore } from "./constant.ts";
import { Term } from "./term.ts";

export interface TermExpansion extends TermChoice {
  readonly field: string;
  /** Identifies the choice of terms among those of the field. */
  readonly name: string;
  readonly chosen: ChosenTerms;
  /** Likeness of a term to the query's term, as float32: 1 where they are equal. */
  likeness(text: string): number;
}

export interface ScoredExpansion extends TermExpansion {
  readonly rewrite: Exclude<Rewrite, { readonly kind: "constant" }>;
  /** @throws ShardFailure when the search has too many clauses */
  countClauses(count: number): void;
}

interface FoundTerm {
  readonly text: string;
  readonly bytes: Buffer;
  readonly likeness: number;
  /** Documents that have the term. */
  frequency: number;
}

export const termsMarks = ({ field, name, test, length, likeness }: TermExpansion): TermsMarks => ({
  kind: "terms",
  field,
  name,
  test,
  length,
  likeness,
});

/** Memory of an entry in the table of terms, besides its text. */
const ENTRY_BYTES = 200;

/** Documents with any of the terms that a clause is expanded to, scored as terms. */
export class ExpandedTerms implements Query, Expansion {
  readonly marks: TermsMarks;
  readonly #expansion: ScoredExpansion;
  readonly #expanded = new Set<SegmentReader>();
  readonly #found = new Map<string, FoundTerm>();
  #isExpanded = false;
  #simple: Query | undefined;

  constructor(expansion: ScoredExpansion) {
    const { rewrite } = expansion;
    const most = rewrite.kind === "top" ? rewrite.size : undefined;
    this.marks = { ...termsMarks(expansion), most, isRewritten: true };
    this.#expansion = expansion;
  }

  *expand(segment: SegmentReader): Generator<Cost> {
    const { field, chosen } = this.#expansion;
    const inverted = segment.inverted(field);
    this.#isExpanded = true;
    if (!inverted || this.#expanded.has(segment)) return;
    this.#expanded.add(segment);
    for (const ordinal of chosen(segment, inverted)) {
      if (ordinal === NOT_YET) yield { steps: MAX_VAIN_LOOKS, bytes: 0 };
      else yield { steps: 1, bytes: this.#add(inverted, ordinal) };
    }
  }

  /** A query for the terms found; this query until it has been expanded. */
  rewrite(): Query {
    if (!this.#isExpanded) return this;
    this.#simple ??= rewrite(this.#rewritten());
    return this.#simple;
  }

  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    return rewrite(this.#rewritten()).createWeight(index, scoring, boost);
  }

  /** Returns the bytes taken. */
  #add({ starts, terms }: InvertedField, ordinal: number): number {
    const text = terms.text(ordinal);
    const frequency = u32(starts, ordinal + 1) - u32(starts, ordinal);
    const known = this.#found.get(text);
    if (known) {
      known.frequency += frequency;
      return 0;
    }
    const likeness = this.#expansion.likeness(text);
    this.#found.set(text, { text, bytes: Buffer.from(text), likeness, frequency });
    return ENTRY_BYTES + text.length * 4;
  }

  #rewritten(): Query {
    const { rewrite } = this.#expansion;
    const terms = rewrite.kind === "top" ? this.#best(rewrite.size) : [...this.#found.values()];
    this.#expansion.countClauses(terms.length);
    terms.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
    const clauses = terms.map((term) => ({ occur: "should", query: this.#clause(term, terms) }) as const);
    return new Bool(clauses, 0);
  }

  /** The likest terms, the first ones among equals. */
  #best(size: number): FoundTerm[] {
    const ranked = [...this.#found.values()];
    ranked.sort((a, b) => b.likeness - a.likeness || Buffer.compare(a.bytes, b.bytes));
    return ranked.slice(0, size);
  }

  #clause({ text, likeness, frequency }: FoundTerm, all: readonly FoundTerm[]): Query {
    const { field, rewrite } = this.#expansion;
    if (rewrite.kind === "scoring") {
      if (likeness < 0) throw illegalOnShard(`boost must be a positive float, got ${javaFloat(likeness)}`);
      return boosted(new Term(field, text, frequency), likeness);
    }
    const boost = Math.max(0, likeness);
    if (rewrite.score === "likeness") return boosted(new ConstantScore(new Term(field, text, frequency)), boost);
    const counted = rewrite.score === "own" ? frequency : Math.max(...all.map((term) => term.frequency));
    return boosted(new Term(field, text, counted), boost);
  }
}
