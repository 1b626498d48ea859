import { queryShardException } from "../../language/errors.ts";
import type { RegexpBody } from "../../language/queries/regexp.ts";
import type { Field } from "../index/mapping.ts";
import { Deterministic } from "./automata/deterministic.ts";
import { RegexpParser, type RegexpStyle, syntaxError, tooComplex } from "./automata/regexp-syntax.ts";
import { acceptedTerms } from "./automata/walk.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { type ChosenTerms, MAX_VAIN_LOOKS, NOT_YET } from "./nodes/any-term.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { allAlike, rewriteOf } from "./prefix.ts";
import type { Query } from "./query.ts";
import { expandedQuery } from "./rewrite.ts";

/** Characters of an expression: Elasticsearch's index.max_regex_length. */
const MAX_LENGTH = 1_000;

const ALL_OPERATORS = 0xff;

/** The effort that Lucene allows to make an expression deterministic, as its messages tell it. */
const MAX_EFFORT = 10_000;

export const regexp: Compile<RegexpBody> = ({ field, value, boost, rewrite, ...style }, context) =>
  boosted(regexpQuery(context.field(field), value, style, rewrite, context), boost);

/** Documents with a term that matches the whole expression. `rewrite` names a rewrite method. @throws ShardFailure */
export function regexpQuery(
  field: Field | undefined,
  value: string,
  style: RegexpStyle,
  rewrite: string | undefined,
  context: CompileContext,
): Query {
  if (value.length > MAX_LENGTH) {
    throw syntaxError(
      `The length of regex [${value.length}] used in the Regexp Query request has exceeded the allowed maximum of [${MAX_LENGTH}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
    );
  }
  const method = rewriteOf(rewrite);
  if (field && field.kind !== "text" && field.kind !== "keyword") {
    throw queryShardException(
      `Can only use regexp queries on keyword and text fields - not on [${field.name}] which is of type [${field.kind}]`,
    );
  }
  const parser = new RegexpParser(value, style);
  const automaton = new Deterministic(parser.parse(), parser.expressions);
  if (!field) return new MatchNone();
  const building = built(automaton, value);
  const chosen: ChosenTerms = function* (_segment, { terms }) {
    yield* building;
    yield* acceptedTerms(terms, automaton);
  };
  const name = `regexp:${JSON.stringify([value, style])}`;
  const test = (term: string) => {
    // No segment may have needed it: highlights test words too.
    for (const _ of building);
    return automaton.test(term);
  };
  return expandedQuery({ field: field.name, name, chosen, test, likeness: allAlike }, method, context);
}

/** Tests whole terms with an expression that is built at once. @throws ShardFailure when it is too complex or not one */
export function termTest(value: string): (term: string) => boolean {
  const parser = new RegexpParser(value, { flags: ALL_OPERATORS, caseInsensitive: false });
  const automaton = new Deterministic(parser.parse(), parser.expressions);
  for (const _ of built(automaton, value));
  return (term) => automaton.test(term);
}

/** Yields `NOT_YET` as a search through terms does. @throws ShardFailure when the expression is too complex */
function* built(automaton: Deterministic, source: string): Generator<number> {
  const building = automaton.build();
  let steps = 0;
  for (;;) {
    const next = building.next();
    if (next.done) {
      if (!next.value) throw tooComplex(source, MAX_EFFORT);
      return;
    }
    for (steps += next.value; steps >= MAX_VAIN_LOOKS; steps -= MAX_VAIN_LOOKS) yield NOT_YET;
  }
}
