import { javaFloat } from "../../language/java-numbers.ts";
import type { SearchSignal } from "../../port.ts";
import type { IndexReader } from "../index/segment.ts";
import { TimeSlices } from "../time-slices.ts";
import type { Work } from "../work.ts";
import type { SuggestionPlan } from "./plan.ts";
import { type Option, optionsOf } from "./spell-checker.ts";

/** Bytes of a word or an option beside its text. */
const ENTRY_BYTES = 64;

/**
 * The member of the answer with all suggestions, as JSON; undefined where none was asked for.
 * @throws ShardFailure when the search exceeds its limits; the signal's reason
 */
export async function suggested(
  plans: readonly SuggestionPlan[],
  index: IndexReader,
  work: Work,
  signal: SearchSignal,
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

/** Each word of the text with its options. Words that come again are looked up once. */
function* entriesOf(plan: SuggestionPlan, { segments }: IndexReader, work: Work): Generator<void, readonly string[]> {
  const { terms, starts, ends } = plan.analyze(plan.text);
  const found = new Map<string, string>();
  const entries: string[] = [];
  for (const [place, word] of terms.entries()) {
    const start = starts[place] ?? 0;
    const known = found.get(word);
    const options = known ?? optionsJson(yield* optionsOf(word, plan.field.name, plan.options, segments, work));
    found.set(word, options);
    work.take(2 * (word.length + options.length) + ENTRY_BYTES);
    entries.push(
      `{"text":${JSON.stringify(word)},"offset":${start},"length":${(ends[place] ?? start) - start},"options":${options}}`,
    );
    yield;
  }
  return entries;
}

function optionsJson(options: readonly Option[]): string {
  const texts = options.map(
    ({ text, score, frequency }) => `{"text":${JSON.stringify(text)},"score":${javaFloat(score)},"freq":${frequency}}`,
  );
  return `[${texts.join(",")}]`;
}
