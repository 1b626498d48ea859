import { partsTried } from "../language/dates/parts.ts";
import { offsetsAsked } from "../language/dates/zone.ts";
import type { Work } from "./work.ts";

/** Steps of looking up the offset of a region: 200,000 of them reach the limit of a search. */
const STEPS_OF_AN_OFFSET = 1_000;

/** Steps of trying a part of a format at a place of a text. */
const STEPS_OF_A_PLACE = 10;

/**
 * Runs an action that may look up offsets of time zones or read dates. Both cost far more than the documents that need
 * them.
 */
export function countingDates<Result>(work: Work, action: () => Result): Result {
  const [offsets, places] = [offsetsAsked(), partsTried()];
  try {
    return action();
  } finally {
    work.spend((offsetsAsked() - offsets) * STEPS_OF_AN_OFFSET + (partsTried() - places) * STEPS_OF_A_PLACE);
  }
}
