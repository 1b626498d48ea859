import { item } from "../bytes/arrays.ts";
import type { TermChoice } from "../query/marks.ts";
import type { Leaf } from "./leaves.ts";
import { type AnalysedText, termsThat, WORD_BYTES, wordsByTerm } from "./text.ts";

/** Makes `soughtText` when it is first needed. */
export function soughtTextOf(text: AnalysedText, leaves: readonly Leaf[]): () => AnalysedText {
  let made: AnalysedText | undefined;
  return () => {
    made ??= soughtText(text, leaves);
    return made;
  };
}

/** Steps of checking and keeping a word. */
const WORD_STEPS = 5;

/**
 * The text with only the words that the query looks for in the field. Lucene runs the query on an index of this one
 * text, which holds no other words, unless its highlighter does not know a part of the query: so an excluded clause
 * with other words is not found.
 */
function soughtText(text: AnalysedText, leaves: readonly Leaf[]): AnalysedText {
  text.work.spend(leaves.length + text.terms.length * WORD_STEPS);
  if (leaves.some(isStrange)) return text;
  const sought = new Set(leaves.flatMap((leaf) => soughtTerms(text, leaf)));
  const words = [...text.terms.keys()].filter((word) => sought.has(item(text.terms, word)));
  text.work.take(words.length * WORD_BYTES);
  const terms = words.map((word) => item(text.terms, word));
  return {
    ...text,
    terms,
    starts: words.map((word) => item(text.starts, word)),
    ends: words.map((word) => item(text.ends, word)),
    positions: words.map((word) => item(text.positions, word)),
    wordsOf: wordsByTerm(terms),
  };
}

const isStrange = (leaf: Leaf): boolean =>
  leaf.kind === "phrase" ? typeof leaf.places.at(-1) !== "string" : leaf.kind === "terms" && leaf.isList === true;

function soughtTerms(text: AnalysedText, leaf: Leaf): readonly string[] {
  const chosen = (choice: string | TermChoice) => (typeof choice === "string" ? [choice] : termsThat(text, choice));
  switch (leaf.kind) {
    case "term":
      return [leaf.term];
    case "terms":
      return chosen(leaf);
    case "phrase":
      text.work.spend(leaf.places.length);
      return leaf.places.flatMap(chosen);
  }
}
