import { DailyMean, Mean, MeanSeries } from "../../../../contracts/measurement-answers.ts";
import { dayOf, HOUR, periodStart } from "../../../../science/calendar.ts";
import { WINDOW_HOURS } from "../../../../science/means.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "../answers/series-document.ts";
import { type SeriesDays, storedDays } from "../history/stored-days.ts";
import { type KnownSeries, type Network, spanOfValues } from "../network.ts";
import type { MeasurementParts, NetworkContent } from "../parts.ts";
import { lastDayOf, type Period } from "../period.ts";
import { HourlyMeanWriter } from "./hourly-means.ts";
import type { MeanSettings } from "./mean-text.ts";
import type { MeanSource } from "./mean-types.ts";
import { StoredMeanWriter, storedMeans } from "./stored-means.ts";

export interface MeansAsked extends Pick<DocumentShape, "format"> {
  readonly source: MeanSource;
  readonly series: readonly KnownSeries[];
  readonly period: Period;
  /** The smallest coverage of a mean that is shown, %. */
  readonly coverage: number;
  readonly showInvalid: boolean;
  /** Whether each mean has the times at which its period begins and ends. */
  readonly withPeriod: boolean;
}

/** The document with the means of the series in the period, in pieces. */
export function meansDocument(
  { database, settings: { utcOffset: offset } }: Pick<MeasurementParts, "database" | "settings">,
  { observations }: Pick<NetworkContent, "observations">,
  network: Network,
  { source, series, period, coverage, showInvalid, withPeriod, format }: MeansAsked,
): AsyncGenerator<Buffer, void> {
  const shape: DocumentShape = {
    format,
    members: MeanSeries.keyof().options,
    columns: Object.keys((withPeriod ? Mean : DailyMean).shape),
  };
  const settings: MeanSettings = { isCsv: format === "csv", period, offset, coverage, showInvalid };
  const stored = series.map((known) => network.storedNewest(known));
  const { firstDay, lastDay } = daysOfMeans(source, period, spanOfValues(stored), offset);
  const texts =
    source.from === "hours"
      ? hourlyTexts(storedDays(database, observations, series, firstDay, lastDay), source.window, shape, settings)
      : storedTexts(
          storedMeans(database, observations, { source, series, firstDay, lastDay }),
          new StoredMeanWriter(source, settings, withPeriod),
          shape,
        );
  return seriesDocument(shape, texts);
}

/** The times of values that such means of the period are computed from. */
export function timesBehind(source: MeanSource, period: Period): Period {
  // The highest running mean of the period's first day may be computed only from values before that day.
  const isOfWindows = source.from === "days" && source.of === "windows";
  return { ...period, from: period.from - (isOfWindows ? (WINDOW_HOURS - 1) * HOUR : 0) };
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
