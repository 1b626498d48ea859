import { setTimeout } from "node:timers/promises";
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
   * Hits that are ordered by their score, except in answers where all score the same, such as constant scores; and the
   * number of different scores, answer by answer.
   */
  readonly scoredHits: number;
  readonly distinctScores: number;
}

/** Bodies that both engines answer concurrently: a search mostly waits for the network and for other searches. */
const CONCURRENT = 8;

/** Asks both engines for each body. */
export async function compareEngines(expected: Ask, given: Ask, bodies: Iterable<string>): Promise<Comparison> {
  const compared: Compared[] = [];
  const waiting = [...bodies].entries();
  const compareNext = async () => {
    for (const [place, body] of waiting) compared[place] = await compareAnswers(expected, given, body);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, compareNext));
  const differences = compared.flatMap(({ difference }) => difference ?? []);
  const refused = compared.filter(({ isRefused }) => isRefused).length;
  const comparison = { bodies: compared.length, refused, differences, scoredHits: 0, distinctScores: 0 };
  for (const { scores } of compared) {
    const distinct = new Set(scores).size;
    if (distinct === 1) continue;
    comparison.scoredHits += scores.length;
    comparison.distinctScores += distinct;
  }
  return comparison;
}

interface Compared {
  readonly difference: Difference | undefined;
  readonly isRefused: boolean;
  readonly scores: readonly number[];
}

async function compareAnswers(expected: Ask, given: Ask, body: string): Promise<Compared> {
  const [one, other] = await Promise.all([askAgain(expected, body), given(body)]);
  return { difference: differenceOf(body, one, other), isRefused: one.status !== 200, scores: scoresOf(one) };
}

/** Elasticsearch refuses with 429 while it lacks memory, until it has collected its garbage. */
async function askAgain(ask: Ask, body: string): Promise<Answer> {
  let answer = await ask(body);
  for (let again = 0; answer.status === 429 && again < MAX_AGAIN; again++) {
    await setTimeout(AGAIN_AFTER_MS);
    answer = await ask(body);
  }
  return answer;
}

const MAX_AGAIN = 5;
const AGAIN_AFTER_MS = 1_000;

/** Undefined when the answers agree. An engine's own failure must be a refusal of the other's. */
export function differenceOf(body: string, expected: Answer, given: Answer): Difference | undefined {
  const [one, other] = [`${expected.status} ${comparable(expected)}`, `${given.status} ${comparable(given)}`];
  if (one === other || (given.status === 400 && isOwnFailure(expected.status, one)) || agree(one, other))
    return undefined;
  const from = Math.max(0, firstDifference(one, other) - SHOWN_BEFORE);
  return { body, expected: one.slice(from, from + SHOWN), given: other.slice(from, from + SHOWN) };
}

/**
 * Whether an engine failed by a fault of its own. Elasticsearch also reports a null pointer as a refusal without a reason.
 */
const isOwnFailure = (status: number, answer: string): boolean =>
  status >= 500 || (status === 400 && answer.includes('"reason":"failed to create query: null"'));

/** Parts of an answer that have scores; a hit may be sorted by its score. */
const SCORED = /("(?:_score|max_score)":[^,}]*|"sort":\[[^\]]*\])/;
const DECIMAL = /(-?\d+\.\d+(?:E-?\d+)?)/;
/** A float32 is written with at most this many digits. */
const MAX_SCORE_DIGITS = 9;
/** Engines that add up in different orders round the last digits of scores differently. */
const SCORE_TOLERANCE = 1e-6;

/** Whether two answers are the same except for the last digits of scores. */
const agree = (one: string, other: string): boolean =>
  areAlike(one.split(SCORED), other.split(SCORED), (part, like) =>
    areAlike(part.split(DECIMAL), like.split(DECIMAL), areNear),
  );

/** Whether the parts are equal. Every second part, which the separator matched, need only be alike. */
const areAlike = (
  parts: readonly string[],
  others: readonly string[],
  isLike: (one: string, other: string) => boolean,
): boolean =>
  parts.length === others.length &&
  parts.every((part, at) => {
    const other = others[at] ?? "";
    return part === other || (at % 2 === 1 && isLike(part, other));
  });

function areNear(one: string, other: string): boolean {
  if ([one, other].some((each) => each.replace(/E.*/, "").replaceAll(/\D/g, "").length > MAX_SCORE_DIGITS))
    return false;
  const [a, b] = [Number(one), Number(other)];
  return Math.abs(a - b) <= SCORE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

const SHOWN_BEFORE = 60;
const SHOWN = 240;

/** The place of the first character in which two texts differ. */
export function firstDifference(one: string, other: string): number {
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
