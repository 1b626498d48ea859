import type { IndexReader } from "../../index/segment.ts";
import { utf8 } from "../../index/terms.ts";
import type { Work } from "../../work/work.ts";
import type { PhraseMarks } from "../marks.ts";
import type { Query, Weight } from "../query.ts";
import { PhraseScorer } from "./phrase-scorer.ts";
import { PostingUnion } from "./posting-union.ts";
import { fieldStatistics, inverseDocumentFrequency, Similarity } from "./similarity.ts";
import { documentFrequency } from "./term.ts";

/** Terms of a text field one after another, with at most `slop` moves. */
export class Phrase implements Query {
  readonly field: string;
  readonly terms: readonly string[];
  readonly slop: number;
  /** Distance of each term from the first, and of the place of the alternatives if there are any. */
  readonly offsets: readonly number[];
  /** Terms allowed in the last place, behind `terms`; empty: there is no such place. */
  readonly alternatives: readonly string[];
  readonly key: string;
  readonly marks: PhraseMarks;
  readonly #work: Work;

  constructor(
    field: string,
    terms: readonly string[],
    slop: number,
    work: Work,
    offsets: readonly number[] = [...terms.keys()],
    alternatives: readonly string[] = [],
  ) {
    this.field = field;
    this.terms = terms;
    this.slop = slop;
    this.#work = work;
    this.offsets = offsets;
    this.alternatives = alternatives;
    const anyOf = new Set(alternatives);
    const alternative = { test: (term: string) => anyOf.has(term) };
    this.marks = {
      kind: "phrase",
      field,
      places: alternatives.length > 0 ? [...terms, alternative] : terms,
      offsets,
      slop,
    };
    this.key = `phrase(${field}\u0000${JSON.stringify([terms, offsets, alternatives])})~${slop}`;
  }

  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const { field, slop, offsets } = this;
    const work = this.#work;
    const terms = this.terms.map(utf8);
    const alternatives = this.alternatives.map(utf8);
    const similarity = scoring ? phraseSimilarity(index, field, [...terms, ...alternatives], boost) : undefined;
    return {
      scorer(segment) {
        const inverted = segment.inverted(field);
        if (!inverted?.text) return undefined;
        const find = (term: Uint8Array) => inverted.terms.find(term);
        const ordinals = terms.map(find);
        if (ordinals.some((ordinal) => ordinal < 0)) return undefined;
        const others = alternatives.map(find).filter((ordinal) => ordinal >= 0);
        if (alternatives.length > 0 && others.length === 0) return undefined;
        const last = others.length > 0 ? new PostingUnion(inverted, others, segment.maxDoc) : undefined;
        return new PhraseScorer(inverted, inverted.text, { ordinals, offsets, slop, last }, similarity, work);
      },
    };
  }
}

/** The phrase's idf is the sum of its terms' idfs. A repeated term counts repeatedly. */
function phraseSimilarity(
  index: IndexReader,
  field: string,
  terms: readonly Uint8Array[],
  boost: number,
): Similarity | undefined {
  const statistics = fieldStatistics(index, field);
  const frequencies = terms.map((term) => documentFrequency(index, field, term)).filter((frequency) => frequency > 0);
  if (frequencies.length === 0) return undefined;
  const idf = frequencies.reduce((sum, frequency) => sum + inverseDocumentFrequency(statistics, frequency), 0);
  return new Similarity(statistics, Math.fround(idf), boost);
}
