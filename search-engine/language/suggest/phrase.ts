import { MAX_PHRASE_SHARD_SIZE, MAX_SEPARATOR_LENGTH, MAX_TAG_LENGTH } from "../../limits.ts";
import { illegalArgument, illegalOnShard, parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { isScalar, scalarText } from "../members/options.ts";
import { type CommonOptions, commonOptions, commonReaders, type Given, type OptionReaders } from "./common.ts";
import { type DirectGenerator, defaultGenerator, readDirectGenerator } from "./direct-generator.ts";
import { checked, isNotNegative, OptionValue } from "./option-value.ts";
import { defaultSmoothing, readSmoothing, type Smoothing } from "./smoothing.ts";

/** Options of the `phrase` suggester, which finds likelier texts that differ from the text in some words. */
export interface PhraseOptions extends CommonOptions {
  /** Float32: likelihood that a word of the index is right. */
  readonly realWordErrorLikelihood: number;
  /** Float32: factor by which an option must be likelier than the text; 0: any option is answered. */
  readonly confidence: number;
  /** Separates the words of a term of several words. */
  readonly separator: string;
  /** Float32: maximum number of words that differ, or a share of them below 1. */
  readonly maxErrors: number;
  /** Maximum number of words of a term. */
  readonly gramSize: number;
  /** Texts of at least so many words have no options. */
  readonly tokenLimit: number;
  readonly smoothing: Smoothing;
  readonly generators: readonly DirectGenerator[];
  /** Tags around the words that differ. */
  readonly tags: Tags | undefined;
}

export interface Tags {
  readonly before: string;
  readonly after: string;
}

/** Options of a phrase other than numbers and texts. */
type Parts = Pick<PhraseOptions, "smoothing" | "generators" | "tags">;
type Values = Omit<PhraseOptions, keyof Parts>;

const defaults = {
  realWordErrorLikelihood: Math.fround(0.95),
  confidence: 1,
  separator: " ",
  maxErrors: 0.5,
  gramSize: 1,
  tokenLimit: 10,
};

const isPositive = (number: number): boolean => number > 0;

const valueReaders: OptionReaders<Values> = {
  ...commonReaders,
  real_word_error_likelihood(value, given) {
    const reason = "real_word_error_likelihood must be > 0.0";
    given.realWordErrorLikelihood = checked(value.float(), isPositive, reason);
  },
  confidence(value, given) {
    given.confidence = checked(value.float(), isNotNegative, "confidence must be >= 0.0");
  },
  separator(value, given) {
    expectAtMost(MAX_SEPARATOR_LENGTH, value.text.length, "characters", "[separator] has");
    given.separator = value.text;
  },
  max_errors(value, given) {
    given.maxErrors = checked(value.float(), isPositive, "max_error must be > 0.0");
  },
  gram_size(value, given) {
    given.gramSize = checked(value.whole(), isPositive, "gramSize must be >= 1");
  },
  force_unigrams(value) {
    // `force_unigrams` matters only for analyzers that make terms of several words. There are none.
    value.boolean();
  },
  token_limit(value, given) {
    given.tokenLimit = checked(value.whole(), isPositive, "token_limit must be >= 1");
  },
};

/** @throws SearchRejected; ShardFailure for a field that is not searchable */
export function readPhraseOptions(body: JsonObject): PhraseOptions {
  const given: Given<Values> = {};
  const generators: DirectGenerator[] = [];
  let [smoothing, tags]: [Smoothing | undefined, Tags | undefined] = [undefined, undefined];
  for (const [name, value] of body) {
    if (isScalar(value)) readValue(new OptionValue(value, name, body), name, given, body);
    else if (isArray(value) && name === "direct_generator") generators.push(...readGenerators(value, body));
    else if (isObject(value) && name === "smoothing") smoothing = readSmoothing(value);
    else if (isObject(value) && name === "highlight") tags = readTags(value);
    else throw unsupported(name, body);
  }
  const common = commonOptions(given);
  checkShardSize(common.shardSize);
  return {
    ...defaults,
    ...given,
    ...common,
    smoothing: smoothing ?? defaultSmoothing,
    tags,
    generators: generators.length > 0 ? generators : [defaultGenerator(common.field)],
  };
}

/** Elasticsearch allocates all of them at once. @throws ShardFailure */
function checkShardSize(shardSize: number): void {
  if (shardSize <= MAX_PHRASE_SHARD_SIZE) return;
  throw illegalOnShard(
    `[shard_size] of a phrase suggestion, which is its [size] where it is not given, must be at most [${MAX_PHRASE_SHARD_SIZE}] but was [${shardSize}]`,
  );
}

function readValue(value: OptionValue, name: string, given: Given<Values>, body: JsonObject): void {
  const read = Object.hasOwn(valueReaders, name) ? valueReaders[name] : undefined;
  if (!read) throw doesNotSupport(name, body);
  read(value, given);
}

function readGenerators(list: readonly JsonValue[], body: JsonObject): DirectGenerator[] {
  return list.map((each) => {
    if (isObject(each)) return readDirectGenerator(each);
    throw doesNotSupport("direct_generator", body);
  });
}

function readTags(body: JsonObject): Tags | undefined {
  const given = new Map<string, string>();
  for (const [name, value] of body) {
    // Elasticsearch ignores null.
    if (value === null) continue;
    if (!isScalar(value) || (name !== "pre_tag" && name !== "post_tag")) {
      const reason = `suggester[phrase][highlight] doesn't support field [${name}]`;
      throw parsingException(reason, locationOfValue(body, name));
    }
    const tag = scalarText(value);
    expectAtMost(MAX_TAG_LENGTH, tag.length, "characters", "[highlight] has a tag of");
    given.set(name, tag);
  }
  const [before, after] = [given.get("pre_tag"), given.get("post_tag")];
  if (before !== undefined && after !== undefined) return { before, after };
  if (given.size === 0) return undefined;
  throw illegalArgument("Pre and post tag must both be null or both not be null.");
}

/** The refusal of `collate`, a query template, and of unknown members. */
function unsupported(name: string, body: JsonObject): Error {
  const value = body.get(name);
  const isRefusedByShape = name !== "collate" && (isArray(value) || isObject(value));
  if (!isRefusedByShape) return doesNotSupport(name, body);
  const reason = `suggester[phrase]  doesn't support array field [${name}]`;
  return parsingException(reason, locationOfValue(body, name));
}

const doesNotSupport = (name: string, body: JsonObject): Error =>
  parsingException(`suggester[phrase] doesn't support field [${name}]`, locationOfValue(body, name));
