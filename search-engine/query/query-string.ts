import { analyzerNamed } from "../language/analysis/analyzers.ts";
import { failedToCreateQuery, queryShardException } from "../language/errors/errors.ts";
import type { QueryStringBody } from "../language/queries/query-string.ts";
import { rewriteNamed } from "../language/queries/rewrite.ts";
import type { Group, GroupMember, QueryTree } from "../language/query-strings/tree.ts";
import type { Compile } from "./kind.ts";
import { checkAnalyzer } from "./match.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, type BoolClause, withEverythingElse } from "./nodes/bool.ts";
import { Boosted, boosted, MatchNone } from "./nodes/constant.ts";
import type { Query } from "./query.ts";
import { ClassicLeaves } from "./query-strings/classic.ts";

export const queryString: Compile<QueryStringBody> = (body, context) => {
  const leaves = new ClassicLeaves(body, context);
  refuseWhateverTheText(body);
  const { tree } = body;
  if (tree?.kind === "malformed") {
    for (const leaf of tree.leaves) leaves.compile(leaf);
    throw tree.failure;
  }
  const query = tree && new TreeCompiler(leaves, body.operator).compile(tree);
  if (!query) return new MatchNone();
  return boosted(withMinimum(query, body.minimumShouldMatch), body.boost);
};

function refuseWhateverTheText(body: QueryStringBody): void {
  const { analyzer, quoteAnalyzer, fields, defaultField, rewrite, fuzzyRewrite } = body;
  if (fields && defaultField !== undefined) {
    const why = "[query_string] cannot use [fields] parameter in conjunction with [default_field]";
    throw failedToCreateQuery("query_validation_exception", `Validation Failed: 1: ${why};`);
  }
  checkAnalyzer("query_string", analyzer);
  if (quoteAnalyzer !== undefined && !analyzerNamed(quoteAnalyzer)) {
    throw queryShardException(`[query_string] quote_analyzer [${quoteAnalyzer}] not found`);
  }
  for (const name of [fuzzyRewrite, rewrite]) if (name !== undefined) rewriteNamed(name);
}

/** Applies `minimum_should_match` to the clauses of the outermost group, below its boosts. */
export function withMinimum(query: Query, given: string | undefined): Query {
  if (query instanceof Boosted) return new Boosted(withMinimum(query.query, given), query.boost);
  if (!(query instanceof Bool)) return query;
  const whole = withEverythingElse(query);
  if (given === undefined || !(whole instanceof Bool)) return whole;
  const optional = whole.of("should").length;
  const minimum = minimumShouldMatch(optional, given);
  return minimum > 0 ? new Bool(whole.clauses, minimum) : whole;
}

class TreeCompiler {
  readonly #leaves: ClassicLeaves;
  readonly #operator: "or" | "and";

  constructor(leaves: ClassicLeaves, operator: "or" | "and") {
    this.#leaves = leaves;
    this.#operator = operator;
  }

  /** Undefined where the text has no words. @throws ShardFailure */
  compile(tree: QueryTree): Query | undefined {
    if (tree.kind === "group") return this.#group(tree);
    if (tree.kind !== "boosted") return this.#leaves.compile(tree);
    const query = this.compile(tree.tree);
    if (!Number.isFinite(tree.boost)) {
      throw failedToCreateQuery("illegal_argument_exception", "boost must be a positive float, got Infinity");
    }
    return query && new Boosted(query, tree.boost);
  }

  #group({ members }: Group): Query | undefined {
    const clauses: BoolClause[] = [];
    let first: Query | undefined;
    for (const [place, member] of members.entries()) {
      const query = this.compile(member.tree);
      if (place === 0 && member.modifier === undefined) first = query;
      if (member.isWords) clauses.push(...this.#words(query));
      else this.#add(member, query, clauses);
    }
    if (first && clauses.length === 1) return first;
    return clauses.length === 0 ? undefined : withEverythingElse(new Bool(clauses, 0));
  }

  /** The words become clauses of the group that contains them. */
  #words(query: Query | undefined): readonly BoolClause[] {
    if (!query) return [];
    const occur = this.#operator === "and" ? "must" : "should";
    if (!(query instanceof Bool)) return [{ occur, query }];
    return query.clauses.map((clause) => ({ occur, query: clause.query }));
  }

  /** Operators also change the clause before them, as in Lucene, which has no precedence. */
  #add({ conjunction, modifier }: GroupMember, query: Query | undefined, clauses: BoolClause[]): void {
    const isAnd = this.#operator === "and";
    const before = clauses.at(-1);
    if (before && before.occur !== "must_not") {
      if (conjunction === "and") clauses[clauses.length - 1] = { ...before, occur: "must" };
      if (conjunction === "or" && isAnd) clauses[clauses.length - 1] = { ...before, occur: "should" };
    }
    if (!query) return;
    if (modifier === "prohibited") clauses.push({ occur: "must_not", query });
    else {
      const isRequired = isAnd ? conjunction !== "or" : modifier === "required" || conjunction === "and";
      clauses.push({ occur: isRequired ? "must" : "should", query });
    }
  }
}
