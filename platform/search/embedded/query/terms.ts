import { scalarText } from "../../language/options.ts";
import type { TermsBody } from "../../language/queries/terms.ts";
import { utf8 } from "../index/terms.ts";
import { exactQuery, idsQuery } from "./field-terms.ts";
import type { Compile } from "./kind.ts";
import type { LeafMarks } from "./marks.ts";
import { AnyTerm, type ChosenTerms } from "./nodes/any-term.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";

export const terms: Compile<TermsBody> = ({ field: name, values, boost }, context) => {
  const field = context.field(name);
  const texts = values.map(scalarText);
  if (field?.kind === "_id") return boosted(new ConstantScore(idsQuery(texts)), boost);
  if (field?.kind !== "text" && field?.kind !== "keyword") {
    const clauses = values.map((each) => ({ occur: "should" as const, query: exactQuery(field, each, context) }));
    return boosted(new ConstantScore(new Bool(clauses, 0)), boost);
  }
  const wanted = texts.map(utf8);
  const chosen: ChosenTerms = (_segment, { terms: dictionary }) =>
    wanted.map((each) => dictionary.find(each)).filter((ordinal) => ordinal >= 0);
  const distinct = new Set(texts);
  const [term = "", second] = distinct;
  const marks: LeafMarks =
    second === undefined
      ? { kind: "term", field: name, term, isOpaque: true }
      : { kind: "terms", field: name, name: JSON.stringify(texts), test: (each) => distinct.has(each), isList: true };
  const any = new AnyTerm(name, JSON.stringify(texts), chosen, marks);
  context.expansions.push(any);
  return boosted(new ConstantScore(any), boost);
};
