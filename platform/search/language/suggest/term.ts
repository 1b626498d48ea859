import { illegalArgument, parsingException, rejected, xContentParseException } from "../errors.ts";
import { searchableField } from "../fields.ts";
import { type JsonObject, locationOfValue } from "../json.ts";
import { isNumber, isScalar, numberOf, type Scalar, scalarText } from "../options.ts";

export const stringDistances = ["internal", "damerau_levenshtein", "levenshtein", "jaro_winkler", "ngram"] as const;
export type StringDistance = (typeof stringDistances)[number];

const suggestModes = ["missing", "popular", "always"] as const;
export type SuggestMode = (typeof suggestModes)[number];

const orders = ["score", "frequency"] as const;
export type SuggestOrder = (typeof orders)[number];

/** Options of the `term` suggester: terms that few edits make of the words of a text. */
export interface TermOptions {
  readonly field: string;
  readonly analyzer: string | undefined;
  /** Options of each word. */
  readonly size: number;
  /** Options that are found and sorted before `size` of them are answered. */
  readonly shardSize: number;
  readonly sort: SuggestOrder;
  /** Whether words get options only when the index has them not, only more frequent ones, or all. */
  readonly mode: SuggestMode;
  readonly maxEdits: number;
  /** Characters at the beginning that must be equal. */
  readonly prefixLength: number;
  /** Shorter words get no options. */
  readonly minWordLength: number;
  /** For each of `shardSize` options so many similar terms are looked at. */
  readonly maxInspections: number;
  /** Float32, below 1 a share of the documents: how many have to have an option. */
  readonly minDocFreq: number;
  /** Float32, below 1 a share of the documents: words that more have get no options. */
  readonly maxTermFreq: number;
  /** Float32: the least similarity of an option. */
  readonly accuracy: number;
  readonly distance: StringDistance;
}

const DEFAULT_SIZE = 5;
const MAX_INT = 0x7fff_ffff;

const defaults: Omit<TermOptions, "field" | "shardSize"> = {
  analyzer: undefined,
  size: DEFAULT_SIZE,
  sort: "score",
  mode: "missing",
  maxEdits: 2,
  prefixLength: 1,
  minWordLength: 4,
  maxInspections: 5,
  minDocFreq: 0,
  maxTermFreq: Math.fround(0.01),
  accuracy: 0.5,
  distance: "internal",
};

type Given = { -readonly [Name in keyof TermOptions]?: TermOptions[Name] };

/** Reads an option's value into the options. @throws SearchRejected */
type ReadOption = (value: Scalar, given: Given, whole: () => number, float: () => number) => void;

const termOptions: Readonly<Record<string, ReadOption>> = {
  field(value, given) {
    given.field = scalarText(value);
  },
  analyzer(value, given) {
    given.analyzer = scalarText(value);
  },
  size(_value, given, whole) {
    given.size = checked(whole(), (size) => size > 0, "size must be positive");
  },
  shard_size(_value, given, whole) {
    given.shardSize = whole();
  },
  sort(value, given) {
    given.sort = constantOf(value, orders, "SortBy");
  },
  suggest_mode(value, given) {
    given.mode = constantOf(value, suggestModes, "term.TermSuggestionBuilder.SuggestMode");
  },
  max_edits(_value, given, whole) {
    const isAllowed = (edits: number) => edits === 1 || edits === 2;
    given.maxEdits = checked(whole(), isAllowed, "maxEdits must be between 1 and 2");
  },
  prefix_length(_value, given, whole) {
    given.prefixLength = checked(whole(), isNotNegative, "prefixLength must be positive");
  },
  min_word_length(_value, given, whole) {
    const reason = "minWordLength must be greater or equal to 1";
    given.minWordLength = checked(whole(), (length) => length >= 1, reason);
  },
  max_inspections(_value, given, whole) {
    given.maxInspections = checked(whole(), isNotNegative, "maxInspections must be positive");
  },
  min_doc_freq(_value, given, _whole, float) {
    given.minDocFreq = frequency(float(), "minDocFreq");
  },
  max_term_freq(_value, given, _whole, float) {
    given.maxTermFreq = frequency(float(), "maxTermFreq");
  },
  accuracy(_value, given, _whole, float) {
    given.accuracy = checked(float(), (share) => share >= 0 && share <= 1, "accuracy must be between 0 and 1");
  },
  string_distance(value, given) {
    const text = scalarText(value);
    const distance = stringDistances.find((each) => each === text.toLowerCase());
    if (!distance) throw illegalArgument(`Illegal distance option ${text}`);
    given.distance = distance;
  },
};

/** @throws SearchRejected; ShardFailure for a field that is not searched */
export function readTermOptions(body: JsonObject): TermOptions {
  const given: Given = {};
  for (const [name, value] of body) {
    const at = locationOfValue(body, name);
    if (!isScalar(value)) throw parsingException(`suggester[term] parsing failed on [${name}]`, at);
    const read = Object.hasOwn(termOptions, name) ? termOptions[name] : undefined;
    if (!read) throw parsingException(`suggester[term] doesn't support field [${name}]`, at);
    read(
      value,
      given,
      () => wholeOf(value, name, body),
      () => Math.fround(numberIn(value, name, body)),
    );
  }
  const { field } = given;
  if (field === undefined) throw rejected("parse_exception", "the required field option [field] is missing");
  if (field === "") throw illegalArgument("suggestion field name is empty");
  const size = given.size ?? DEFAULT_SIZE;
  return { ...defaults, shardSize: Math.max(size, DEFAULT_SIZE), ...given, field: searchableField(field) };
}

function wholeOf(value: Scalar, name: string, body: JsonObject): number {
  const whole = Math.trunc(numberIn(value, name, body));
  if (whole >= -MAX_INT - 1 && whole <= MAX_INT) return whole;
  throw notNumeric(value, name, body, `Numeric value (${value}) out of range of int (${-MAX_INT - 1} - ${MAX_INT})`);
}

function numberIn(value: Scalar, name: string, body: JsonObject): number {
  if (value === "") throw rejected("number_format_exception", "empty String");
  if (isNumber(value) || typeof value === "string") return numberOf(scalarText(value));
  const token = `VALUE_${String(value).toUpperCase()}`;
  throw notNumeric(value, name, body, `Current token (${token}) not numeric, can not use numeric value accessors`);
}

/** The refusal tells where the token ends. */
function notNumeric(value: Scalar, name: string, body: JsonObject, reason: string): Error {
  const start = locationOfValue(body, name);
  return xContentParseException(reason, start && { line: start.line, col: start.col + String(value).length });
}

const isNotNegative = (number: number): boolean => number >= 0;

function checked(number: number, isAllowed: (number: number) => boolean, reason: string): number {
  if (isAllowed(number)) return number;
  throw illegalArgument(reason);
}

/** A number of documents, or below 1 a share of them. */
function frequency(number: number, name: string): number {
  checked(number, isNotNegative, `${name} must be positive`);
  const isCount = (count: number) => count <= 1 || Number.isInteger(count);
  return checked(number, isCount, `if ${name} is greater than 1, it must not be a fraction`);
}

/** The constant that the value names in any case. `type`: what Java calls their type. */
function constantOf<Name extends string>(value: Scalar, names: readonly Name[], type: string): Name {
  const text = scalarText(value);
  const name = names.find((each) => each === text.toLowerCase());
  if (name === undefined) {
    throw illegalArgument(`No enum constant org.elasticsearch.search.suggest.${type}.${text.toUpperCase()}`);
  }
  return name;
}
