import type { Analysis, Analyze } from "../language/analysis/analyzers.ts";
import type { Work } from "../work/work.ts";

/** Steps of analysing a character, whether or not it belongs to a word. */
const STEPS_A_CHARACTER = 4;

/** Analyses texts. The result for each analyzer's last text is kept, since a text is often searched in many fields. */
export function analysing(work: Work): (analyzer: Analyze, text: string) => Analysis {
  const last = new Map<Analyze, { readonly text: string; readonly analysis: Analysis }>();
  return (analyzer, text) => {
    const before = last.get(analyzer);
    if (before?.text === text) return before.analysis;
    work.spend(STEPS_A_CHARACTER * text.length);
    const analysis = analyzer(text);
    last.set(analyzer, { text, analysis });
    return analysis;
  };
}
