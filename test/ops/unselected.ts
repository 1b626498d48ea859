import { type Matcher, selectorsOf } from "./expressions.ts";
import type { Series } from "./scrape.ts";

/** Labels and metrics that Prometheus adds itself. */
const ADDED = new Set(["job", "instance"]);
const OF_PROMETHEUS = new Set(["up"]);

/**
 * Metrics of the expression without a series that has the selector's labels and their `=` values. Rules make the metrics in
 * `recorded`.
 */
export function unselected(expression: string, series: readonly Series[], recorded: readonly string[]): string[] {
  return selectorsOf(expression)
    .filter(({ metric }) => !OF_PROMETHEUS.has(metric) && !recorded.includes(metric))
    .filter(({ metric, matchers }) => {
      const named = matchers.filter(({ label }) => !ADDED.has(label));
      return !series.some(({ name, labels }) => name === metric && named.every((matcher) => fits(matcher, labels)));
    })
    .map(({ metric }) => metric);
}

function fits({ label, operator, value }: Matcher, labels: Series["labels"]): boolean {
  return operator === "=" ? labels[label] === value : labels[label] !== undefined;
}
