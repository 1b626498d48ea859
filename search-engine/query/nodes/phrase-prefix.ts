import { u32 } from "../../bytes/arrays.ts";
import type { IndexReader, SegmentReader } from "../../index/segment.ts";
import { utf8 } from "../../index/terms.ts";
import type { CompileContext, Cost, Expansion } from "../kind.ts";
import type { PhraseMarks } from "../marks.ts";
import { prefixRange } from "../patterns.ts";
import { type Query, rewrite, type Weight } from "../query.ts";
import { MAX_VAIN_LOOKS } from "./any-term.ts";
import { Bool } from "./bool.ts";
import { MatchNone } from "./constant.ts";
import { Phrase } from "./phrase.ts";
import { Term } from "./term.ts";

export interface UnfinishedPhrase {
  readonly field: string;
  /** The last one is a prefix. */
  readonly terms: readonly string[];
  /** Distance of each term from the first. */
  readonly offsets: readonly number[];
  readonly slop: number;
}

type PrefixContext = Pick<CompileContext, "countClauses" | "work">;

/** Memory of a term found, besides its text. */
const ENTRY_BYTES = 100;

/** A phrase that ends in a prefix: in any of the first terms with it. */
export class PhrasePrefix implements Query, Expansion {
  readonly marks: PhraseMarks;
  readonly #phrase: UnfinishedPhrase;
  readonly #maxExpansions: number;
  readonly #context: PrefixContext;
  readonly #prefix: Uint8Array;
  readonly #expanded = new Set<SegmentReader>();
  readonly #found = new Set<string>();
  #isExpanded = false;
  #simple: Query | undefined;

  constructor(phrase: UnfinishedPhrase, maxExpansions: number, context: PrefixContext) {
    this.#phrase = phrase;
    this.#maxExpansions = maxExpansions;
    this.#context = context;
    const { field, terms, offsets, slop } = phrase;
    const beginning = terms.at(-1) ?? "";
    const completed = { test: (term: string) => term.startsWith(beginning), most: maxExpansions };
    this.marks = { kind: "phrase", field, places: [...terms.slice(0, -1), completed], offsets, slop };
    this.#prefix = utf8(beginning);
  }

  *expand(segment: SegmentReader): Generator<Cost> {
    const inverted = segment.inverted(this.#phrase.field);
    this.#isExpanded = true;
    if (!inverted || this.#expanded.has(segment)) return;
    this.#expanded.add(segment);
    const { terms, starts } = inverted;
    const [first, last] = prefixRange(terms, this.#prefix);
    const end = Math.min(last, first + this.#maxExpansions);
    let bytes = 0;
    for (let ordinal = first; ordinal < end; ordinal++) {
      const text = terms.text(ordinal);
      this.#found.add(text);
      bytes += ENTRY_BYTES + text.length * 2;
      if (ordinal % MAX_VAIN_LOOKS > 0) continue;
      yield { steps: MAX_VAIN_LOOKS, bytes };
      bytes = 0;
    }
    // Memory of the union of their postings, which the search builds.
    const postings = end > first ? u32(starts, end) - u32(starts, first) : 0;
    yield { steps: postings, bytes: bytes + (postings + segment.maxDoc) * Uint32Array.BYTES_PER_ELEMENT };
  }

  /** A phrase of the terms found; this query until it has been expanded. */
  rewrite(): Query {
    if (!this.#isExpanded) return this;
    this.#simple ??= this.#rewritten();
    return this.#simple;
  }

  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    return this.#rewritten().createWeight(index, scoring, boost);
  }

  #rewritten(): Query {
    const { field, terms, offsets, slop } = this.#phrase;
    const found = this.#completions();
    const [only] = found;
    if (only === undefined) return new MatchNone();
    this.#context.countClauses(found.length);
    const { work } = this.#context;
    const before = terms.slice(0, -1);
    if (before.length === 0) {
      const clauses = found.map((term) => ({ occur: "should", query: new Term(field, term) }) as const);
      return rewrite(new Bool(clauses, 0));
    }
    return found.length === 1
      ? new Phrase(field, [...before, only], slop, work, offsets)
      : new Phrase(field, before, slop, work, offsets, found);
  }

  /** The first terms with the prefix, in byte order. */
  #completions(): string[] {
    const found = Array.from(this.#found, (text) => ({ text, bytes: Buffer.from(text) }));
    found.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
    return found.slice(0, this.#maxExpansions).map(({ text }) => text);
  }
}
