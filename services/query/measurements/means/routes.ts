import type { Request, Response } from "express";
import { DailyMean, Mean, MeanSeries } from "../../../../contracts/measurement-answers.ts";
import { dailyMeans, means } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { dayOf, HOUR, periodStart } from "../../../../science/calendar.ts";
import { MIN_COVERAGE, WINDOW_HOURS } from "../../../../science/means.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "../answers/series-document.ts";
import { sendStream, streamTag } from "../answers/streamed.ts";
import { type SeriesDays, storedDays } from "../history/stored-days.ts";
import { type KnownSeries, spanOfValues } from "../network.ts";
import type { MeasurementParts } from "../parts.ts";
import { lastDayOf, type Period, periodBetween } from "../period.ts";
import { selectIn, type Wanted, wantedBy } from "../selection.ts";
import { HourlyMeanWriter } from "./hourly-means.ts";
import type { MeanSettings } from "./mean-text.ts";
import { DAILY_MEAN, type MeanSource, meanTypeOf } from "./mean-types.ts";
import { StoredMeanWriter, storedMeans } from "./stored-means.ts";

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

interface MeansWanted {
  readonly source: MeanSource;
  readonly wanted: Wanted;
  readonly period: Period;
  readonly coverage: number;
  readonly showInvalid: boolean;
  readonly isGivenFor: (timestep: number) => boolean;
  /** Whether each mean has the times at which its period begins and ends. */
  readonly withPeriod: boolean;
}

async function sendMeans(
  request: Request,
  response: Response,
  parts: MeasurementParts,
  { source, wanted, period, coverage, showInvalid, isGivenFor, withPeriod }: MeansWanted,
): Promise<void> {
  const { utcOffset: offset } = parts.settings;
  const { observations, seed, ...content } = parts.use(response);
  const network = content.network();
  const format = formatOf(request, response);
  // The highest running mean of the period's first day may be computed only from values before that day.
  const isOfWindows = source.from === "days" && source.of === "windows";
  const touched = { ...period, from: period.from - (isOfWindows ? (WINDOW_HOURS - 1) * HOUR : 0) };
  const now = parts.clock().getTime();
  const series = selectIn(touched, now, network, wanted, (known) => isGivenFor(known.series.timestep));
  const shape: DocumentShape = {
    format,
    members: MeanSeries.keyof().options,
    columns: Object.keys((withPeriod ? Mean : DailyMean).shape),
  };
  const settings: MeanSettings = { isCsv: format === "csv", period, offset, coverage, showInvalid };
  const stored = series.map((known) => network.storedNewest(known));
  const { firstDay, lastDay } = daysOfMeans(source, period, spanOfValues(stored), offset);
  const { database } = parts;
  const texts =
    source.from === "hours"
      ? hourlyTexts(storedDays(database, observations, series, firstDay, lastDay), source.window, shape, settings)
      : storedTexts(
          storedMeans(database, observations, { source, series, firstDay, lastDay }),
          new StoredMeanWriter(source, settings, withPeriod),
          shape,
        );
  const tag = streamTag(request, format, network, series, seed);
  await sendStream(request, response, tag, format, seriesDocument(shape, texts), parts.longAnswers);
}

/** The days of the period on which means of values in the span begin; for running means, end. */
function daysOfMeans(
  source: MeanSource,
  period: Period,
  { firstFrom, lastTo }: ReturnType<typeof spanOfValues>,
  offset: number,
) {
  const firstDay = dayOf(firstFrom, offset);
  return {
    firstDay: Math.max(
      dayOf(period.from, offset),
      source.from === "periods" ? periodStart(source.period, firstDay) : firstDay,
    ),
    lastDay: Math.min(lastDayOf(period, offset), dayOf(lastTo + (WINDOW_HOURS - 1) * HOUR, offset)),
  };
}

async function* hourlyTexts(
  parts: AsyncIterable<SeriesDays>,
  window: boolean,
  shape: DocumentShape,
  settings: MeanSettings,
): AsyncGenerator<SeriesText, void> {
  let current: { readonly series: KnownSeries; readonly writer: HourlyMeanWriter } | undefined;
  for await (const { series, days } of parts) {
    if (current?.series !== series) {
      if (current) yield { series: current.series, text: current.writer.end() };
      const prefix = rowPrefix(shape, series);
      current = { series, writer: new HourlyMeanWriter(series.series.timestep, window, prefix, settings) };
    }
    for (const day of days) yield { series, text: current.writer.write(day) };
  }
  if (current) yield { series: current.series, text: current.writer.end() };
}

async function* storedTexts(
  parts: ReturnType<typeof storedMeans>,
  writer: StoredMeanWriter,
  shape: DocumentShape,
): AsyncGenerator<SeriesText, void> {
  for await (const packed of parts) {
    yield { series: packed.series, text: writer.write(packed, rowPrefix(shape, packed.series)) };
  }
}
