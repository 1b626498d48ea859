import type { RequestHandler, Router } from "express";
import { HistorySeries, Measured, MeasuredWithIndex } from "../../../contracts/measurement-answers.ts";
import { dayOf } from "../../../science/calendar.ts";
import { measurementParameters, truth } from "./filters.ts";
import { formatOf } from "./format.ts";
import { type HistorySettings, historyWriter } from "./history-text.ts";
import { hasValuesIn, type KnownSeries } from "./network.ts";
import type { MeasurementParts } from "./parts.ts";
import { lastDayOf, NO_PERIOD, ONE_YEAR, readPeriod } from "./period.ts";
import { select } from "./selection.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "./series-document.ts";
import { BY_CIRCLE, BY_ID, BY_STATION, type SeriesPath } from "./series-path.ts";
import { type SeriesDays, storedDays } from "./stored-days.ts";
import { sendStream, streamTag } from "./streamed.ts";
import type { Kind } from "./up-to-date.ts";

/** `/aq/historical` and `/obs/historical`: the values of a period. */
export function addHistoryRoutes(router: Router, parts: MeasurementParts): void {
  for (const kind of ["aq", "obs"] as const) {
    for (const way of [BY_STATION, BY_CIRCLE, BY_ID]) {
      const path = `/${kind}/historical/:fromtime/:totime${way.path}`;
      router.get(path, parts.reads("stations", "observations"), answerHistory(kind, way, parts));
    }
  }
}

function answerHistory(kind: Kind, way: SeriesPath, parts: MeasurementParts): RequestHandler {
  const { settings } = parts;
  return async (request, response) => {
    const network = parts.network();
    const parameters = measurementParameters(request, [...way.filters, "showinvalid"]);
    const period = readPeriod(parameters, settings.utcOffset, ONE_YEAR) ?? NO_PERIOD;
    const wanted = way.read(parameters);
    const showInvalid = parameters.optional("showinvalid", truth) ?? false;
    parameters.check();
    const format = formatOf(request, response);
    const found = select(network, wanted, (series) => {
      return (
        (kind === "obs" || series.limits !== undefined) && hasValuesIn(period, series, network, settings.utcOffset)
      );
    });
    const writing: HistorySettings = {
      isCsv: format === "csv",
      period,
      showInvalid,
      offset: settings.utcOffset,
      index: kind === "aq" ? settings.index : undefined,
    };
    const columns = Object.keys((kind === "aq" ? MeasuredWithIndex : Measured).shape);
    const shape: DocumentShape = {
      format,
      members: Object.keys(HistorySeries.shape),
      about: aboutSeries,
      columns: showInvalid ? columns : columns.filter((column) => column !== "isValid"),
    };
    const days = storedDays(
      parts.database,
      found,
      dayOf(period.from, settings.utcOffset),
      lastDayOf(period, settings.utcOffset),
    );
    const pieces = seriesDocument(shape, historyTexts(days, shape, writing));
    await sendStream(request, response, streamTag(request, format, network, found, settings), format, pieces);
  };
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

function aboutSeries({ id, series, station, unit }: KnownSeries): readonly (string | number | boolean | null)[] {
  const members: HistorySeries = {
    id,
    zone: station.zone,
    municipality: station.municipality,
    area: station.area,
    station: station.name,
    eoi: station.eoi ?? null,
    type: station.type,
    component: series.component,
    latitude: station.latitude,
    longitude: station.longitude,
    timestep: series.timestep,
    isVisible: series.isVisible,
    unit,
  };
  return Object.values(members);
}
