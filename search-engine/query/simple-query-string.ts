import type { SimpleQueryStringBody } from "../language/queries/simple-query-string.ts";
import type { SimpleGroup, SimpleTree } from "../language/query-strings/simple-grammar.ts";
import type { Compile } from "./kind.ts";
import { checkAnalyzer } from "./match.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, type BoolClause } from "./nodes/bool.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";
import type { Query } from "./query.ts";
import { SimpleLeaves } from "./query-strings/simple.ts";

export const simpleQueryString: Compile<SimpleQueryStringBody> = (body, context) => {
  const leaves = new SimpleLeaves(body, context);
  checkAnalyzer("simple_query_string", body.analyzer);
  if (body.tree === "all") return boosted(new MatchAll(), body.boost);
  const query = new SimpleCompiler(leaves, body.operator).group(body.tree) ?? new MatchNone();
  return boosted(withMinimum(query, body.minimumShouldMatch), body.boost);
};

function withMinimum(query: Query, given: string | undefined): Query {
  if (given === undefined || !(query instanceof Bool)) return query;
  const minimum = minimumShouldMatch(query.of("should").length, given);
  return minimum > 0 ? new Bool(query.clauses, minimum) : query;
}

class SimpleCompiler {
  readonly #leaves: SimpleLeaves;
  readonly #default: "and" | "or";

  constructor(leaves: SimpleLeaves, operator: "and" | "or") {
    this.#leaves = leaves;
    this.#default = operator;
  }

  /** At each change of the operator, all clauses before it become a group. @throws ShardFailure */
  group({ branches }: SimpleGroup): Query | undefined {
    let first: Query | undefined;
    let clauses: BoolClause[] = [];
    let previous: "and" | "or" | undefined;
    let pending: "and" | "or" | undefined;
    for (const { operator, isNegated, tree } of branches) {
      if (first) pending ??= operator;
      const branch = this.#branch(tree, isNegated);
      if (!branch) continue;
      if (!first) first = branch;
      else {
        const current = pending ?? this.#default;
        const occur = current === "and" ? ("must" as const) : ("should" as const);
        if (previous !== current) clauses = [{ occur, query: previous ? new Bool(clauses, 0) : first }];
        clauses.push({ occur, query: branch });
        previous = current;
      }
      pending = undefined;
    }
    return previous ? new Bool(clauses, 0) : first;
  }

  #branch(tree: SimpleTree, isNegated: boolean): Query | undefined {
    const query = tree.kind === "group" ? this.group(tree) : this.#leaves.compile(tree);
    if (!query || !isNegated) return query;
    return new Bool(
      [
        { occur: "must_not", query },
        { occur: "should", query: new MatchAll() },
      ],
      0,
    );
  }
}
