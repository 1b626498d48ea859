import { illegalArgument, parsingException } from "../errors/errors.ts";
import { queriedField } from "../fields.ts";
import { isArray, isObject, type JsonObject, locationOfEnd, locationOfName, locationOfValue } from "../json/json.ts";
import { doesNotSupport, isScalar, Options, type Scalar, tokenOf } from "../members/options.ts";
import { conditionIn } from "./condition.ts";
import { aboutField } from "./kind.ts";

export interface TermsSetBody {
  readonly field: string;
  readonly terms: readonly Scalar[];
  /** Number of terms that a document must have. */
  readonly minimum: TermsSetMinimum | undefined;
  readonly boost: number;
}

export type TermsSetMinimum =
  /** The same for all documents. */
  | { readonly specification: string }
  /** The number that the document has in a field. */
  | { readonly field: string };

const options = ["terms", "minimum_should_match", "minimum_should_match_field", "boost", "_name"];

/** Documents with a minimum number of the terms. */
export const termsSet = aboutField<TermsSetBody>((body, reader) => {
  const [field, second] = body.keys();
  if (field === undefined) throw parsingException("[terms_set] unknown token [END_OBJECT]", locationOfEnd(body));
  const inner = body.get(field);
  if (!isObject(inner)) {
    throw parsingException(`[terms_set] unknown token [${tokenOf(inner)}]`, locationOfValue(body, field));
  }
  if (second !== undefined) {
    throw parsingException("[terms_set] unknown token [FIELD_NAME]", locationOfName(body, second));
  }
  const members = new Options("terms_set", inner, options);
  const name = inner.get("_name");
  if (isArray(name) || isObject(name)) throw doesNotSupport("terms_set", inner, "_name");
  if (name === null) throw members.unknownToken("_name", name);
  if (inner.get("terms") === null) throw members.unknownToken("terms", null);
  for (const option of ["boost", "minimum_should_match", "minimum_should_match_field"]) {
    const value = inner.get(option);
    if (isArray(value) || isObject(value)) throw doesNotSupport("terms_set", inner, option);
    if (value === null) throw members.unknownToken(option, value);
  }
  const terms = termsOf(inner);
  reader.countClauses(terms.length);
  return { field: queriedField(field), terms, minimum: minimumOf(members), boost: members.boost };
});

function termsOf(members: JsonObject): readonly Scalar[] {
  const given = members.get("terms");
  if (given === undefined) return [];
  if (!isArray(given)) throw doesNotSupport("terms_set", members, "terms");
  return given.map((term) => {
    const at = locationOfValue(members, "terms");
    if (term === null) throw parsingException("No value specified for terms query", at);
    // Elasticsearch has read the inner value to its end when it checks its type.
    const token = isArray(term) ? "END_ARRAY" : "END_OBJECT";
    if (!isScalar(term)) throw parsingException(`[terms_set] unknown token [${token}] after [terms]`, at);
    return term;
  });
}

function minimumOf(members: Options): TermsSetMinimum | undefined {
  const specification = conditionIn(members.text("minimum_should_match"));
  const field = members.text("minimum_should_match_field");
  if (specification !== undefined && field !== undefined) {
    throw illegalArgument(
      "A field or script has already been specified. Cannot specify both a value and a script or field",
    );
  }
  if (specification !== undefined) return { specification };
  return field === undefined ? undefined : { field };
}
