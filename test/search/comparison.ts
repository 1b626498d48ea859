import { z } from "zod";
import { type Answer, type Ask, comparable } from "./exchange.ts";

/** A body that two engines answer differently, with the part of both answers in which they first differ. */
export interface Difference {
  readonly body: string;
  readonly expected: string;
  readonly given: string;
}

export interface Comparison {
  readonly bodies: number;
  /** Bodies that the expected engine refused. */
  readonly refused: number;
  readonly differences: readonly Difference[];
  /**
   * Hits that are ordered by their score, without those of answers in which all score the same, as constant scores do; and
   * how many different scores they have, answer by answer.
   */
  readonly scoredHits: number;
  readonly distinctScores: number;
}

/** Asks both engines for each body. */
export async function compareEngines(expected: Ask, given: Ask, bodies: Iterable<string>): Promise<Comparison> {
  const differences: Difference[] = [];
  let [asked, refused, scoredHits, distinctScores] = [0, 0, 0, 0];
  for (const body of bodies) {
    asked++;
    const [one, other] = await Promise.all([expected(body), given(body)]);
    const difference = differenceOf(body, one, other);
    if (difference) differences.push(difference);
    if (one.status !== 200) refused++;
    const scores = scoresOf(one);
    const distinct = new Set(scores).size;
    if (distinct === 1) continue;
    scoredHits += scores.length;
    distinctScores += distinct;
  }
  return { bodies: asked, refused, differences, scoredHits, distinctScores };
}

/** Undefined when the answers agree. An engine's own failure must be a refusal of the other's. */
export function differenceOf(body: string, expected: Answer, given: Answer): Difference | undefined {
  if (expected.status >= 500 && given.status === 400) return undefined;
  const [one, other] = [`${expected.status} ${comparable(expected)}`, `${given.status} ${comparable(given)}`];
  if (one === other) return undefined;
  const from = Math.max(0, firstDifference(one, other) - SHOWN_BEFORE);
  return { body, expected: one.slice(from, from + SHOWN), given: other.slice(from, from + SHOWN) };
}

const SHOWN_BEFORE = 60;
const SHOWN = 240;

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

const ScoredHits = z.object({
  hits: z.object({ hits: z.array(z.object({ _score: z.number(), sort: z.never().optional() })) }),
});

/** The scores of an answer whose hits are ordered by them. */
function scoresOf({ status, text }: Answer): readonly number[] {
  if (status !== 200) return [];
  const read = ScoredHits.safeParse(JSON.parse(text));
  return read.success ? read.data.hits.hits.map((hit) => hit._score) : [];
}
