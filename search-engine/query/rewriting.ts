import type { BoolBody } from "../language/queries/bool.ts";
import type { Clause } from "../language/queries/table.ts";
import { exists } from "./exists.ts";
import type { CompileContext } from "./kind.ts";
import { MatchNone } from "./nodes/constant.ts";
import { NumberRange } from "./nodes/number-range.ts";
import type { Query } from "./query.ts";
import { rangeQuery } from "./range.ts";

/** The result of rewriting a clause: all documents, none, or the clause itself. */
type Outcome = "all" | "none" | "itself";

/**
 * Elasticsearch removes clauses that can't match before it creates queries, so errors in a removed clause or beside one
 * are not reported. It does so twice: by the text of the clauses alone, then by the mapping, for which it also reads
 * the dates of ranges.
 */
export class Rewriting {
  readonly #byMapping: Phase;

  constructor(context: CompileContext) {
    this.#byMapping = new Phase((clause) => outcomeByMapping(clause, context), new Phase(outcomeByText));
  }

  /** @throws ShardFailure for a range of dates that can't be read */
  leavesNothing(clause: Clause): boolean {
    return this.#byMapping.outcome(clause) === "none";
  }
}

class Phase {
  readonly #leaf: (clause: Clause) => Outcome;
  readonly #before: Phase | undefined;
  readonly #known = new Map<Clause, Outcome>();

  constructor(leaf: (clause: Clause) => Outcome, before?: Phase) {
    this.#leaf = leaf;
    this.#before = before;
  }

  outcome(clause: Clause): Outcome {
    let outcome = this.#known.get(clause);
    if (outcome === undefined) {
      outcome = this.#before?.outcome(clause) ?? "itself";
      if (outcome === "itself") outcome = this.#rewrite(clause);
      this.#known.set(clause, outcome);
    }
    return outcome;
  }

  /** Visits every inner clause, as Elasticsearch does, since each may be refused. */
  #rewrite(clause: Clause): Outcome {
    switch (clause.kind) {
      case "bool":
        return this.#bool(clause.body);
      case "constant_score":
        return noneOrItself(this.outcome(clause.body.filter));
      case "boosting":
        this.outcome(clause.body.negative);
        return noneOrItself(this.outcome(clause.body.positive));
      case "function_score": {
        const { query, functions } = clause.body;
        for (const { filter } of functions) if (filter) this.outcome(filter);
        return query ? noneOrItself(this.outcome(query)) : "itself";
      }
      case "dis_max":
        for (const inner of clause.body.clauses) this.outcome(inner);
        return "itself";
      default:
        return this.#leaf(clause);
    }
  }

  #bool({ clauses }: BoolBody<Clause>): Outcome {
    if (clauses.length === 0) return "all";
    const outcomes = clauses.map(({ occur, clause }) => ({ occur, outcome: this.outcome(clause) }));
    const isImpossible = outcomes.some(({ occur, outcome }) =>
      occur === "must_not" ? outcome === "all" : occur !== "should" && outcome === "none",
    );
    if (isImpossible) return "none";
    const hasNoChoice = outcomes.every(({ occur, outcome }) => occur === "should" && outcome === "none");
    return hasNoChoice ? "none" : "itself";
  }
}

const noneOrItself = (outcome: Outcome): Outcome => (outcome === "none" ? "none" : "itself");

function outcomeByText(clause: Clause): Outcome {
  switch (clause.kind) {
    case "match_all":
      return "all";
    case "match_none":
      return "none";
    case "terms":
    case "ids":
      return clause.body.values.length === 0 ? "none" : "itself";
    default:
      return "itself";
  }
}

function outcomeByMapping(clause: Clause, context: CompileContext): Outcome {
  switch (clause.kind) {
    case "exists":
      // Boosts are looked at once queries are created.
      return exists({ ...clause.body, boost: 1 }, context) instanceof MatchNone ? "none" : "itself";
    case "fuzzy":
    case "prefix":
    case "term":
    case "terms":
    case "wildcard":
      return context.field(clause.body.field) ? "itself" : "none";
    case "range": {
      const field = context.field(clause.body.field);
      if (field?.kind === "date")
        return datesOutside(rangeQuery(field, clause.body, context), context) ? "none" : "itself";
      return field ? "itself" : "none";
    }
    default:
      return "itself";
  }
}

/** Whether all dates of the field, also those of deleted documents, lie outside the range. */
function datesOutside(query: Query, { index }: CompileContext): boolean {
  if (!(query instanceof NumberRange)) return false;
  const { field, from, to } = query;
  const sorted = index.segments.map((segment) => segment.numbers(field)?.sortedValues ?? []);
  return (
    sorted.every((values) => (values[0] ?? Number.POSITIVE_INFINITY) > to) ||
    sorted.every((values) => (values[values.length - 1] ?? Number.NEGATIVE_INFINITY) < from)
  );
}
