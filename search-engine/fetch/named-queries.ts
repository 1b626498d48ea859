import type { PageMatches } from "../highlight/page-matches.ts";
import { javaHash } from "../language/queries/functions/read.ts";
import type { NamedQuery } from "../query/kind.ts";
import type { Work } from "../work/work.ts";

type Page = Pick<PageMatches, "prepare" | "matches">;

/** Steps of running a clause on a page, whatever it matches. */
const CLAUSE_STEPS = 100;

/** Tells which named clauses match each hit of the page. */
export class NamedQueries {
  /** `name`: as JSON. */
  readonly #queries: readonly Pick<NamedQuery, "name" | "query">[];
  /** Steps of running them on a page. */
  readonly #steps: number;
  readonly #work: Work;

  /**
   * `queries`: in the order in which Elasticsearch registers them; the last of several with one name counts. `clauses`:
   * number of clauses of the search.
   */
  constructor(queries: readonly NamedQuery[], clauses: number, work: Work) {
    const distinct = [...new Map(queries.map((each) => [each.name, each])).values()];
    this.#queries = inHashOrder(distinct).map(({ name, query }) => ({ name: JSON.stringify(name), query }));
    this.#steps = queries.reduce((most, { depth }) => Math.max(most, depth), 0) * clauses * CLAUSE_STEPS;
    this.#work = work;
  }

  get isEmpty(): boolean {
    return this.#queries.length === 0;
  }

  /** Runs the clauses on the documents of the page, in small steps. @throws ShardFailure */
  *run(page: Page): Generator<void> {
    this.#work.spend(this.#steps);
    for (const { query } of this.#queries) {
      yield* page.prepare(query);
    }
  }

  /** The names as a member of the hit at `place`; empty where it matches none. @throws ShardFailure */
  text(place: number, page: Page): string {
    this.#work.spend(this.#queries.length);
    const matched = this.#queries.filter(({ query }) => page.matches(query, place));
    if (matched.length === 0) return "";
    const names = matched.map(({ name }) => name).join(",");
    this.#work.spend(names.length);
    return `,"matched_queries":[${names}]`;
  }
}

const MIN_BUCKETS = 16;

/** The order in which Java's HashMap iterates over the names. Names in the same bucket keep their order. */
function inHashOrder(queries: readonly NamedQuery[]): readonly NamedQuery[] {
  let buckets = MIN_BUCKETS;
  while (queries.length > 0.75 * buckets) buckets *= 2;
  const bucketOf = ({ name }: NamedQuery) => {
    const hash = javaHash(name);
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return [...queries].sort((a, b) => bucketOf(a) - bucketOf(b));
}
