import { MAX_TERMS } from "../../limits.ts";
import { illegalArgument, parsingException } from "../errors/errors.ts";
import { searchableField } from "../fields.ts";
import { isArray, isObject, type JsonValue, locationOfEnd, locationOfValue } from "../json/json.ts";
import { asWritten, doesNotSupport, Options, type WrittenScalar } from "../members/options.ts";
import type { ReadClause } from "./kind.ts";

export interface TermsBody {
  readonly field: string;
  readonly values: readonly WrittenScalar[];
  readonly boost: number;
}

const options = ["boost", "_name"];

export const terms: ReadClause<TermsBody> = (body) => {
  const settings = new Map<string, JsonValue>();
  let field: string | undefined;
  for (const [name, value] of body) {
    if (options.includes(name) && !isArray(value) && !isObject(value)) {
      settings.set(name, value);
      continue;
    }
    if (value === null) {
      throw parsingException(`[terms] unknown token [VALUE_NULL] after [${name}]`, locationOfValue(body, name));
    }
    if (!isArray(value) && !isObject(value)) throw doesNotSupport("terms", body, name);
    if (field !== undefined) {
      throw parsingException("[terms] query does not support multiple fields", locationOfValue(body, name));
    }
    // A lookup of the terms in another document.
    if (isObject(value)) throw doesNotSupport("terms", body, name);
    field = name;
  }
  const given = field === undefined ? undefined : body.get(field);
  if (field === undefined || !isArray(given)) {
    throw parsingException(
      "[terms] query requires a field name, followed by array of terms or a document lookup specification",
      locationOfEnd(body),
    );
  }
  const values: WrittenScalar[] = [];
  for (const [place, value] of given.entries()) {
    if (value === null) throw parsingException("No value specified for terms query", locationOfValue(body, field));
    if (isArray(value) || isObject(value)) throw parsingException("[terms] query does not support arrays of arrays");
    values.push(asWritten(value, given, place));
  }
  if (values.length > MAX_TERMS) {
    throw illegalArgument(
      `The number of terms [${values.length}] used in the Terms Query request has exceeded the allowed maximum of [${MAX_TERMS}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
    );
  }
  const members = new Options("terms", settings, options, body);
  members.requireScalars();
  const { boost } = members;
  return { field: searchableField(field), values, boost };
};
