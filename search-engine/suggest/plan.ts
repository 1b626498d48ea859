import type { Field } from "../index/mapping.ts";
import { type Analyze, analyzerNamed } from "../language/analysis/analyzers.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { Suggest } from "../language/suggest/read.ts";
import type { Spelling } from "../language/suggest/spelling.ts";
import type { Suggester } from "../language/suggest/suggester.ts";
import type { CompileContext } from "../query/kind.ts";
import { analyzerOf, isPlace } from "../query/match.ts";

/** A suggestion bound to the index. */
export type SuggestionPlan = Suggester & {
  readonly name: string;
  readonly text: string;
  readonly field: Field;
  readonly analyze: Analyze;
};

/** Float32 numbers from here on are beyond Java's int. */
const MAX_FREQUENCY = 2 ** 31;

/** Suggestions in the order of the answer, by name. @throws ShardFailure */
export function planSuggestions({ suggestions }: Suggest, context: CompileContext): readonly SuggestionPlan[] {
  return suggestions
    .map(({ name, text, suggester }) => {
      const { field: fieldName, shardSize } = suggester.options;
      const field = context.field(fieldName);
      if (!field) throw illegalOnShard(`no mapping found for field [${fieldName}]`);
      const analyze = analyzerFor(field, suggester);
      if (shardSize <= 0) throw illegalOnShard(`ShardSize must be positive but was: ${shardSize}`);
      if (text === undefined) throw illegalOnShard("The required text option is missing");
      for (const spelling of spellingsOf(suggester)) checkFrequencies(spelling);
      return { name, text, field, analyze, ...suggester };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function analyzerFor(field: Field, { kind, options: { analyzer } }: Suggester): Analyze {
  if (analyzer !== undefined && !analyzerNamed(analyzer)) {
    throw illegalOnShard(`analyzer [${analyzer}] doesn't exists`);
  }
  if (kind === "term" && isPlace(field) && analyzer === undefined) {
    throw illegalOnShard(`Field [${field.name}] of type [${field.kind}] has no words to suggest`);
  }
  return analyzerOf(field, analyzer);
}

const spellingsOf = ({ kind, options }: Suggester): readonly Spelling[] =>
  kind === "term" ? [options] : options.generators.map(({ spelling }) => spelling);

function checkFrequencies({ minDocFreq, maxTermFreq }: Spelling): void {
  for (const frequency of [maxTermFreq, minDocFreq]) {
    if (frequency < 1 || (Number.isInteger(frequency) && frequency <= MAX_FREQUENCY)) continue;
    throw illegalOnShard("Fractional absolute document frequencies are not allowed");
  }
}
