import type { IndexReader } from "../index/segment.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import type { Work } from "../work/work.ts";
import { phraseEntry } from "./phrase-entry.ts";
import type { SuggestionPlan } from "./plan.ts";
import { termEntries } from "./term-entries.ts";

/**
 * The member of the answer with all suggestions, as JSON; undefined where the body has none.
 * @throws ShardFailure when the search exceeds its limits; the signal's reason
 */
export async function suggested(
  plans: readonly SuggestionPlan[],
  index: IndexReader,
  work: Work,
  signal: Cancellation,
): Promise<string | undefined> {
  if (plans.length === 0) return undefined;
  const slices = new TimeSlices(signal);
  const members: string[] = [];
  for (const plan of plans) {
    const entries = await slices.run(entriesOf(plan, index, work));
    members.push(`${JSON.stringify(plan.name)}:[${entries.join(",")}]`);
  }
  return `{${members.join(",")}}`;
}

function* entriesOf(plan: SuggestionPlan, index: IndexReader, work: Work): Generator<void, readonly string[]> {
  if (plan.kind === "term") return yield* termEntries(plan, plan.options, index.segments, work);
  return [yield* phraseEntry(plan, plan.options, index, work)];
}
