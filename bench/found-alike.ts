import type { Asker, Search } from "./asker.ts";
import { type Row, scaled } from "./harness.ts";
import { BODIES } from "./samples.ts";

/** Bodies of each search. */
const COMPARED = scaled(BODIES);

interface Found {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly unknown[] };
  readonly aggregations?: Readonly<Record<string, { readonly buckets: readonly unknown[] }>>;
}

/**
 * Whether the searches do what they should: all bodies of a search are different, each finds something, and as much on both
 * sides.
 */
export async function foundAlike(searches: readonly Search[], limit: Asker, product: Asker): Promise<Row> {
  const wrong: string[] = [];
  for (const search of searches) {
    const bodies = Array.from({ length: COMPARED }, (_, call) => ({ ...search.body(call), _source: false }));
    const different = new Set(bodies.map((body) => JSON.stringify(body))).size;
    let [empty, unequal] = [0, 0];
    for (const body of bodies) {
      const there = amountOf((await limit.answer(body)) as Found);
      const here = amountOf(((await product.answer(body)) as { response: Found }).response);
      if (there !== here) unequal++;
      if (here === undefined) empty++;
    }
    if (different < COMPARED || empty > 0 || unequal > 0)
      wrong.push(`${search.name}: ${different} different, ${empty} without a hit, ${unequal} unequal`);
  }
  return {
    ...{ name: `searches of less than ${COMPARED} bodies that find as much on both sides`, unit: "searches" },
    product: [wrong.length],
    goal: { of: "value", at: "most", value: 0 },
    note: wrong.join("; "),
  };
}

/**
 * Numbers of all hits, of the page's hits and of the buckets of each aggregation; undefined if the page has neither hits nor
 * buckets.
 */
function amountOf({ hits, aggregations = {} }: Found): string | undefined {
  const buckets = Object.values(aggregations).map((aggregation) => aggregation.buckets.length);
  const isEmpty = hits.hits.length === 0 && buckets.every((count) => count === 0);
  return isEmpty ? undefined : [hits.total.value, hits.hits.length, ...buckets].join("/");
}
