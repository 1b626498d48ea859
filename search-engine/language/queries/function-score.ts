import { illegalArgument, parsingException } from "../errors/errors.ts";
import { isNegative } from "../java/java-numbers.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfEnd, locationOfValue } from "../json/json.ts";
import { isScalar, numberAt, Options, tokenOf } from "../members/options.ts";
import type { BoostMode, ScoreFunction, ScoreMode } from "./functions/function.ts";
import { oneOf, readFunction } from "./functions/read.ts";
import type { ClauseReader } from "./kind.ts";

export interface FunctionScoreBody<Clause> {
  /** Undefined: all documents. */
  readonly query: Clause | undefined;
  readonly functions: readonly WeightedFunction<Clause>[];
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost: number;
  /** Documents with lower scores do not match. */
  readonly minScore: number | undefined;
  readonly boost: number;
}

/** A function, its weight or both. */
export interface WeightedFunction<Clause> {
  /** The documents that it applies to; undefined: all. */
  readonly filter: Clause | undefined;
  readonly score: ScoreFunction | undefined;
  readonly weight: number | undefined;
}

const SCORE_MODES: readonly ScoreMode[] = ["first", "avg", "max", "sum", "min", "multiply"];
const BOOST_MODES: readonly BoostMode[] = ["multiply", "replace", "sum", "avg", "min", "max"];
const scalars = ["score_mode", "boost_mode", "max_boost", "min_score", "boost", "_name"];

/** The greatest float32. */
const MAX_FLOAT = 2 ** 128 - 2 ** 104;

const FAILED = "failed to parse [function_score] query.";

/** Scores the matches of a query by functions of the documents. Scripts are not allowed. */
export function functionScore<Clause>(body: JsonObject, reader: ClauseReader<Clause>): FunctionScoreBody<Clause> {
  const read = new FunctionScoreReader(body, reader);
  const settings = new Map<string, JsonValue>();
  for (const [name, value] of body) {
    if (isScalar(value) && scalars.includes(name)) settings.set(name, value);
    else read.member(name, value);
  }
  const given = new Options("function_score", settings, scalars, body);
  const [maxBoost, minScore] = [given.float("max_boost"), given.float("min_score")];
  return {
    query: read.query,
    functions: read.functions,
    scoreMode: oneOf(SCORE_MODES, given.text("score_mode") ?? "multiply", "FunctionScoreQuery.ScoreMode"),
    boostMode: oneOf(BOOST_MODES, given.text("boost_mode") ?? "multiply", "CombineFunction"),
    maxBoost: maxBoost ?? MAX_FLOAT,
    minScore,
    boost: given.boost,
  };
}

class FunctionScoreReader<Clause> {
  query: Clause | undefined;
  functions: readonly WeightedFunction<Clause>[] = [];
  readonly #body: JsonObject;
  readonly #reader: ClauseReader<Clause>;
  #single: string | undefined;
  #hasList = false;

  constructor(body: JsonObject, reader: ClauseReader<Clause>) {
    this.#body = body;
    this.#reader = reader;
  }

  member(name: string, value: JsonValue): void {
    if (isArray(value)) this.#list(name, value);
    else if (isObject(value) && name === "query") this.query = this.#reader.read(value, this.#body, name);
    else if (value !== null) this.#one(name, value);
  }

  #list(name: string, list: readonly JsonValue[]): void {
    if (name !== "functions") throw this.#refuse(`${FAILED} array [${name}] is not supported`, name);
    if (this.#single !== undefined) throw this.#misplaced(`[${this.#single}]`, name);
    this.#hasList = true;
    this.functions = list.map((each) => this.#function(each));
  }

  #one(name: string, value: Exclude<JsonValue, null | readonly JsonValue[]>): void {
    if (this.#single !== undefined) {
      const found = `already found function [${this.#single}], now encountering [${name}].`;
      throw this.#refuse(`${FAILED} ${found} use [functions] array if you want to define several functions.`, name);
    }
    if (this.#hasList) throw this.#misplaced("[functions] array", name);
    if (!isObject(value) && name !== "weight") throw this.#refuse(`${FAILED} field [${name}] is not supported`, name);
    this.#single = name;
    this.#reader.countClauses(1);
    const score = isObject(value) ? readFunction(name, value, this.#body) : undefined;
    this.functions = [{ filter: undefined, score, weight: isObject(value) ? undefined : weightIn(this.#body) }];
  }

  #function(value: JsonValue): WeightedFunction<Clause> {
    if (!isObject(value)) {
      // Elasticsearch fills the placeholders of this message in the wrong order.
      const got = `expected a [${tokenOf(value)}] while parsing functions but got a [function_score] instead`;
      throw this.#refuse(`failed to parse [START_OBJECT]. malformed query, ${got}`, "functions");
    }
    this.#reader.countClauses(1);
    let filter: Clause | undefined;
    let score: ScoreFunction | undefined;
    let weight: number | undefined;
    for (const [name, member] of value) {
      if (isObject(member) && name === "filter") filter = this.#reader.read(member, value, name);
      else if (isObject(member)) {
        if (score) {
          const found = `already found [${score.kind}], now encountering [${name}]`;
          const at = locationOfValue(value, name);
          throw parsingException(`failed to parse function_score functions. ${found}.`, at);
        }
        score = readFunction(name, member, value);
      } else if (isScalar(member)) {
        if (name !== "weight") {
          throw parsingException(`${FAILED} field [${name}] is not supported`, locationOfValue(value, name));
        }
        weight = weightIn(value);
      }
    }
    if (!score && weight === undefined) {
      throw parsingException(`${FAILED} an entry in functions list is missing a function.`, locationOfEnd(value));
    }
    return { filter, score, weight };
  }

  #misplaced(found: string, name: string): Error {
    const rule = "you can either define [functions] array or a single function, not both.";
    return this.#refuse(`${FAILED} [${rule} already found ${found}, now encountering [${name}].]`, name);
  }

  #refuse(reason: string, name: string): Error {
    return parsingException(reason, locationOfValue(this.#body, name));
  }
}

function weightIn(members: JsonObject): number {
  const weight = Math.fround(numberAt(members, "weight"));
  if (isNegative(weight)) throw illegalArgument("[weight] cannot be negative for a filtering function");
  return weight;
}
