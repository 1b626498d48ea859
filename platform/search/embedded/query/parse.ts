import { illegalArgument, parsingException, queryShardException } from "../../language/errors.ts";
import { isObject, type JsonValue, type Place, placeOfEnd, placeOfName, placeOfValue } from "../../language/json.ts";
import { maxClauses, maxDepth } from "../../language/limits.ts";
import { tokenOf } from "../../language/options.ts";
import type { IndexReader } from "../index/segment.ts";
import type { ParseContext } from "./kind.ts";
import type { Query } from "./query.ts";
import { queryKinds } from "./table.ts";

/** Fields that every index of Elasticsearch has and this one has not: asking for them must not find just nothing. */
const absentMetadata: ReadonlySet<string> = new Set([
  ...["_index", "_source", "_routing", "_field_names", "_version", "_seq_no", "_primary_term", "_nested_path"],
  ...["_doc_count", "_tier", "_data_stream_timestamp", "_ignored_source", "_feature", "_type"],
]);

/** What parsing of a whole search shares. */
export function parseContext(index: IndexReader, now: number): ParseContext {
  let depth = 0;
  let clauses = 0;
  const context: ParseContext = {
    index,
    now,
    expansions: [],
    field(name) {
      if (absentMetadata.has(name)) throw queryShardException(`The ${name} field is not searchable`);
      return index.fields.field(name);
    },
    countClauses(count) {
      clauses += count;
      if (clauses <= maxClauses) return;
      const reason = `Query contains too many nested clauses; maxClauseCount is set to ${maxClauses}`;
      throw queryShardException(`failed to create query: ${reason}`, { type: "too_many_nested_clauses", reason });
    },
    parseQuery(value, at) {
      context.countClauses(1);
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
    const end = placeOfEnd(value);
    throw illegalArgument(`query malformed, empty clause found at [${end ? `${end.line}:${end.col}` : "1:1"}]`);
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
