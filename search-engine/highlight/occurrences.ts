import { item } from "../bytes/arrays.ts";
import type { LeafMarks, TermChoice } from "../query/marks.ts";
import { Bool } from "../query/nodes/bool.ts";
import { FunctionScore } from "../query/nodes/function-score.ts";
import type { GroupMarks, Query } from "../query/query.ts";
import type { Leaf } from "./leaves.ts";
import { phrasesIn, spansIn } from "./phrases.ts";
import { type AnalysedText, likestTerms, termsThat } from "./text.ts";

/** A marked part of a text. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** Identifies the term: occurrences with the same label are the same term. */
  readonly label: string;
  /** Number of its occurrences in the text, as far as known. */
  readonly frequency: number;
}

/** The document that has the text. */
export interface TextDocument {
  readonly field: string;
  readonly text: AnalysedText;
  /** The part of the text in which Lucene looks for excluded clauses. */
  soughtText(): AnalysedText;
  /** Whether an inner query matches the document. */
  matches(query: Query): boolean;
}

/**
 * The query's matches in the field, as Lucene's `Weight.matches` finds them: phrases as a whole, and no matches of
 * clauses whose siblings do not match. In the text's order.
 */
export function occurrencesOf(query: Query, document: TextDocument): Occurrence[] {
  const found = matchesOf(query, document) ?? [];
  return found.sort((a, b) => a.first - b.first || a.last - b.last).map(({ occurrence }) => occurrence);
}

interface Match {
  /** Positions of its first and last word. */
  readonly first: number;
  readonly last: number;
  readonly occurrence: Occurrence;
}

/** Steps of checking a clause: most are about other fields. */
const CLAUSE_STEPS = 10;

/** Steps of making a match, which may be dropped again, and its memory until its passage is written. */
const MATCH_STEPS = 20;
const MATCH_BYTES = 250;

/**
 * Undefined: the query does not match the document. `scores`: whether it is scored. Where it is not, Lucene leaves out
 * the optional clauses beside required ones, in a bool and in those inside it.
 */
function matchesOf(query: Query, document: TextDocument, scores = true): Match[] | undefined {
  const marks = marksOf(query);
  document.text.work.spend(CLAUSE_STEPS);
  if (marks?.kind === "boosted") return matchesOf(marks.query, document, scores);
  if (marks?.kind === "group") return matchesOfGroup(marks, document, scores || !(query instanceof Bool));
  if (!marks || marks.field !== document.field) return document.matches(query) ? [] : undefined;
  const found = matchesInText(marks, document.text);
  return found.length > 0 ? found : undefined;
}

/** Elasticsearch finds no words in a function score with `min_score`. */
const marksOf = (query: Query) =>
  query instanceof FunctionScore && query.style.minScore !== undefined ? undefined : query.marks;

/** The inner queries for which `occurrencesOf` calls `matches`, for any of the fields. */
export function* askedOfDocuments(query: Query, fields: ReadonlySet<string>): Generator<Query> {
  const marks = marksOf(query);
  if (marks?.kind === "boosted") yield* askedOfDocuments(marks.query, fields);
  else if (marks?.kind === "group") {
    const { required, filters, optional, excluded } = marks;
    for (const inner of [...required, ...filters, ...optional, ...excluded]) yield* askedOfDocuments(inner, fields);
  } else if (!marks || fields.size > 1 || !fields.has(marks.field)) yield query;
}

function matchesOfGroup(
  { required, filters, optional, excluded, minimum }: GroupMarks,
  document: TextDocument,
  scores: boolean,
): Match[] | undefined {
  if (excluded.length > 0) {
    const sought = { ...document, text: document.soughtText() };
    if (excluded.some((query) => matchesOf(query, sought, false) !== undefined)) return undefined;
  }
  const must = [
    ...required.map((query) => matchesOf(query, document, scores)),
    ...filters.map((query) => matchesOf(query, document, false)),
  ];
  const should = optional.map((query) => matchesOf(query, document, scores)).filter((found) => found !== undefined);
  if (should.length < minimum || (must.length === 0 && should.length === 0)) return undefined;
  if (!scores && minimum === 0 && must.length > 0) should.length = 0;
  return must.includes(undefined) ? undefined : [...must, ...should].flatMap((found) => found ?? []);
}

function matchesInText(marks: LeafMarks, text: AnalysedText): Match[] {
  switch (marks.kind) {
    case "term":
      return matchesOfWords(text, marks.term, marks.term);
    case "terms":
      return likestTerms(text, marks).flatMap((term) => {
        const label = marks.isRewritten ? term : ` ${marks.name}`;
        return matchesOfWords(text, term, label);
      });
    case "phrase": {
      const ofAll = phraseLabel(marks.places);
      return counted(text, phrasesIn(text, marks)).map(({ first, last }) =>
        matchOf(text, first, last, marks.places.length === 1 ? item(text.terms, first) : ofAll),
      );
    }
  }
}

function matchesOfWords(text: AnalysedText, term: string, label: string): Match[] {
  return counted(text, text.wordsOf.get(term) ?? []).map((word) => matchOf(text, word, word, label));
}

/** Counts each match before it is made. */
function counted<Found>({ work }: AnalysedText, found: readonly Found[]): readonly Found[] {
  work.spend(found.length * MATCH_STEPS);
  work.take(found.length * MATCH_BYTES);
  return found;
}

const phraseLabel = (places: readonly unknown[]): string =>
  places.map((place) => (typeof place === "string" ? place : "*")).join(" ");

function matchOf({ positions, starts, ends }: AnalysedText, first: number, last: number, label: string): Match {
  const occurrence = { start: item(starts, first), end: item(ends, last), label, frequency: 1 };
  return { first: item(positions, first), last: item(positions, last), occurrence };
}

/**
 * The words of the query that are in the text, whether or not the document matches: used where the words of other
 * fields count too. Words of a phrase are included only inside the phrase, where Lucene sees the phrase. Once it sees
 * one, it sees no terms in opaque groups.
 */
export function wordsOf(
  leaves: readonly Leaf[],
  accepts: (field: string) => boolean,
  text: AnalysedText,
): Occurrence[] {
  const counted = leaves.filter(({ field }) => accepts(field));
  const phrases = counted.filter((leaf) => leaf.kind === "phrase" && !leaf.isHidden);
  const terms = new Set(counted.filter(({ isHidden }) => phrases.length === 0 || !isHidden).flatMap(termsIn));
  const ofPhrases = new Map<string, Set<number>>();
  for (const phrase of phrases) {
    if (phrase.kind !== "phrase") continue;
    for (const word of spansIn(text, phrase, termsThat).flat()) addTo(ofPhrases, item(text.terms, word), word);
  }
  const found = [...terms].flatMap((term) => labelled(text, text.wordsOf.get(term) ?? [], term));
  for (const [term, words] of ofPhrases) if (!terms.has(term)) found.push(...labelled(text, [...words], term));
  for (const { label, choice } of counted.flatMap(patternsIn)) {
    const words = termsThat(text, choice).flatMap((term) => text.wordsOf.get(term) ?? []);
    found.push(...labelled(text, words, label));
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end || (a.label < b.label ? -1 : 1));
}

/** Terms that count anywhere, among them those of phrases that Lucene does not see as phrases. */
function termsIn(leaf: Leaf): readonly string[] {
  if (leaf.kind === "term") return [leaf.term];
  if (leaf.kind === "terms" || !leaf.isHidden) return [];
  return leaf.places.filter((place) => typeof place === "string");
}

/** Patterns whose terms count anywhere, among them the pattern at the end of a phrase. */
function patternsIn(leaf: Leaf): readonly { readonly label: string; readonly choice: TermChoice }[] {
  if (leaf.kind === "terms") return [{ label: ` ${leaf.field} ${leaf.name}`, choice: leaf }];
  const last = leaf.kind === "phrase" ? leaf.places.at(-1) : undefined;
  if (leaf.kind !== "phrase" || last === undefined || typeof last === "string") return [];
  return [{ label: ` ${leaf.field} ${phraseLabel(leaf.places)}`, choice: last }];
}

function addTo(words: Map<string, Set<number>>, term: string, word: number): void {
  const known = words.get(term);
  if (known) known.add(word);
  else words.set(term, new Set([word]));
}

function labelled(text: AnalysedText, words: readonly number[], label: string): Occurrence[] {
  return counted(text, words).map((word) => ({
    start: item(text.starts, word),
    end: item(text.ends, word),
    label,
    frequency: words.length,
  }));
}
