import { HistorySeries, Measured, MeasuredWithIndex } from "../../../../contracts/measurement-answers.ts";
import { dayOf } from "../../../../science/calendar.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "../answers/series-document.ts";
import type { KnownSeries } from "../network.ts";
import type { Kind, MeasurementParts, NetworkContent } from "../parts.ts";
import { lastDayOf, type Period } from "../period.ts";
import { type HistorySettings, historyWriter } from "./history-text.ts";
import { type SeriesDays, storedDays } from "./stored-days.ts";

export interface HistoryAsked extends Pick<DocumentShape, "format"> {
  readonly kind: Kind;
  readonly series: readonly KnownSeries[];
  readonly period: Period;
  readonly showInvalid: boolean;
}

/** The document with the values of the series in the period, in pieces. */
export function historyDocument(
  { database, settings }: Pick<MeasurementParts, "database" | "settings">,
  { observations }: Pick<NetworkContent, "observations">,
  { kind, series, period, showInvalid, format }: HistoryAsked,
): AsyncGenerator<Buffer, void> {
  const { utcOffset: offset } = settings;
  const writing: HistorySettings = {
    isCsv: format === "csv",
    period,
    showInvalid,
    offset,
    index: kind === "aq" ? settings.index : undefined,
  };
  const columns = Object.keys((kind === "aq" ? MeasuredWithIndex : Measured).shape);
  const shape: DocumentShape = {
    format,
    members: HistorySeries.keyof().options,
    columns: showInvalid ? columns : columns.filter((column) => column !== "isValid"),
  };
  const days = storedDays(database, observations, series, dayOf(period.from, offset), lastDayOf(period, offset));
  return seriesDocument(shape, historyTexts(days, shape, writing));
}

async function* historyTexts(
  parts: AsyncIterable<SeriesDays>,
  shape: DocumentShape,
  settings: HistorySettings,
): AsyncGenerator<SeriesText, void> {
  let current: KnownSeries | undefined;
  let write: ReturnType<typeof historyWriter> | undefined;
  for await (const { series, days } of parts) {
    if (write === undefined || series !== current) write = historyWriter(series, rowPrefix(shape, series), settings);
    current = series;
    for (const day of days) for (const text of write(day)) yield { series, text };
  }
}
