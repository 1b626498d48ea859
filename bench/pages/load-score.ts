/** How a load felt. Times are milliseconds. */
export interface LoadMetrics {
  /** First and Largest Contentful Paint. */
  readonly fcp: number;
  readonly lcp: number;
  /** Total Blocking Time: what the main thread's long tasks take beyond 50 ms each. */
  readonly tbt: number;
  /** Cumulative Layout Shift. */
  readonly cls: number;
}

interface Curve {
  /** The value that scores 90, and the one that scores 50. */
  readonly good: number;
  readonly median: number;
  readonly weight: number;
}

/**
 * The curves of Lighthouse 12 for desktops, and the weights of its performance score (`defaultOptions.desktop` in its
 * `core/audits/metrics/`, weights in `core/config/default-config.js`; https://github.com/GoogleChrome/lighthouse). The Speed
 * Index, a tenth of that score, is left out.
 */
const CURVES: Readonly<Record<keyof LoadMetrics, Curve>> = {
  fcp: { good: 934, median: 1_600, weight: 10 },
  lcp: { good: 1_200, median: 2_400, weight: 25 },
  tbt: { good: 150, median: 350, weight: 30 },
  cls: { good: 0.1, median: 0.25, weight: 25 },
};

const METRICS = ["fcp", "lcp", "tbt", "cls"] as const;

/** The score of a load from 0 to 100: the mean of its metrics' scores by their weights. */
export function loadScore(load: LoadMetrics): number {
  const weights = METRICS.reduce((sum, metric) => sum + CURVES[metric].weight, 0);
  return METRICS.reduce((sum, metric) => sum + CURVES[metric].weight * metricScore(metric, load[metric]), 0) / weights;
}

/** The share of a log-normal distribution above the value, of 100. */
export function metricScore(metric: keyof LoadMetrics, value: number): number {
  const { good, median } = CURVES[metric];
  if (value <= 0) return 100;
  const deviation = Math.log(median / good) / NINETIETH;
  return 100 * (1 - normalShare(Math.log(value / median) / deviation));
}

/** Nine tenths of a standard normal distribution lie below. */
const NINETIETH = 1.2815515655446004;

/** The share of the standard normal distribution below a value: Abramowitz and Stegun, 26.2.17, within 7.5e-8. */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  const above = (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return value > 0 ? 1 - above : above;
}
