import type { Request, Response } from "express";
import { dailyMeans, means } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { MIN_COVERAGE } from "../../../../science/means.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { sendStream, streamTag } from "../answers/streamed.ts";
import type { MeasurementParts } from "../parts.ts";
import { periodBetween } from "../period.ts";
import { selectIn, type Wanted, wantedBy } from "../selection.ts";
import { DAILY_MEAN, meanTypeOf } from "./mean-types.ts";
import { type MeansAsked, meansDocument, timesBehind } from "./means.ts";

/** `/agg`: means of every type; `/stats/day`: daily means in their older form. */
export function meanRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  const { read } = parts;
  return [
    read(means.byStation, (given) => answerMeans(parts, given)),
    read(means.byCircle, (given) => answerMeans(parts, given)),
    read(means.byId, (given) => answerMeans(parts, given)),
    read(dailyMeans.byStation, (given) => answerDailyMeans(parts, given)),
    read(dailyMeans.byCircle, (given) => answerDailyMeans(parts, given)),
  ];
}

type MeanRead = Read<NonNullable<(typeof means)["byStation" | "byCircle" | "byId"]["parameters"]>>;

function answerMeans(parts: MeasurementParts, { request, response, parameters }: MeanRead): Promise<void> {
  const { meantype, coverage, showinvalid: showInvalid } = parameters;
  const { source, isGivenFor } = meanTypeOf(meantype);
  return sendMeans(request, response, parts, {
    source,
    wanted: wantedBy(parameters),
    period: periodBetween(parameters, parts.settings.utcOffset),
    coverage,
    showInvalid,
    isGivenFor,
    withPeriod: true,
  });
}

type DailyMeanRead = Read<NonNullable<(typeof dailyMeans)["byStation" | "byCircle"]["parameters"]>>;

function answerDailyMeans(parts: MeasurementParts, { request, response, parameters }: DailyMeanRead): Promise<void> {
  return sendMeans(request, response, parts, {
    source: DAILY_MEAN.source,
    wanted: wantedBy(parameters),
    period: periodBetween(parameters, parts.settings.utcOffset),
    coverage: MIN_COVERAGE,
    showInvalid: false,
    // A value that is longer than a day counts as a value of the day on which it begins.
    isGivenFor: () => true,
    withPeriod: false,
  });
}

interface MeansWanted extends Omit<MeansAsked, "series" | "format"> {
  readonly wanted: Wanted;
  readonly isGivenFor: (timestep: number) => boolean;
}

async function sendMeans(
  request: Request,
  response: Response,
  parts: MeasurementParts,
  { wanted, isGivenFor, ...asked }: MeansWanted,
): Promise<void> {
  const content = parts.use(response);
  const network = content.network();
  const format = formatOf(request, response);
  const { source, period } = asked;
  const now = parts.clock().getTime();
  const touched = timesBehind(source, period);
  const series = selectIn(touched, now, network, wanted, (known) => isGivenFor(known.series.timestep));
  const pieces = meansDocument(parts, content, network, { ...asked, series, format });
  const tag = streamTag(request, format, network, series, content.seed);
  await sendStream(request, response, tag, format, pieces, parts.longAnswers);
}
