import {
  failedToCreateQuery,
  illegalArgument,
  located,
  parsingException,
  queryShardException,
  ShardFailure,
} from "../../errors/errors.ts";
import { SearchRejected } from "../../errors/rejected.ts";
import { fieldWithValues } from "../../fields.ts";
import type { GeoPoint } from "../../geometry/point.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  locationOfEnd,
  locationOfName,
  locationOfValue,
  spellingAt,
} from "../../json/json.ts";
import { isJavaNumber, isNumber, isScalar, numberAt, type Scalar, scalarText, tokenOf } from "../../members/options.ts";
import { pointOf } from "../geo.ts";
import { isMultiValueMode } from "../multi-value-mode.ts";
import {
  type Decay,
  type FieldValueFactor,
  MODIFIERS,
  type RandomScore,
  type ScoreFunction,
  SEQUENCE_NUMBER,
} from "./function.ts";

type ReadFunction = (body: JsonObject) => ScoreFunction;

/** Every function that is allowed. A function is added here, and to the engine's functions. */
const functionKinds: ReadonlyMap<string, ReadFunction> = new Map<string, ReadFunction>([
  ["random_score", randomScore],
  ["field_value_factor", fieldValueFactor],
  ["gauss", decay("gauss")],
  ["exp", decay("exp")],
  ["linear", decay("linear")],
]);

export const functionNames: readonly string[] = [...functionKinds.keys()];

/** Reads the member `name` of a clause or of one of its functions. @throws SearchRejected, ShardFailure */
export function readFunction(name: string, body: JsonObject, parent: JsonObject): ScoreFunction {
  const read = functionKinds.get(name);
  if (read) return read(body);
  const at = locationOfValue(parent, name);
  const reason = located(`unknown field [${name}]`, at);
  throw parsingException("unknown query [function_score]", at, { type: "named_object_not_found_exception", reason });
}

/** The name of a field whose values a function may read. @throws ShardFailure */
export function fieldRead(name: string): string {
  try {
    return fieldWithValues(name);
  } catch (error) {
    throw error instanceof ShardFailure ? failedToCreateQuery(error.type, error.message) : error;
  }
}

function randomScore(body: JsonObject): RandomScore {
  let seed: number | undefined;
  let field: string | undefined;
  for (const [name, value] of body) {
    if (isArray(value) || value === null) continue;
    if (name === "seed" && !isObject(value)) seed = seedOf(value, body);
    else if (name === "field" && !isObject(value)) field = fieldOfNumbers(scalarText(value));
    else throw parsingException(`random_score query does not support [${name}]`, locationOfValue(body, name));
  }
  return { kind: "random_score", seed, field };
}

/** The sequence number of a document has no values, but random numbers may be made from it. @throws ShardFailure */
const fieldOfNumbers = (name: string): string => (name === SEQUENCE_NUMBER ? name : fieldRead(name));

/** A Java int from a number or a text. */
function seedOf(seed: string | number | bigint | boolean, body: JsonObject): number {
  const at = locationOfValue(body, "seed");
  if (typeof seed === "string") return javaHash(seed);
  if (!isNumber(seed)) {
    throw parsingException(`random_score seed must be an int/long or string, not '${tokenOf(seed)}'`, at);
  }
  const isFloat = !Number.isInteger(Number(seed)) || spellingAt(body, "seed") !== undefined;
  if (isFloat || !isJavaNumber(seed)) {
    throw parsingException("random_score seed must be an int, long or string, not 'VALUE_NUMBER'", at);
  }
  const long = BigInt(seed);
  if (long >= -(2n ** 31n) && long < 2n ** 31n) return Number(long);
  return Number(BigInt.asIntN(32, long ^ (BigInt.asUintN(64, long) >> 32n)));
}

/** Java's hash of a string. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash;
}

function fieldValueFactor(body: JsonObject): FieldValueFactor {
  const kind = "field_value_factor";
  const settings = new Map<string, Scalar>();
  for (const [name, given] of body) {
    if (name === "factor" && (isArray(given) || isObject(given))) {
      const reason = "[field_value_factor] field 'factor' does not support lists or objects";
      throw parsingException(reason, locationOfValue(body, name));
    }
    const value = isArray(given) ? given.findLast(isScalar) : given;
    if (!isScalar(value) && !isObject(value)) continue;
    if (isObject(value) || !["field", "factor", "modifier", "missing"].includes(name)) {
      throw parsingException(`${kind} query does not support [${name}]`, locationOfValue(body, name));
    }
    settings.set(name, value);
  }
  const number = (name: string): number | undefined => {
    const value = settings.get(name);
    return value === undefined ? undefined : numberAt(body, name, value);
  };
  const modifier = settings.get("modifier") ?? "none";
  const read = {
    factor: Math.fround(number("factor") ?? 1),
    modifier: oneOf(MODIFIERS, scalarText(modifier), "FieldValueFactorFunction.Modifier"),
    missing: number("missing"),
  };
  const field = settings.get("field");
  if (field === undefined) throw parsingException(`[${kind}] required field 'field' missing`, locationOfEnd(body));
  return { kind, field: fieldRead(scalarText(field)), ...read };
}

/** One of the values of a Java enum, in either case. @throws SearchRejected */
export function oneOf<Value extends string>(values: readonly Value[], text: string, java: string): Value {
  const found = values.find((value) => value === text.toLowerCase());
  if (found !== undefined) return found;
  const constant = `org.elasticsearch.common.lucene.search.function.${java}.${text.toUpperCase()}`;
  throw illegalArgument(`No enum constant ${constant}`);
}

function decay(kind: Decay["kind"]): ReadFunction {
  return (body) => {
    let named: { readonly field: string; readonly parameters: ReadonlyMap<string, JsonValue> } | undefined;
    let mode = "min";
    for (const [name, value] of body) {
      if (isObject(value)) named = { field: fieldRead(name), parameters: checkedParameters(value) };
      else if (name === "multi_value_mode" && isScalar(value)) mode = scalarText(value).toLowerCase();
      else throw malformed(locationOfName(body, name));
    }
    if (!isMultiValueMode(mode)) throw illegalArgument(`Illegal sort mode: ${mode}`);
    if (!named) throw malformed(locationOfEnd(body));
    return { kind, ...named, mode };
  };
}

/** @throws ShardFailure for an unknown parameter */
function checkedParameters(parameters: JsonObject): JsonObject {
  for (const [name, value] of parameters) {
    if (!["origin", "scale", "offset", "decay"].includes(name)) throw misused(`parameter [${name}] not supported!`);
    if (name === "origin" && hasObject(value)) originPoint(value);
  }
  return parameters;
}

const hasObject = (value: JsonValue): boolean => isObject(value) || (isArray(value) && value.some(hasObject));

/** @throws ShardFailure when it is not a point, or a point without distances */
export function originPoint(value: JsonValue): GeoPoint {
  try {
    const point = pointOf(value);
    if (Number.isFinite(point.latitude) && Number.isFinite(point.longitude)) return point;
  } catch (error) {
    throw error instanceof SearchRejected ? misused(String(error.error["reason"])) : error;
  }
  throw misused("function score query returned an invalid score: NaN");
}

/** A parameter that is missing or unknown. */
export const misused = (reason: string): ShardFailure =>
  queryShardException(`failed to create query: ${reason}`, { type: "parse_exception", reason });

const malformed = (at: ReturnType<typeof locationOfEnd>): Error =>
  parsingException("malformed score function score parameters.", at);
