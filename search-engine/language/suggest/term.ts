import { illegalArgument, parsingException } from "../errors/errors.ts";
import { type JsonObject, locationOfValue } from "../json/json.ts";
import { isScalar } from "../members/options.ts";
import { type CommonOptions, commonOptions, commonReaders, type Given, type OptionReaders } from "./common.ts";
import { checked, isNotNegative, OptionValue } from "./option-value.ts";
import {
  constantNamed,
  defaultSpelling,
  type Spelling,
  stringDistances,
  suggestModes,
  suggestOrders,
} from "./spelling.ts";

/** Options of the `term` suggester: terms within a few edits of the words of a text. */
export interface TermOptions extends CommonOptions, Spelling {}

const termReaders: OptionReaders<TermOptions> = {
  ...commonReaders,
  sort(value, given) {
    given.sort = constantOf(value.text, suggestOrders, "SortBy");
  },
  suggest_mode(value, given) {
    given.mode = constantOf(value.text, suggestModes, "term.TermSuggestionBuilder.SuggestMode");
  },
  max_edits(value, given) {
    const isAllowed = (edits: number) => edits === 1 || edits === 2;
    given.maxEdits = checked(value.whole(), isAllowed, "maxEdits must be between 1 and 2");
  },
  prefix_length(value, given) {
    given.prefixLength = checked(value.whole(), isNotNegative, "prefixLength must be positive");
  },
  min_word_length(value, given) {
    const reason = "minWordLength must be greater or equal to 1";
    given.minWordLength = checked(value.whole(), (length) => length >= 1, reason);
  },
  max_inspections(value, given) {
    given.maxInspections = checked(value.whole(), isNotNegative, "maxInspections must be positive");
  },
  min_doc_freq(value, given) {
    given.minDocFreq = frequency(value.float(), "minDocFreq");
  },
  max_term_freq(value, given) {
    given.maxTermFreq = frequency(value.float(), "maxTermFreq");
  },
  accuracy(value, given) {
    given.accuracy = checked(value.float(), (share) => share >= 0 && share <= 1, "accuracy must be between 0 and 1");
  },
  string_distance(value, given) {
    const distance = constantNamed(value.text, stringDistances);
    if (!distance) throw illegalArgument(`Illegal distance option ${value.text}`);
    given.distance = distance;
  },
};

/** @throws SearchRejected; ShardFailure for a field that is not searchable */
export function readTermOptions(body: JsonObject): TermOptions {
  const given: Given<TermOptions> = {};
  for (const [name, value] of body) {
    const at = locationOfValue(body, name);
    if (!isScalar(value)) throw parsingException(`suggester[term] parsing failed on [${name}]`, at);
    const read = Object.hasOwn(termReaders, name) ? termReaders[name] : undefined;
    if (!read) throw parsingException(`suggester[term] doesn't support field [${name}]`, at);
    read(new OptionValue(value, name, body), given);
  }
  return { ...defaultSpelling, ...given, ...commonOptions(given) };
}

/** A number of documents, or a share of them below 1. */
function frequency(number: number, name: string): number {
  checked(number, isNotNegative, `${name} must be positive`);
  const isCount = (count: number) => count <= 1 || Number.isInteger(count);
  return checked(number, isCount, `if ${name} is greater than 1, it must not be a fraction`);
}

/** The constant that the text names, in either case. `type`: Java's name of the type. */
function constantOf<Name extends string>(text: string, names: readonly Name[], type: string): Name {
  const name = constantNamed(text, names);
  if (name !== undefined) return name;
  throw illegalArgument(`No enum constant org.elasticsearch.search.suggest.${type}.${text.toUpperCase()}`);
}
