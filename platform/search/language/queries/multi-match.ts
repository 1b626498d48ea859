import { parsingException, rejected } from "../errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, locationOfEnd } from "../json.ts";
import { numberOf, Options } from "../options.ts";
import type { ReadClause } from "./kind.ts";
import { type MatchStyle, matchStyle } from "./match.ts";

export interface MultiMatchBody {
  readonly text: string;
  /** Names of fields or patterns of names, with their boosts. */
  readonly fields: ReadonlyMap<string, number>;
  readonly style: MatchStyle;
  readonly tieBreaker: number;
  readonly boost: number;
}

const options = [
  ...["query", "fields", "type", "tie_breaker", "operator", "minimum_should_match", "zero_terms_query", "lenient"],
  "boost",
];

export const multiMatch: ReadClause<MultiMatchBody> = (body, reader) => {
  const members = new Options("multi_match", body, options);
  const text = members.text("query");
  if (text === undefined) throw parsingException("No text specified for multi_match query", locationOfEnd(body));
  const type = members.text("type") ?? "best_fields";
  if (type !== "best_fields") {
    throw rejected("parse_exception", `failed to parse [multi_match] query type [${type}]. unknown type.`);
  }
  const fields = fieldsOf(members);
  const style = matchStyle(members);
  const lenient = members.get("lenient") === undefined ? fields.has("*") : style.lenient;
  reader.countWords(text, [...fields.keys()].filter((name) => !isPattern(name)).length);
  return {
    text,
    fields,
    style: { ...style, lenient },
    tieBreaker: members.number("tie_breaker") ?? 0,
    boost: members.boost,
  };
};

export const isPattern = (name: string): boolean => name.includes("*");

/** Without `fields`, all fields. */
function fieldsOf(members: Options): ReadonlyMap<string, number> {
  const given = members.get("fields");
  const names = given === undefined ? ["*"] : isArray(given) ? given : [given];
  const fields = new Map<string, number>();
  for (const each of names) {
    const text = members.scalar("fields", each);
    const caret = text.indexOf("^");
    const name = searchableField(caret < 0 ? text : text.slice(0, caret));
    fields.set(name, caret < 0 ? 1 : Math.fround(numberOf(text.slice(caret + 1))));
  }
  return fields;
}
