import type { Field } from "../index/mapping.ts";
import { utf8 } from "../index/terms.ts";
import { queryShardException } from "../language/errors/errors.ts";
import type { PatternBody } from "../language/queries/prefix.ts";
import { rewriteNamed } from "../language/queries/rewrite.ts";
import type { Compile, CompileContext } from "./kind.ts";
import type { ChosenTerms } from "./nodes/any-term.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import type { TermExpansion } from "./nodes/expanded-terms.ts";
import { compileWildcard, foldAscii, matchingTerms, prefixRange, termsThat } from "./patterns.ts";
import type { Query } from "./query.ts";
import { expandedQuery } from "./rewrite.ts";

export const prefix: Compile<PatternBody> = ({ field: name, value, caseInsensitive, rewrite, boost }, context) => {
  const field = context.field(name);
  return field ? boosted(prefixQuery(field, value, caseInsensitive, rewrite, context), boost) : new MatchNone();
};

/** Documents with a term that has the prefix. `rewrite` names a rewrite method. @throws ShardFailure */
export function prefixQuery(
  field: Field,
  value: string,
  caseInsensitive: boolean,
  rewrite: string | undefined,
  context: CompileContext,
): Query {
  const method = rewriteOf(rewrite);
  requireStrings("prefix", field);
  const { chosen, test } = caseInsensitive ? anyCasePrefix(value) : exactPrefix(value);
  const name = `prefix:${caseInsensitive}:${value}`;
  return expandedQuery({ field: field.name, name, chosen, test, likeness: allAlike }, method, context);
}

export const rewriteOf = (name: string | undefined) =>
  name === undefined ? ({ kind: "constant" } as const) : rewriteNamed(name);

/** All terms that match a pattern have the same likeness. */
export const allAlike = (): number => 1;

type Choice = Pick<TermExpansion, "chosen" | "test">;

function anyCasePrefix(value: string): Choice {
  const folded = foldAscii(value);
  const test = (term: string) => foldAscii(term).startsWith(folded);
  return { chosen: (_segment, { terms }) => termsThat(test, terms), test };
}

function exactPrefix(value: string): Choice {
  const bytes = utf8(value);
  const chosen: ChosenTerms = function* (_segment, { terms }) {
    const [first, end] = prefixRange(terms, bytes);
    for (let ordinal = first; ordinal < end; ordinal++) yield ordinal;
  };
  return { chosen, test: (term) => term.startsWith(value) };
}

export const wildcard: Compile<PatternBody> = ({ field: name, value, caseInsensitive, rewrite, boost }, context) => {
  const field = context.field(name);
  return field ? boosted(wildcardQuery(field, value, caseInsensitive, rewrite, context), boost) : new MatchNone();
};

/** Documents with a term that matches the pattern. `rewrite` names a rewrite method. @throws ShardFailure */
export function wildcardQuery(
  field: Field,
  value: string,
  caseInsensitive: boolean,
  rewrite: string | undefined,
  context: CompileContext,
): Query {
  const method = rewriteOf(rewrite);
  requireStrings("wildcard", field);
  const pattern = compileWildcard(value, caseInsensitive);
  const chosen: ChosenTerms = (_segment, { terms }) => matchingTerms(terms, pattern);
  const expansion = {
    field: field.name,
    name: `wildcard:${caseInsensitive}:${value}`,
    chosen,
    test: pattern.test,
    length: pattern.length,
    likeness: allAlike,
  };
  return expandedQuery(expansion, method, context);
}

export function requireStrings(kind: string, { name, kind: type }: Field): void {
  if (type === "text" || type === "keyword") return;
  throw queryShardException(
    `Can only use ${kind} queries on keyword, text and wildcard fields - not on [${name}] which is of type [${type}]`,
  );
}
