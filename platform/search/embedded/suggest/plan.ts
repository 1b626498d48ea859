import { type Analyze, analyzerNamed } from "../../language/analysis/analyzers.ts";
import { illegalOnShard } from "../../language/errors.ts";
import type { Suggest } from "../../language/suggest/read.ts";
import type { TermOptions } from "../../language/suggest/term.ts";
import type { Field } from "../index/mapping.ts";
import type { CompileContext } from "../query/kind.ts";
import { analyzerOf, isPlace } from "../query/match.ts";

/** A suggestion bound to the index. */
export interface SuggestionPlan {
  readonly name: string;
  readonly text: string;
  readonly field: Field;
  readonly analyze: Analyze;
  readonly options: TermOptions;
}

/** Float32 numbers from here on are no whole number of Java's. */
const MAX_FREQUENCY = 2 ** 31;

/** Suggestions in the order of the answer, by name. @throws ShardFailure */
export function planSuggestions({ suggestions }: Suggest, context: CompileContext): readonly SuggestionPlan[] {
  return suggestions
    .map(({ name, text, term }) => {
      const field = context.field(term.field);
      if (!field) throw illegalOnShard(`no mapping found for field [${term.field}]`);
      const analyze = analyzerFor(field, term);
      if (term.shardSize <= 0) throw illegalOnShard(`ShardSize must be positive but was: ${term.shardSize}`);
      if (text === undefined) throw illegalOnShard("The required text option is missing");
      if (Math.max(term.minDocFreq, term.maxTermFreq) > MAX_FREQUENCY) {
        throw illegalOnShard("Fractional absolute document frequencies are not allowed");
      }
      return { name, text, field, analyze, options: term };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function analyzerFor(field: Field, { analyzer }: TermOptions): Analyze {
  if (analyzer !== undefined && !analyzerNamed(analyzer)) {
    throw illegalOnShard(`analyzer [${analyzer}] doesn't exists`);
  }
  if (isPlace(field) && analyzer === undefined) {
    throw illegalOnShard(`Field [${field.name}] of type [${field.kind}] has no words to suggest`);
  }
  return analyzerOf(field, analyzer);
}
