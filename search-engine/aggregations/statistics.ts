import { javaDouble } from "../language/java/java-numbers.ts";
import type { NumberSource } from "./values.ts";

/** The numbers of `stats`. Without values, min is infinity and max negative infinity. */
export interface Statistics {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
}

export interface ExtendedStatistics extends Statistics {
  readonly sumOfSquares: number;
  /** Deviations from the mean up to the bounds. */
  readonly sigma: number;
}

type Texts = Pick<NumberSource, "asText" | "type">;

/** Members of the answer of `stats`. */
export function statsMembers(given: Statistics, source: Texts): string {
  const { count, min, max, sum } = given;
  if (count === 0) return '"count":0,"min":null,"max":null,"avg":null,"sum":0.0';
  const values = { min, max, avg: sum / count, sum };
  return `"count":${count}${numberMembers(values)}${textMembers(values, source)}`;
}

const DEVIATIONS = [
  ...["variance", "variance_population", "variance_sampling"],
  ...["std_deviation", "std_deviation_population", "std_deviation_sampling"],
];
const BOUNDS = ["upper", "lower", "upper_population", "lower_population", "upper_sampling", "lower_sampling"];

/** Members of the answer of `extended_stats`. */
export function extendedStatsMembers(given: ExtendedStatistics, source: Texts): string {
  const shared = statsMembers(given, source);
  if (given.count === 0) {
    const none = (names: readonly string[]) => names.map((name) => `"${name}":null`).join(",");
    return `${shared},${none(["sum_of_squares", ...DEVIATIONS])},"std_deviation_bounds":{${none(BOUNDS)}}`;
  }
  const numbers = (names: readonly string[], prefix = "") =>
    Object.fromEntries(names.map((name) => [name, extendedStatsNumber(given, prefix + name)]));
  const values = numbers(["sum_of_squares", ...DEVIATIONS]);
  const bounds = numbers(BOUNDS, "std_");
  const isFormatted = source.asText(0) !== undefined;
  const boundTexts = BOUNDS.map((name) => `"${name}":${JSON.stringify(source.asText(bounds[name] ?? 0))}`);
  return `${shared}${numberMembers(values)},"std_deviation_bounds":{${numberMembers(bounds).slice(1)}}${
    isFormatted ? `${textMembers(values, source)},"std_deviation_bounds_as_string":{${boundTexts.join(",")}}` : ""
  }`;
}

/** One of the numbers, by the name that buckets are ordered by. NaN for another name. */
export function statsNumber({ count, min, max, sum }: Statistics, name: string): number {
  switch (name) {
    case "count":
      return count;
    case "min":
      return min;
    case "max":
      return max;
    case "avg":
      return sum / count;
    case "sum":
      return sum;
    default:
      return Number.NaN;
  }
}

/** One of the numbers, by the name that buckets are ordered by. NaN for another name. */
export function extendedStatsNumber(given: ExtendedStatistics, name: string): number {
  const { count, sum, sumOfSquares, sigma } = given;
  const squares = sumOfSquares - (sum * sum) / count;
  const variance = (divisor: number) => {
    const quotient = squares / divisor;
    return quotient < 0 ? 0 : quotient;
  };
  const isSampling = name.endsWith("_sampling");
  const ownVariance = variance(isSampling ? count - 1 : count);
  switch (name.replace(/_(?:sampling|population)$/, "")) {
    case "sum_of_squares":
      return sumOfSquares;
    case "variance":
      return ownVariance;
    case "std_deviation":
      return Math.sqrt(ownVariance);
    case "std_upper":
      return sum / count + Math.sqrt(ownVariance) * sigma;
    case "std_lower":
      return sum / count - Math.sqrt(ownVariance) * sigma;
    default:
      return statsNumber(given, name);
  }
}

const numberMembers = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `,"${name}":${javaDouble(value)}`)
    .join("");

function textMembers(values: Readonly<Record<string, number>>, { asText, type }: Texts): string {
  const texts = Object.entries(values).map(([name, value]) => {
    const text = asText(value);
    if (text === undefined) return "";
    // Elasticsearch writes these without quotes.
    const isBare = type === "boolean" && !name.startsWith("std_");
    return `,"${name}_as_string":${isBare ? text : JSON.stringify(text)}`;
  });
  return texts.join("");
}
