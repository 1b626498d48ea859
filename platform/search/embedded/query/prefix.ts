import { illegalArgument, queryShardException } from "../../language/errors.ts";
import { wholeDictionary } from "../../language/limits.ts";
import { type FieldClause, fieldClause } from "../../language/options.ts";
import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import type { QueryKind } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { compileWildcard, foldAscii, matchingTerms, prefixRange, termsThat } from "./patterns.ts";

const prefixOptions = ["value", "boost", "case_insensitive"];
const wildcardOptions = ["value", "wildcard", "boost", "case_insensitive"];

export const prefix: QueryKind = {
  name: "prefix",
  options: prefixOptions,
  parse(body, context) {
    const clause = fieldClause("prefix", body, prefixOptions);
    const value = textValue(clause);
    const field = stringField("prefix", context.field(clause.field));
    if (!field) return new MatchNone();
    if (clause.options.boolean("case_insensitive")) {
      context.countClauses(wholeDictionary);
      const folded = foldAscii(value);
      const any = new AnyTerm(field.name, `case-insensitive prefix:${folded}`, (_segment, { terms }) =>
        termsThat((term) => foldAscii(term).startsWith(folded), terms),
      );
      context.expansions.push(any);
      return boosted(new ConstantScore(any), clause.options.boost);
    }
    const bytes = utf8(value);
    const any = new AnyTerm(field.name, `prefix:${value}`, function* (_segment, { terms }) {
      const [first, end] = prefixRange(terms, bytes);
      for (let ordinal = first; ordinal < end; ordinal++) yield ordinal;
    });
    context.expansions.push(any);
    return boosted(new ConstantScore(any), clause.options.boost);
  },
};

export const wildcard: QueryKind = {
  name: "wildcard",
  options: wildcardOptions,
  parse(body, context) {
    const clause = fieldClause("wildcard", body, wildcardOptions);
    const value = textValue(clause, clause.options.get("wildcard") !== undefined ? "wildcard" : "value");
    const field = stringField("wildcard", context.field(clause.field));
    if (!field) return new MatchNone();
    context.countClauses(wholeDictionary);
    const caseInsensitive = clause.options.boolean("case_insensitive") ?? false;
    const pattern = compileWildcard(value, caseInsensitive);
    const any = new AnyTerm(field.name, `wildcard:${caseInsensitive}:${value}`, (_segment, { terms }) =>
      matchingTerms(terms, pattern),
    );
    context.expansions.push(any);
    return boosted(new ConstantScore(any), clause.options.boost);
  },
};

function textValue({ value, options }: FieldClause, name = "value"): string {
  const given = value ?? options.get(name);
  if (given === undefined) throw illegalArgument("value cannot be null");
  return options.scalar(name, given);
}

function stringField(kind: string, field: Field | undefined): Field | undefined {
  if (field === undefined || field.kind === "text" || field.kind === "keyword") return field;
  throw queryShardException(
    `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${field.name}] which is of type [${field.kind}]`,
  );
}
