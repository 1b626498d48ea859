import type { Field } from "../index/mapping.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import { scalarText } from "../language/members/options.ts";
import type { TermsBody } from "../language/queries/terms.ts";
import { anyId, doubleOf, exactQuery } from "./field-terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import type { LeafMarks } from "./marks.ts";
import { AnyTerm, listedTerms } from "./nodes/any-term.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";
import { NumberRange } from "./nodes/number-range.ts";
import { NumberRanges } from "./nodes/number-ranges.ts";
import type { Query } from "./query.ts";
import { WeakCache } from "./weak-cache.ts";

/** Steps of reading a value. */
const VALUE_STEPS = 10;

const queries = new WeakCache<TermsBody, Query>();

export const terms: Compile<TermsBody> = (body, context) => {
  const any = queries.of(body, () => anyOf(body, context));
  if (any instanceof AnyTerm) context.expansions.push(any);
  return boosted(new ConstantScore(any), body.boost);
};

/** Documents with any of the values. @throws ShardFailure */
function anyOf({ field: name, values }: TermsBody, context: CompileContext): Query {
  const field = context.field(name);
  context.work.spend(VALUE_STEPS * values.length);
  if (field?.kind !== "_id" && field?.kind !== "text" && field?.kind !== "keyword") {
    return anyExactly(field, values, context);
  }
  const texts = values.map(scalarText);
  if (field.kind === "_id") return anyId(texts);
  const distinct = new Set(texts);
  const [term = "", second] = distinct;
  const marks: LeafMarks =
    second === undefined
      ? { kind: "term", field: name, term, isOpaque: true }
      : { kind: "terms", field: name, name: JSON.stringify(texts), test: (each) => distinct.has(each), isList: true };
  return new AnyTerm(name, JSON.stringify(texts), listedTerms(texts), marks);
}

/** Refuses NaN and infinity in a list, unlike in a single term. @throws ShardFailure */
function expectFinite(number: number): void {
  if (Number.isFinite(number)) return;
  const reason = `[double] supports only finite values, but got [${number}]`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}

/** Compares by the field's type. @throws ShardFailure */
function anyExactly(field: Field | undefined, values: TermsBody["values"], context: CompileContext): Query {
  if (field?.kind === "double") for (const value of values) expectFinite(doubleOf(scalarText(value)));
  const each = Array.from(new Set(values), (value) => exactQuery(field, value, context));
  const ranges = each.filter((query) => query instanceof NumberRange);
  if (field && ranges.length > 1) return new NumberRanges(field.name, ranges, context.work);
  return new Bool(
    each.map((query) => ({ occur: "should", query })),
    0,
  );
}
