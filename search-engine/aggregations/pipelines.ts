import type { NormalizeBody } from "../language/aggregations/normalize.ts";
import type { PercentilesBucketBody } from "../language/aggregations/percentiles-bucket.ts";
import type { GapPolicy, PipelineBody, SerialDiffBody } from "../language/aggregations/pipeline.ts";
import { javaDouble } from "../language/java/java-numbers.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { Work } from "../work/work.ts";
import type { Collector, MakeCollector, NumberedBucket, Pipeline, SiblingAnswer } from "./aggregation.ts";
import { valueMembers } from "./metrics.ts";
import { normalized } from "./normalize.ts";
import { extendedStatsMembers, extendedStatsNumber, type Statistics, statsMembers, statsNumber } from "./statistics.ts";
import { numberSource } from "./values.ts";

export type AsText = (value: number) => string | null | undefined;

/** A pipeline collects nothing: it computes its answer from other aggregations. */
export function collecting(pipeline: Pipeline): Collector {
  return { pipeline, collect: () => undefined, collectAll: () => true, result: () => "" };
}

/** The numbers of the buckets, with gaps filled by `gap_policy`; NaN where a bucket is skipped. */
export function filled(buckets: readonly NumberedBucket[], gapPolicy: GapPolicy): readonly number[] {
  return buckets.map(({ bucket: { documents }, number, isCount }) => {
    if (Number.isFinite(number) && (documents > 0 || isCount)) return number;
    return substitute(number, gapPolicy);
  });
}

function substitute(number: number, policy: GapPolicy): number {
  if (policy === "insert_zeros") return 0;
  return policy === "keep_values" && Number.isFinite(number) ? number : Number.NaN;
}

/** A pipeline that answers from the buckets of an aggregation beside it. */
function sibling<Body extends PipelineBody>(
  answer: (
    numbers: readonly number[],
    asText: AsText,
    names: readonly string[],
    body: Body,
    work: Work,
  ) => SiblingAnswer,
): MakeCollector<Body> {
  return (body, context) => {
    const { asText } = numberSource("pipeline", "", context, { format: body.format });
    return collecting({
      path: body.path,
      ofSibling: (buckets) => {
        const all = filled(buckets, body.gapPolicy);
        const shown = all.flatMap((number, place) => (Number.isNaN(number) ? [] : [place]));
        const names = shown.map((place) => buckets[place]?.bucket.name ?? "");
        return answer(
          shown.map((place) => all[place] ?? Number.NaN),
          asText,
          names,
          body,
          context.work,
        );
      },
    });
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Elasticsearch answers null for NaN and infinity. */
export const finite = (asText: AsText, value: number): string =>
  valueMembers({ asText }, Number.isFinite(value) ? value : undefined);

/** An answer of one number. */
const single = (asText: AsText, value: number, behind = ""): SiblingAnswer => ({
  members: `${finite(asText, value)}${behind}`,
  number: (key) => (key === "value" ? value : undefined),
});

export const avgBucket = sibling((numbers, asText) => single(asText, sumOf(numbers) / numbers.length));
export const sumBucket = sibling((numbers, asText) => single(asText, sumOf(numbers)));
export const maxBucket = sibling((numbers, asText, names) =>
  extreme(
    numbers,
    asText,
    names,
    numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ),
);
export const minBucket = sibling((numbers, asText, names) =>
  extreme(
    numbers,
    asText,
    names,
    numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  ),
);

function extreme(numbers: readonly number[], asText: AsText, names: readonly string[], best: number): SiblingAnswer {
  const keys = names.filter((_, place) => numbers[place] === best);
  return single(asText, best, `,"keys":${JSON.stringify(keys)}`);
}

function statisticsOf(numbers: readonly number[]): Statistics {
  return {
    count: numbers.length,
    min: numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    max: numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    sum: sumOf(numbers),
  };
}

export const statsBucket = sibling((numbers, asText) => {
  const statistics = statisticsOf(numbers);
  return {
    members: statsMembers(statistics, { asText, type: "double" }),
    number: (key) => statsNumber(statistics, key),
  };
});

export const extendedStatsBucket = sibling<PipelineBody & { readonly sigma: number }>(
  (numbers, asText, _names, { sigma }) => {
    const sumOfSquares = sumOf(numbers.map((number) => number * number));
    const statistics = { ...statisticsOf(numbers), sumOfSquares, sigma };
    return {
      members: extendedStatsMembers(statistics, { asText, type: "double" }),
      number: (key) => extendedStatsNumber(statistics, key),
    };
  },
);

/** Each percentile is the nearest of the numbers. */
export const percentilesBucket = sibling<PercentilesBucketBody>((numbers, asText, _names, body, work) => {
  work.spend(comparisonsOf(numbers.length) + body.percents.length);
  const sorted = [...numbers].sort((a, b) => a - b);
  return {
    members: { pieces: percentilePieces(sorted, body, asText) },
    number: (key) => nearest(sorted, Number(key)),
  };
});

const nearest = (sorted: readonly number[], percent: number): number | undefined =>
  sorted[Math.round((percent / 100) * (sorted.length - 1))];

function* percentilePieces(
  sorted: readonly number[],
  { percents, keyed }: PercentilesBucketBody,
  asText: AsText,
): Generator<string> {
  yield keyed ? `"values":{` : `"values":[`;
  for (const [place, percent] of percents.entries()) {
    const value = nearest(sorted, percent);
    const text = value === undefined ? undefined : asText(value);
    const name = javaDouble(percent);
    const asString = text === undefined ? "" : `,"${name}_as_string":${JSON.stringify(text)}`;
    const number = value === undefined ? "null" : javaDouble(value);
    const comma = place > 0 ? "," : "";
    yield comma + (keyed ? `"${name}":${number}${asString}` : `{"key":${name},"value":${number}${asString}}`);
  }
  yield keyed ? "}" : "]";
}

/** A pipeline that adds a number to each bucket of the list that contains it; undefined adds none. */
function inside<Body extends PipelineBody>(
  add: (numbers: readonly number[], body: Body) => readonly (number | undefined)[],
): MakeCollector<Body> {
  return (body, context) => {
    const { asText } = numberSource("pipeline", "", context, { format: body.format });
    return collecting({
      path: body.path,
      ofParent: (buckets) =>
        add(filled(buckets, body.gapPolicy), body).map((value) => (value === undefined ? value : { value })),
      members: ({ value }) => finite(asText, value),
    });
  };
}

export const cumulativeSum = inside((numbers) => {
  let sum = 0;
  return numbers.map((number) => {
    if (!Number.isNaN(number)) sum += number;
    return sum;
  });
});

export const serialDiff = inside<PipelineBody & SerialDiffBody>((numbers, { lag }) =>
  numbers.map((number, place) => {
    const difference = number - (numbers[place - lag] ?? Number.NaN);
    return Number.isNaN(difference) ? undefined : difference;
  }),
);

export const normalize = inside<NormalizeBody>((numbers, { method }) => normalized(numbers, method));
