import { illegalArgument, parsingException } from "../errors.ts";
import type { IndexReader } from "../index/segment.ts";
import { isObject, type JsonValue, type Place, placeOfName, placeOfValue } from "../json.ts";
import { tokenOf } from "./clause.ts";
import type { ParseContext } from "./kind.ts";
import type { Query } from "./query.ts";
import { queryKinds } from "./table.ts";

/** Clauses inside clauses, at most. */
export const maxDepth = 32;

/** What parsing of a whole search shares. */
export function parseContext(index: IndexReader, now: number): ParseContext {
  let depth = 0;
  const context: ParseContext = {
    index,
    now,
    parseQuery(value, at) {
      if (++depth > maxDepth) {
        throw illegalArgument(
          `The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]`,
        );
      }
      const query = parseClause(value, context, at);
      depth--;
      return query;
    },
  };
  return context;
}

function parseClause(value: JsonValue, context: ParseContext, at?: Place): Query {
  if (!isObject(value)) throw parsingException("[_na] query malformed, must start with start_object", at);
  const [name, second] = value.keys();
  if (name === undefined) {
    throw illegalArgument(`query malformed, empty clause found at [${at ? `${at.line}:${at.col + 1}` : "1:1"}]`);
  }
  const kind = queryKinds.get(name);
  const body = value.get(name);
  const place = placeOfValue(value, name);
  if (!isObject(body)) throw parsingException(`[${name}] query malformed, no start_object after query name`, place);
  if (!kind) {
    const reason = `${place ? `[${place.line}:${place.col}] ` : ""}unknown field [${name}]`;
    throw parsingException(`unknown query [${name}]`, place, { type: "named_object_not_found_exception", reason });
  }
  const query = kind.parse(body, context);
  if (second !== undefined) {
    const message = `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
    throw parsingException(message, placeOfName(value, second));
  }
  return query;
}

/** For messages about top-level members. */
export const unknownKey = (name: string, value: JsonValue, at?: Place): Error =>
  parsingException(`Unknown key for a ${tokenOf(value)} in [${name}].`, at);
