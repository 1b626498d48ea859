import { MAX_PATTERN_LENGTH, MAX_PATTERNS, MAX_STARRED_PATTERNS } from "../../limits.ts";
import { parsingException } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { isScalar, scalarText, tokenOf, unknownKey } from "../members/options.ts";

/** Which part of a document a hit carries: all, none, or the parts that the patterns of paths select. */
export type SourceFilter = "all" | "none" | SourcePatterns;

export interface SourcePatterns {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** Reads `_source`: true, false, a pattern, patterns, or `includes` and `excludes`. @throws SearchRejected */
export function readSourceFilter(body: JsonObject): SourceFilter {
  const value = body.get("_source");
  if (value === undefined || value === true) return "all";
  if (value === false) return "none";
  if (typeof value === "string") return checked({ includes: [value], excludes: [] });
  if (isArray(value)) return checked({ includes: patterns(value), excludes: [] });
  if (value === null) throw unknownKey("_source", body);
  if (!isObject(value)) {
    throw parsingException(
      `Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found [${tokenOf(value)}]`,
      locationOfValue(body, "_source"),
    );
  }
  const [includes, excludes]: [string[], string[]] = [[], []];
  for (const [name, given] of value) {
    const isInclude = name === "includes" || name === "include";
    const list = isInclude ? includes : name === "excludes" || name === "exclude" ? excludes : undefined;
    if (!list || !(typeof given === "string" || isArray(given))) throw unknownKey(name, value);
    for (const each of isArray(given) ? given : [given]) {
      if (typeof each !== "string") throw parsingException(`Unknown key for a ${tokenOf(each)} in [${name}].`);
      list.push(each);
    }
  }
  return includes.length + excludes.length === 0 ? "all" : checked({ includes, excludes });
}

function patterns(values: readonly JsonValue[]): string[] {
  return values.map((each) => {
    if (!isScalar(each)) throw parsingException(`Unknown key for a ${tokenOf(each)} in [_source].`);
    return scalarText(each);
  });
}

function checked(lists: SourcePatterns): SourcePatterns {
  const count = lists.includes.length + lists.excludes.length;
  expectAtMost(MAX_PATTERNS, count, "patterns", "[_source] has");
  for (const list of [lists.includes, lists.excludes]) {
    const longest = list.reduce((most, { length }) => Math.max(most, length), 0);
    expectAtMost(MAX_PATTERN_LENGTH, longest, "characters", "[_source] has a pattern of");
    const starred = list.filter((pattern) => pattern.includes("*")).length;
    expectAtMost(MAX_STARRED_PATTERNS, starred, "patterns with a star", "[_source] has");
  }
  return lists;
}
