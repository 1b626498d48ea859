import type { Analysis, Analyze } from "../language/analysis/analyzers.ts";
import type { Work } from "../work/work.ts";

/** What it takes to cut a character of a text into words, or to find that it belongs to none. */
const STEPS_A_CHARACTER = 4;

/** Cuts texts into words. Those of each analyzer's last text are kept, since a text is looked for in many fields. */
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
