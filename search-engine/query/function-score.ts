import type { FunctionScoreBody, WeightedFunction } from "../language/queries/function-score.ts";
import type { Clause } from "../language/queries/table.ts";
import { numbersOf } from "./functions/numbers.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { Boosted, boosted, MatchAll, MatchNone } from "./nodes/constant.ts";
import { type CompiledFunction, FunctionScore } from "./nodes/function-score.ts";
import { type Query, rewrite } from "./query.ts";

export const functionScore: Compile<FunctionScoreBody<Clause>> = (body, context) => {
  // Elasticsearch's order: if both a function and the query fail, it reports the function.
  const functions = body.functions.map((each) => compileFunction(each, context));
  const query = body.query ? context.compile(body.query) : new MatchAll();
  if (query instanceof MatchNone) return query;
  const [only, second] = functions;
  // Elasticsearch does not combine the result of a single function for all documents.
  const isSingle = only !== undefined && second === undefined && only.filter === undefined;
  const style = isSingle ? { ...body, scoreMode: "first" as const } : body;
  return boosted(new FunctionScore(query, functions, style, context.work), body.boost);
};

function compileFunction(
  { filter, score, weight = 1 }: WeightedFunction<Clause>,
  context: CompileContext,
): CompiledFunction {
  const numbers = score && numbersOf(score, context);
  return { filter: filter && unlessAll(context.compile(filter)), numbers, weight };
}

/** Undefined for a filter that every document matches. */
function unlessAll(filter: Query): Query | undefined {
  let query = rewrite(filter);
  while (query instanceof Boosted) query = query.query;
  return query instanceof MatchAll ? undefined : filter;
}
