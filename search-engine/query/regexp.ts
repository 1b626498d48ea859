import type { Field } from "../index/mapping.ts";
import { queryShardException } from "../language/errors/errors.ts";
import type { RegexpBody } from "../language/queries/regexp.ts";
import { MAX_REGEXP_EFFORT, MAX_REGEXP_LENGTH } from "../limits.ts";
import { Deterministic } from "./automata/deterministic.ts";
import { RegexpParser, type RegexpStyle, syntaxError, tooComplex } from "./automata/regexp-syntax.ts";
import { AUTOMATON_LENGTH, acceptedTerms } from "./automata/walk.ts";
import type { Compile, CompileContext, Cost } from "./kind.ts";
import type { ChosenTerms } from "./nodes/any-term.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { allAlike, rewriteOf } from "./prefix.ts";
import type { Query } from "./query.ts";
import { expandedQuery } from "./rewrite.ts";

const ALL_OPERATORS = 0xff;

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
  if (value.length > MAX_REGEXP_LENGTH) {
    throw syntaxError(
      `The length of regex [${value.length}] used in the Regexp Query request has exceeded the allowed maximum of [${MAX_REGEXP_LENGTH}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
    );
  }
  const method = rewriteOf(rewrite);
  if (field && field.kind !== "text" && field.kind !== "keyword") {
    throw queryShardException(
      `Can only use regexp queries on keyword and text fields - not on [${field.name}] which is of type [${field.kind}]`,
    );
  }
  const automaton = automatonOf(value, style, context);
  if (!field) return new MatchNone();
  const chosen: ChosenTerms = (_segment, { terms }) => acceptedTerms(terms, automaton);
  const name = `regexp:${JSON.stringify([value, style])}`;
  const test = (term: string) => automaton.test(term);
  const expansion = { field: field.name, name, chosen, test, length: AUTOMATON_LENGTH, likeness: allAlike };
  return expandedQuery(expansion, method, context);
}

/** Tests whole terms with an expression, once the search has been expanded. @throws ShardFailure when it is malformed */
export function termTest(value: string, context: Expanding): (term: string) => boolean {
  const automaton = automatonOf(value, { flags: ALL_OPERATORS, caseInsensitive: false }, context);
  return (term) => automaton.test(term);
}

/** Parts of the context that building an automaton needs. */
type Expanding = Pick<CompileContext, "expansions" | "work">;

/** Parses the expression. The expansions of the search build the automaton. */
function automatonOf(source: string, style: RegexpStyle, { expansions, work }: Expanding): Deterministic {
  const parser = new RegexpParser(source, style);
  const automaton = new Deterministic(parser.parse(), parser.expressions);
  work.spend(parser.expressions.steps * SEARCH_STEPS_PER_STEP);
  const building = built(automaton, source);
  // The automaton is the same for every segment.
  expansions.push({ expand: () => building });
  return automaton;
}

/** Steps of a search, such as visiting a document, that take as long as a step of an expression. */
const SEARCH_STEPS_PER_STEP = 128;

/** Average memory of expressions and states per step. */
const BYTES_PER_STEP = 16;

/** @throws ShardFailure when the expression is too complex */
function* built(automaton: Deterministic, source: string): Generator<Cost> {
  const building = automaton.build();
  for (let next = building.next(); ; next = building.next()) {
    if (next.done && !next.value) throw tooComplex(source, MAX_REGEXP_EFFORT);
    if (next.done) return;
    yield { steps: next.value * SEARCH_STEPS_PER_STEP, bytes: next.value * BYTES_PER_STEP };
  }
}
