import { item } from "../bytes/arrays.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { HighlightOptions } from "../language/highlight/options.ts";
import { encoderOf } from "./encoder.ts";
import { type AnalysedText, analyseValues } from "./text.ts";
import { BYTES_OF_A_CHARACTER } from "./text-work.ts";
import type { HighlightedField } from "./unified.ts";
import { countsAt, type WeightedTerm, weightedTerms } from "./weighted-terms.ts";

/** A part of a value, cut by length. */
interface Fragment {
  readonly text: string;
  /** Sum of the weights of its distinct terms, float32. */
  readonly score: number;
  /** Its place among the fragments of all values. */
  readonly place: number;
}

/** Fragments as Elasticsearch's plain highlighter makes them. @throws ShardFailure */
export function plainFragments(field: HighlightedField): string[] {
  const { name, kind, values, options } = field;
  const accepts = options.requiresFieldMatch ? (other: string) => other === name : () => true;
  const most = options.fragments === 0 ? 1 : options.fragments;
  const found: Fragment[] = [];
  let base = 0;
  for (const value of values) {
    const text = analyseValues([value], kind, field.work, options.maxAnalyzedOffset);
    const best = fragmentsOf(value, text, weightedTerms(field.leaves, accepts, text), field)
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .slice(0, most);
    for (const fragment of best) if (fragment.score > 0) found.push({ ...fragment, place: fragment.place + base });
    base += best.length;
  }
  if (options.ordersByScore) {
    if (values.length > 1) found.sort((a, b) => b.score - a.score);
  } else found.sort((a, b) => a.place - b.place);
  const isAll = options.fragments === 0 && values.length > 1;
  const texts = (isAll ? found : found.slice(0, most)).map(({ text }) => text);
  return texts.length > 0 ? texts : noMatchFragments(field);
}

function fragmentsOf(
  value: string,
  text: AnalysedText,
  terms: ReadonlyMap<string, WeightedTerm>,
  { name, options, work }: HighlightedField,
): Fragment[] {
  const encode = encoderOf(options);
  const tags = options.preTag.length + options.postTag.length;
  work.take(BYTES_OF_A_CHARACTER * value.length);
  const isNew = fragmenter(value.length, text, terms, name, options);
  const fragments: Fragment[] = [];
  let [out, score, written] = ["", 0, 0];
  let seen = new Set<string>();
  const close = () => fragments.push({ text: out, score, place: fragments.length });
  for (const [word, term] of text.terms.entries()) {
    if (word > 0 && isNew(word)) {
      close();
      [out, score, seen] = ["", 0, new Set()];
    }
    const weighted = terms.get(term);
    const weight = weighted && countsAt(weighted, item(text.positions, word)) ? weighted.weight : 0;
    if (weight > 0) work.take(BYTES_OF_A_CHARACTER * tags);
    if (weight !== 0 && !seen.has(term)) score = Math.fround(score + weight);
    if (weight !== 0) seen.add(term);
    const [start, end] = [item(text.starts, word), item(text.ends, word)];
    const encoded = encode(value.slice(start, end));
    out += encode(value.slice(written, start)) + (weight > 0 ? options.preTag + encoded + options.postTag : encoded);
    written = end;
  }
  out += encode(value.slice(written));
  close();
  return fragments;
}

/** Returns whether a word, by its number from 1, begins a fragment. Called once for each word, in order. */
function fragmenter(
  length: number,
  { terms: words, ends }: AnalysedText,
  terms: ReadonlyMap<string, WeightedTerm>,
  field: string,
  { fragments, fragmenter: kind, fragmentSize: size }: HighlightOptions,
): (word: number) => boolean {
  if (fragments === 0) return () => false;
  let count = 1;
  const isLongEnough = (word: number) => item(ends, word) >= size * count;
  if (kind === "simple") {
    return (word) => {
      if (!isLongEnough(word)) return false;
      count++;
      return true;
    };
  }
  if (kind !== "span") throw illegalOnShard(`unknown fragmenter option [${kind}] for the field [${field}]`);
  let waitsFor = -1;
  return (word) => {
    // Lucene counts from the second word on, so that spans begin one word late.
    const position = word - 1;
    if (waitsFor <= position) waitsFor = -1;
    else return false;
    const end = terms.get(item(words, word))?.spans.endOf(position);
    if (end !== undefined) waitsFor = end + 1;
    if (!isLongEnough(word) || length - item(ends, word) < size >>> 1) return false;
    count++;
    return true;
  };
}

/** The beginning of the first value, up to the end of a word. */
function noMatchFragments({ values, kind, options, work }: HighlightedField): string[] {
  const [first] = values;
  const { noMatchSize } = options;
  if (noMatchSize <= 0 || first === undefined) return [];
  if (first.length <= noMatchSize) return first === "" ? [] : [first];
  const { ends } = analyseValues([first], kind, work, options.maxAnalyzedOffset);
  const end = ends.findLast((each) => each <= noMatchSize) ?? -1;
  return end > 0 ? [first.slice(0, end)] : [];
}
