import { HistorySeries, Measured, MeasuredWithIndex } from "../../../../contracts/measurement-answers.ts";
import { pastValues } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { dayOf } from "../../../../science/calendar.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "../answers/series-document.ts";
import { sendStream, streamTag } from "../answers/streamed.ts";
import type { KnownSeries } from "../network.ts";
import { KINDS, type Kind, type MeasurementParts } from "../parts.ts";
import { lastDayOf, periodBetween } from "../period.ts";
import { selectIn, wantedBy } from "../selection.ts";
import { type HistorySettings, historyWriter } from "./history-text.ts";
import { type SeriesDays, storedDays } from "./stored-days.ts";

/** `/aq/historical` and `/obs/historical`: the values of a period. */
export function historyRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  const { read } = parts;
  return KINDS.flatMap((kind) => [
    read(pastValues[kind].byStation, (given) => answerHistory(kind, parts, given)),
    read(pastValues[kind].byCircle, (given) => answerHistory(kind, parts, given)),
    read(pastValues[kind].byId, (given) => answerHistory(kind, parts, given)),
  ]);
}

type HistoryRead = Read<NonNullable<(typeof pastValues)[Kind]["byStation" | "byCircle" | "byId"]["parameters"]>>;

async function answerHistory(kind: Kind, parts: MeasurementParts, { request, response, parameters }: HistoryRead) {
  const { database, settings, use, longAnswers, clock } = parts;
  const { utcOffset: offset } = settings;
  const content = use(response);
  const network = content.network();
  const { showinvalid: showInvalid } = parameters;
  const period = periodBetween(parameters, offset);
  const format = formatOf(request, response);
  const shows = (series: KnownSeries) => kind === "obs" || series.limits !== undefined;
  const found = selectIn(period, clock().getTime(), network, wantedBy(parameters), shows);
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
  const days = storedDays(database, content.observations, found, dayOf(period.from, offset), lastDayOf(period, offset));
  const pieces = seriesDocument(shape, historyTexts(days, shape, writing));
  const tag = streamTag(request, format, network, found, content.seed);
  await sendStream(request, response, tag, format, pieces, longAnswers);
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
