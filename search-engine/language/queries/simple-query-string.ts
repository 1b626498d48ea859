import { illegalArgument, parsingException } from "../errors/errors.ts";
import { type JsonObject, locationOfEnd, locationOfValue } from "../json/json.ts";
import type { Options } from "../members/options.ts";
import { isNumber } from "../members/options.ts";
import {
  parseSimpleQueryString,
  type SimpleGroup,
  type SimpleLeaf,
  simpleFlags,
} from "../query-strings/simple-grammar.ts";
import { countFuzzyTerm } from "./fuzziness.ts";
import type { ClauseReader, ReadClause } from "./kind.ts";
import { fieldCount, type MultiMatchType, namedFields, typeOf } from "./multi-match.ts";
import { type QueryStringStyle, scalarMembers, styleOf, styleOptions } from "./query-string-members.ts";

export interface SimpleQueryStringBody extends QueryStringStyle {
  /** "all": a lone star. */
  readonly tree: SimpleGroup | "all";
  readonly type: MultiMatchType;
}

const options = [...styleOptions, "flags"];

/** A query in Lucene's simple syntax, which refuses no text. */
export const simpleQueryString: ReadClause<SimpleQueryStringBody> = (body, reader) => {
  const members = scalarMembers("simple_query_string", body, options, unsupported);
  const text = members.text("query");
  if (text === undefined) throw parsingException("[simple_query_string] query text missing", locationOfEnd(body));
  const style = styleOf(members);
  const type = typeOf(members.text("type") ?? "most_fields");
  const flags = flagsOf(members);
  const fields = [...(style.fields?.keys() ?? [])];
  const count = (leaf: SimpleLeaf) => countLeaf(leaf, fields, reader);
  return { ...style, type, tree: text.trim() === "*" ? "all" : parseSimpleQueryString(text, flags, count) };
};

const unsupported = (kind: string, members: JsonObject, name: string): Error =>
  parsingException(`[${kind}] unsupported field [${name}]`, locationOfValue(members, name));

function countLeaf(leaf: SimpleLeaf, fields: readonly string[], reader: ClauseReader<unknown>): void {
  if (leaf.kind === "fuzzy") countFuzzyTerm("simple_query_string", leaf.text, fieldCount(fields), reader);
  else reader.countClauses(1);
  if (leaf.kind === "text" || leaf.kind === "phrase") reader.countWords(leaf.text, namedFields(fields));
}

const ALL_FLAGS = -1;

const named: ReadonlyMap<string, number> = new Map([
  ["ALL", ALL_FLAGS],
  ["NONE", 0],
  ["AND", simpleFlags.and],
  ["NOT", simpleFlags.not],
  ["OR", simpleFlags.or],
  ["PREFIX", simpleFlags.prefix],
  ["PHRASE", simpleFlags.phrase],
  ["PRECEDENCE", simpleFlags.precedence],
  ["ESCAPE", simpleFlags.escape],
  ["WHITESPACE", simpleFlags.whitespace],
  ["FUZZY", simpleFlags.fuzzy],
  ["NEAR", simpleFlags.near],
  ["SLOP", simpleFlags.near],
]);

/** Names with bars between them, or their number. */
function flagsOf(members: Options): number {
  const given = members.get("flags");
  if (given === undefined) return ALL_FLAGS;
  if (isNumber(given)) {
    const flags = Math.trunc(Number(given));
    return flags < 0 ? ALL_FLAGS : flags;
  }
  const text = members.text("flags") ?? "";
  if (text === "") return ALL_FLAGS;
  let flags = 0;
  for (const name of text.split("|").filter((each) => each !== "")) {
    const flag = named.get(name.toUpperCase());
    if (flag === undefined) throw illegalArgument(`Unknown simple_query_string flag [${name}]`);
    if (flag === 0) return 0;
    if (flag === ALL_FLAGS) return ALL_FLAGS;
    flags |= flag;
  }
  return flags;
}
