/** A selector of a PromQL expression: a metric and the required values of its labels. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

const KEYWORDS = new Set(["and", "or", "unless", "by", "without", "on", "ignoring", "bool", "offset", "group_left"]);

/** The selectors of an expression, in their order. */
export function selectorsOf(expression: string): Selector[] {
  const withoutLabelLists = expression.replaceAll(/\b(by|without|on|ignoring|group_left)\s*\([^)]*\)/g, " ");
  const withoutRanges = withoutLabelLists.replaceAll(/\[[^\]]*\]/g, " ");
  const names = /"(?:[^"\\]|\\.)*"|(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\(|\{((?:[^}"]|"(?:[^"\\]|\\.)*")*)\})?/g;
  return [...withoutRanges.matchAll(names)]
    .filter(([, metric, next]) => metric !== undefined && next !== "(" && !KEYWORDS.has(metric))
    .map(([, metric = "", , matchers = ""]) => ({ metric, matchers: matchersOf(matchers) }));
}

function matchersOf(text: string): Matcher[] {
  return [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, label = "", operator = "", value = ""]) => ({ label, operator: operator as Matcher["operator"], value }),
  );
}
