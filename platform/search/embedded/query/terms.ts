import { illegalArgument, parsingException } from "../../language/errors.ts";
import { isArray, isObject, placeOfEnd, placeOfValue } from "../../language/json.ts";
import { doesNotSupport, Options, scalarText } from "../../language/options.ts";
import { utf8 } from "../index/terms.ts";
import { exactQuery, idsQuery } from "./field-terms.ts";
import type { QueryKind } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";

const options = ["boost"];
/** Elasticsearch's index.max_terms_count. */
const maxTerms = 65_536;

export const terms: QueryKind = {
  name: "terms",
  options,
  parse(body, context) {
    let field: string | undefined;
    for (const [name, value] of body) {
      if (options.includes(name)) continue;
      if (!isArray(value) && !isObject(value)) throw doesNotSupport("terms", body, name);
      if (field !== undefined) {
        throw parsingException("[terms] query does not support multiple fields", placeOfValue(body, name));
      }
      if (isObject(value)) throw doesNotSupport("terms", body, name);
      field = name;
    }
    const values = field === undefined ? undefined : body.get(field);
    if (field === undefined || !isArray(values)) {
      throw parsingException(
        "[terms] query requires a field name, followed by array of terms or a document lookup specification",
        placeOfEnd(body),
      );
    }
    const scalars = values.map((value) => {
      if (value === null) throw parsingException("No value specified for terms query", placeOfValue(body, field));
      if (isArray(value) || isObject(value)) throw parsingException("[terms] query does not support arrays of arrays");
      return value;
    });
    const texts = scalars.map(scalarText);
    if (texts.length > maxTerms) {
      throw illegalArgument(
        `The number of terms [${texts.length}] used in the Terms Query request has exceeded the allowed maximum of [${maxTerms}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`,
      );
    }
    const { boost } = new Options("terms", new Map([...body].filter(([name]) => name !== field)), options);
    const mapped = context.field(field);
    if (mapped?.kind === "_id") return boosted(new ConstantScore(idsQuery(texts)), boost);
    if (mapped?.kind !== "text" && mapped?.kind !== "keyword") {
      const clauses = scalars.map((each) => ({ occur: "should" as const, query: exactQuery(mapped, each, context) }));
      return boosted(new ConstantScore(new Bool(clauses, 0)), boost);
    }
    const wanted = texts.map(utf8);
    const any = new AnyTerm(field, JSON.stringify(texts), (_segment, { terms: dictionary }) =>
      wanted.map((each) => dictionary.find(each)).filter((ordinal) => ordinal >= 0),
    );
    return boosted(new ConstantScore(any), boost);
  },
};
