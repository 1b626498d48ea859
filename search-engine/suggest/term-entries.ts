import type { SegmentReader } from "../index/segment.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import type { TermOptions } from "../language/suggest/term.ts";
import type { Work } from "../work/work.ts";
import type { SuggestionPlan } from "./plan.ts";
import { type Option, optionsOf } from "./spell-checker.ts";

/** Bytes of a word or an option, besides its text. */
const ENTRY_BYTES = 64;

/**
 * Each word of the text with its options, as JSON. Repeated words are looked up once.
 * @throws ShardFailure beyond the limits of work
 */
export function* termEntries(
  { text, analyze, field }: SuggestionPlan,
  options: TermOptions,
  segments: readonly SegmentReader[],
  work: Work,
): Generator<void, readonly string[]> {
  const { terms, starts, ends } = analyze(text);
  const found = new Map<string, string>();
  const entries: string[] = [];
  for (const [place, word] of terms.entries()) {
    const start = starts[place] ?? 0;
    const known = found.get(word);
    const json = known ?? optionsJson(yield* wordOptions(word, field.name, options, segments, work));
    found.set(word, json);
    work.take(2 * (word.length + json.length) + ENTRY_BYTES);
    entries.push(
      `{"text":${JSON.stringify(word)},"offset":${start},"length":${(ends[place] ?? start) - start},"options":${json}}`,
    );
    yield;
  }
  return entries;
}

function* wordOptions(
  word: string,
  field: string,
  options: TermOptions,
  segments: readonly SegmentReader[],
  work: Work,
): Generator<void, readonly Option[]> {
  const found = yield* optionsOf(word, field, options.shardSize, options, segments, work);
  return found.slice(0, options.size);
}

function optionsJson(options: readonly Option[]): string {
  const texts = options.map(
    ({ text, score, frequency }) => `{"text":${JSON.stringify(text)},"score":${javaFloat(score)},"freq":${frequency}}`,
  );
  return `[${texts.join(",")}]`;
}
