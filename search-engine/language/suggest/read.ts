import { illegalArgument, parsingException, rejected } from "../errors/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { isScalar, scalarText, tokenOf, unknownKey } from "../members/options.ts";
import type { ClauseReader } from "../queries/kind.ts";
import { countSuggestion } from "./cost.ts";
import { readSuggester, type Suggester } from "./suggester.ts";

/** `suggest`: suggestions for texts that may be misspelt. */
export interface Suggest {
  /** With their names in the answer, in the order of the body. */
  readonly suggestions: readonly Suggestion[];
  /** Whether the body has neither a query nor aggregations: such a search finds no hits. */
  readonly alone: boolean;
}

export interface Suggestion {
  readonly name: string;
  /** Undefined where the body has none, neither here nor for all suggestions. */
  readonly text: string | undefined;
  readonly suggester: Suggester;
}

/** Members for the text of a suggestion; the first one present counts. */
const textMembers = ["text", "prefix", "regex"] as const;

/** Reads `suggest`; undefined when there is none. @throws SearchRejected, ShardFailure */
export function readSuggest(body: JsonObject, reader: ClauseReader<unknown>): Suggest | undefined {
  const value = body.get("suggest");
  if (value === undefined) return undefined;
  if (!isObject(value)) throw unknownKey("suggest", body);
  let general: string | undefined;
  const read: Suggestion[] = [];
  for (const [name, member] of value) {
    if (isObject(member)) read.push(readSuggestion(name, member));
    else if (!isScalar(member)) {
      throw parsingException(`unexpected token [${tokenOf(member)}] after [${name}]`, locationOfValue(value, name));
    } else if (name !== "text") throw illegalArgument(`[suggest] does not support [${name}]`);
    else general = scalarText(member);
  }
  const suggestions = read.map((each) => ({ ...each, text: each.text ?? general }));
  for (const { text, suggester } of suggestions) countSuggestion(text ?? "", suggester, reader);
  const alone = !["query", "aggs", "aggregations"].some((member) => body.has(member));
  return { suggestions, alone };
}

function readSuggestion(name: string, body: JsonObject): Suggestion {
  const texts = new Map<string, string>();
  let suggester: Suggester | undefined;
  for (const [member, value] of body) {
    for (const each of valuesIn(value)) {
      if (isObject(each)) {
        suggester = readSuggester(member, each, body);
      } else if (isScalar(each)) {
        if (!textMembers.some((known) => known === member)) {
          throw parsingException(`suggestion does not support [${member}]`, locationOfValue(body, member));
        }
        texts.set(member, scalarText(each));
      }
    }
  }
  if (!suggester) throw rejected("parse_exception", "missing suggestion object");
  const given = textMembers.find((member) => texts.has(member));
  return { name, text: given && texts.get(given), suggester };
}

/** The value, or the items of its lists: Elasticsearch does not distinguish them. */
function* valuesIn(value: JsonValue): Generator<JsonValue> {
  if (!isArray(value)) yield value;
  else for (const each of value) yield* valuesIn(each);
}
