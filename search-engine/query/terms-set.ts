import { failedToCreateQuery, queryShardException } from "../language/errors/errors.ts";
import type { TermsSetBody, TermsSetMinimum } from "../language/queries/terms-set.ts";
import { exactQuery } from "./field-terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { Covering, type MinimumOfDocuments, numberInField } from "./nodes/covering.ts";
import { fielddataRefused } from "./request-values.ts";

export const termsSet: Compile<TermsSetBody> = ({ field: name, terms, minimum, boost }, context) => {
  if (terms.length === 0) return new MatchNone();
  const required = requiredTerms(minimum, terms.length, context);
  const field = context.field(name);
  const queries = terms.map((term) => exactQuery(field, term, context));
  return boosted(new Covering(queries, required), boost);
};

function requiredTerms(
  minimum: TermsSetMinimum | undefined,
  terms: number,
  context: CompileContext,
): MinimumOfDocuments {
  if (minimum === undefined) {
    throw failedToCreateQuery("illegal_state_exception", "No minimum should match has been specified");
  }
  if ("specification" in minimum) {
    const count = minimumShouldMatch(terms, minimum.specification);
    return () => () => count;
  }
  const field = context.field(minimum.field);
  if (!field) throw queryShardException(`failed to find minimum_should_match field [${minimum.field}]`);
  if (field.kind === "date" || field.kind === "double" || field.kind === "boolean") return numberInField(field.name);
  const reason =
    field.kind === "text"
      ? fielddataRefused(field, context.index.indexName).message
      : `minimum_should_match_field [${field.name}] is of type [${field.kind}], which is not numeric`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}
