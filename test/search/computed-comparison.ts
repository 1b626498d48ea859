import { z } from "zod";
import { type Difference, firstDifference } from "./comparison.ts";
import type { Ask } from "./exchange.ts";
import type { Counterpart } from "./random-counterparts.ts";

/** How the embedded engine answers kinds that the other engine lacks. */
export interface ComputedComparison {
  readonly bodies: number;
  readonly differences: readonly Difference[];
}

/** A kind with the query of its search. */
export interface ComputedCase {
  readonly query: unknown;
  readonly counterpart: Counterpart;
}

const Answered = z.object({ aggregations: z.record(z.string(), z.looseObject({ buckets: z.array(z.any()) })) });

/** Asks `given` for each kind, and `expected` for the aggregations from which its answer can be computed. */
export async function compareComputed(
  expected: Ask,
  given: Ask,
  cases: Iterable<ComputedCase>,
): Promise<ComputedComparison> {
  const differences: Difference[] = [];
  let bodies = 0;
  for (const { query, counterpart } of cases) {
    bodies++;
    const body = JSON.stringify({ size: 0, query, aggs: { a: counterpart.given } });
    const asked = JSON.stringify({ size: 0, query, aggs: counterpart.asked });
    const [one, other] = await Promise.all([expected(asked), given(body)]);
    const found = one.status === 200 ? Answered.parse(JSON.parse(one.text)).aggregations : undefined;
    // Elasticsearch refuses the query, so the embedded engine must refuse it too.
    const wanted = found ? canonical(counterpart.expected(found)) : "refused";
    const got =
      other.status === 200 ? canonical(JSON.parse(other.text).aggregations.a) : found ? other.text : "refused";
    if (wanted === got) continue;
    const from = Math.max(0, firstDifference(wanted, got) - SHOWN_BEFORE);
    differences.push({ body, expected: wanted.slice(from, from + SHOWN), given: got.slice(from, from + SHOWN) });
  }
  return { bodies, differences };
}

const SHOWN_BEFORE = 60;
const SHOWN = 240;
/** Digits of computed numbers, which may be added up in another order. */
const DIGITS = 9;

/** JSON with members in order of their names, and numbers of few digits. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "number") return String(Number(value.toPrecision(DIGITS)));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`);
  return `{${members.sort().join(",")}}`;
}
