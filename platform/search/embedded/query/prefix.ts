import { queryShardException } from "../../language/errors.ts";
import type { PatternBody } from "../../language/queries/prefix.ts";
import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { AnyTerm, type ChosenTerms } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { compileWildcard, foldAscii, matchingTerms, prefixRange, termsThat } from "./patterns.ts";
import type { Query } from "./query.ts";

export const prefix: Compile<PatternBody> = ({ field: name, value, caseInsensitive, boost }, context) => {
  const field = stringField("prefix", context.field(name));
  if (!field) return new MatchNone();
  return expanded(caseInsensitive ? anyCasePrefix(field, value) : exactPrefix(field, value), boost, context);
};

function anyCasePrefix(field: Field, value: string): AnyTerm {
  const folded = foldAscii(value);
  const test = (term: string) => foldAscii(term).startsWith(folded);
  const name = `case-insensitive prefix:${folded}`;
  return new AnyTerm(field.name, name, (_segment, { terms }) => termsThat(test, terms), test);
}

function exactPrefix(field: Field, value: string): AnyTerm {
  const bytes = utf8(value);
  const chosen: ChosenTerms = function* (_segment, { terms }) {
    const [first, end] = prefixRange(terms, bytes);
    for (let ordinal = first; ordinal < end; ordinal++) yield ordinal;
  };
  return new AnyTerm(field.name, `prefix:${value}`, chosen, (term) => term.startsWith(value));
}

export const wildcard: Compile<PatternBody> = ({ field: name, value, caseInsensitive, boost }, context) => {
  const field = stringField("wildcard", context.field(name));
  if (!field) return new MatchNone();
  const pattern = compileWildcard(value, caseInsensitive);
  const chosen: ChosenTerms = (_segment, { terms }) => matchingTerms(terms, pattern);
  const any = new AnyTerm(field.name, `wildcard:${caseInsensitive}:${value}`, chosen, pattern.test);
  return expanded(any, boost, context);
};

function expanded(any: AnyTerm, boost: number, { expansions }: CompileContext): Query {
  expansions.push(any);
  return boosted(new ConstantScore(any), boost);
}

function stringField(kind: string, field: Field | undefined): Field | undefined {
  if (field === undefined || field.kind === "text" || field.kind === "keyword") return field;
  throw queryShardException(
    `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.kind}]`,
  );
}
