import type { FieldKind } from "../index/mapping.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { HighlightOptions } from "../language/highlight/options.ts";
import type { HighlightField } from "../language/highlight/read.ts";
import { trim } from "../language/java/trim.ts";
import type { Query } from "../query/query.ts";
import { Boundaries } from "./breaks/boundaries.ts";
import { BoundedSentences } from "./breaks/bounded.ts";
import type { Breaks } from "./breaks/breaks.ts";
import { SentenceBreaks } from "./breaks/sentence.ts";
import { BreaksOfValues, SEPARATOR, wholeValue } from "./breaks/values.ts";
import { nextWord } from "./breaks/word.ts";
import { encoderOf } from "./encoder.ts";
import type { Leaf } from "./leaves.ts";
import { type Occurrence, occurrencesOf, wordsOf } from "./occurrences.ts";
import { bestPassages, type Passage } from "./passages.ts";
import { soughtTextOf } from "./sought-text.ts";
import { type AnalysedText, analyseValues } from "./text.ts";
import { BYTES_OF_A_CHARACTER, type TextWork } from "./text-work.ts";

/** The values of a field of one document, with the query to highlight. */
export interface HighlightedField {
  readonly name: string;
  readonly kind: FieldKind;
  /** The field, and those whose matches the unified highlighter marks in its text. */
  readonly matched: readonly { readonly name: string; readonly kind: FieldKind }[];
  readonly values: readonly string[];
  readonly query: Query;
  /** The terms, patterns and phrases of the query, for any field. */
  readonly leaves: readonly Leaf[];
  readonly options: HighlightField;
  /** Whether an inner query matches the document. */
  matches(query: Query): boolean;
  readonly work: TextWork;
}

/** Steps of sorting an occurrence, finding its passage and marking it. */
const OCCURRENCE_STEPS = 50;

/** Fragments as Elasticsearch's unified highlighter makes them. @throws ShardFailure */
export function unifiedFragments(field: HighlightedField): string[] {
  const { kind, values, options } = field;
  if (options.matchedFields.length > 0 && !options.requiresFieldMatch) {
    throw illegalOnShard("Matched fields are not supported when [require_field_match] is set to [false]");
  }
  const last = options.maxAnalyzedOffset ?? Number.POSITIVE_INFINITY;
  const text = values.join(SEPARATOR);
  const textAs = analysisOf(field);
  const found = field.matched.flatMap((each) => occurrencesAs(each.name, textAs(each.kind), field));
  if (field.matched.length > 1) found.sort((a, b) => a.start - b.start || a.end - b.end);
  const until = found.findIndex(({ start }) => start > last);
  const passages = passagesOf(text, until < 0 ? found : found.slice(0, until), kind, options);
  const answered = passages.length > 0 ? passages : noMatchPassages(text, options.noMatchSize);
  const ordered = options.ordersByScore ? answered.toSorted((a, b) => b.score - a.score) : answered;
  const isBlank = /^[\s\0]*$/;
  return ordered
    .map((passage) => written(text, passage, options, field.work))
    .filter((fragment) => !isBlank.test(fragment));
}

/** The text, analysed for each kind of field: once a kind, however many fields have it. */
function analysisOf({ values, work, options }: HighlightedField): (kind: FieldKind) => AnalysedText {
  const analysed = new Map<FieldKind, AnalysedText>();
  return (kind) => {
    const text = analysed.get(kind) ?? analyseValues(values, kind, work, options.maxAnalyzedOffset);
    analysed.set(kind, text);
    return text;
  };
}

/** The occurrences in the text, as if it were that of the field `name`. */
function occurrencesAs(name: string, text: AnalysedText, field: HighlightedField): Occurrence[] {
  const { query, leaves, options, matches, work } = field;
  work.spend(leaves.length);
  const ofField = () => {
    const leavesOfField = leaves.filter((leaf) => leaf.field === name);
    return occurrencesOf(query, { field: name, text, soughtText: soughtTextOf(text, leavesOfField), matches });
  };
  const found = options.requiresFieldMatch ? ofField() : wordsOf(leaves, (other) => other !== "_id", text);
  work.spend(found.length * OCCURRENCE_STEPS);
  return found;
}

function passagesOf(
  text: string,
  occurrences: readonly Occurrence[],
  kind: FieldKind,
  options: HighlightOptions,
): readonly Passage[] {
  const isWhole = options.fragments === 0 || kind !== "text";
  const isBounded = !isWhole && options.boundaryScanner === "sentence" && options.fragmentSize > 0;
  const breaksOf = isWhole ? wholeValue : scanner(options);
  if (occurrences.length === 0) return [];
  const breaks = new BreaksOfValues(text, breaksOf, !isBounded);
  return bestPassages(
    text,
    occurrences,
    breaks,
    options.fragments === 0 ? Number.POSITIVE_INFINITY : options.fragments,
  );
}

function scanner({ boundaryScanner, fragmentSize }: HighlightOptions): (value: string) => Breaks {
  switch (boundaryScanner) {
    case "sentence":
      return (value) => (fragmentSize > 0 ? new BoundedSentences(value, fragmentSize) : new SentenceBreaks(value));
    case "word":
      return (value) => new Boundaries(value, nextWord);
    case "chars":
      throw illegalOnShard("Invalid boundary scanner type: chars");
  }
}

/** The beginning of the first value that is not empty, up to the end of a word. */
function noMatchPassages(text: string, size: number): readonly Passage[] {
  if (size <= 0) return [];
  const start = text.search(/[^\0]/);
  if (start < 0) return [];
  const separator = text.indexOf(SEPARATOR, start);
  const valueEnd = separator < 0 ? text.length : separator;
  const end = start + size < valueEnd ? new Boundaries(text, nextWord).following(start + size) : valueEnd;
  return [{ start, end, score: Number.NaN, occurrences: [] }];
}

/** The passage with its tags. Overlapping occurrences are marked as one. @throws ShardFailure when it is too long */
function written(
  text: string,
  { start, end, occurrences }: Passage,
  options: HighlightOptions,
  work: TextWork,
): string {
  const encode = encoderOf(options);
  const tags = options.preTag.length + options.postTag.length;
  work.take(BYTES_OF_A_CHARACTER * (end - start + occurrences.length * tags));
  let out = "";
  let at = start;
  for (let index = 0; index < occurrences.length; index++) {
    const { start: from = 0, end: firstEnd = 0 } = occurrences[index] ?? {};
    let to = firstEnd;
    for (let next = occurrences[index + 1]; next && next.start < to; next = occurrences[index + 1]) {
      to = Math.max(to, next.end);
      index++;
    }
    to = Math.min(to, end);
    out += encode(text.slice(at, from)) + options.preTag + encode(text.slice(from, to)) + options.postTag;
    at = to;
  }
  out += encode(text.slice(at, Math.max(at, end)));
  if (out.endsWith("\u2029") || out.endsWith(SEPARATOR)) out = out.slice(0, -1);
  return options.fragments === 0 ? out : javaTrim(out);
}

/** Java's `trim`: removes all characters up to the space. */
const javaTrim = (text: string): string => trim(text, (code) => code <= SPACE);
const SPACE = 32;
