import { illegalArgument, parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { isScalar, tokenOf } from "../members/options.ts";
import { checked, isNotNegative, OptionValue } from "./option-value.ts";

/** The model for the likelihood of words that the index does not have after the words before them. */
export type Smoothing =
  | { readonly kind: "stupid_backoff"; readonly discount: number }
  | { readonly kind: "laplace"; readonly alpha: number }
  | { readonly kind: "linear"; readonly trigram: number; readonly bigram: number; readonly unigram: number };

/** The default. Its discount is a float32, unlike a discount in the body. */
export const defaultSmoothing: Smoothing = { kind: "stupid_backoff", discount: Math.fround(0.4) };

const DEFAULT_DISCOUNT = 0.4;
const DEFAULT_ALPHA = 0.5;
/** Allowed difference of the sum of the three weights from 1. */
const TOLERANCE = 0.001;

/** The last of the models; undefined where there is none. @throws SearchRejected */
export function readSmoothing(body: JsonObject): Smoothing | undefined {
  let model: Smoothing | undefined;
  for (const [name, value] of body) {
    if (!isObject(value)) {
      const reason = `[smoothing] unknown token [${tokenOf(value)}] after [${name}]`;
      throw parsingException(reason, locationOfValue(body, name));
    }
    model = readModel(name, value);
  }
  return model;
}

function readModel(name: string, body: JsonObject): Smoothing {
  switch (name) {
    case "stupid_backoff":
      return { kind: name, discount: lastNumber(body, "discount") ?? DEFAULT_DISCOUNT };
    case "laplace":
      return { kind: name, alpha: lastNumber(body, "alpha") ?? DEFAULT_ALPHA };
    case "linear":
      return readLinear(body);
    default:
      throw illegalArgument(`suggester[phrase] doesn't support object field [${name}]`);
  }
}

/** The number of this name, or the last in a list. Elasticsearch ignores other members. */
function lastNumber(body: JsonObject, name: string): number | undefined {
  let last: number | undefined;
  for (const [member, value] of body) {
    for (const each of scalarsIn(value, member, body)) {
      if (member === name) last = new OptionValue(each, member, body).number();
    }
  }
  return last;
}

function* scalarsIn(value: JsonValue, name: string, body: JsonObject): Generator<string | number | bigint | boolean> {
  if (isScalar(value)) yield value;
  else if (isArray(value)) for (const each of value) yield* scalarsIn(each, name, body);
  else if (isObject(value)) throw illegalArgument(`suggester[phrase] doesn't support object field [${name}]`);
}

const weights = { trigram_lambda: "trigram", bigram_lambda: "bigram", unigram_lambda: "unigram" } as const;

function readLinear(body: JsonObject): Smoothing {
  const given = { trigram: 0, bigram: 0, unigram: 0 };
  for (const [name, value] of body) {
    if (!isScalar(value)) {
      const reason = `[linear] unknown token [${tokenOf(value)}] after [${name}]`;
      throw parsingException(reason, locationOfValue(body, name));
    }
    if (!isWeight(name)) throw illegalArgument(`suggester[phrase][smoothing][linear] doesn't support field [${name}]`);
    const weight = new OptionValue(value, name, body).number();
    given[weights[name]] = checked(weight, isNotNegative, `${name} must be positive`);
  }
  const sum = given.trigram + given.bigram + given.unigram;
  checked(sum, () => Math.abs(sum - 1) <= TOLERANCE, "linear smoothing lambdas must sum to 1");
  return { kind: "linear", ...given };
}

const isWeight = (name: string): name is keyof typeof weights => Object.hasOwn(weights, name);
