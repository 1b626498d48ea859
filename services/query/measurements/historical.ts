import type { RequestHandler, Router } from "express";
import { HistorySeries, Measured, MeasuredWithIndex } from "../../../contracts/measurement-answers.ts";
import { dayOf, endOf } from "../../../science/calendar.ts";
import type { ParameterReader } from "../parameters.ts";
import { type FilterName, measurementParameters, seriesId, truth } from "./filters.ts";
import { formatOf } from "./format.ts";
import { type HistorySettings, historyWriter } from "./history-text.ts";
import type { KnownSeries, Network } from "./network.ts";
import type { MeasurementParts } from "./parts.ts";
import { ONE_YEAR, type Period, readPeriod } from "./period.ts";
import { readCircle, readNames, readStation, select, type Wanted } from "./selection.ts";
import { type DocumentShape, rowPrefix, type SeriesText, seriesDocument } from "./series-document.ts";
import { type SeriesDays, storedDays } from "./stored-days.ts";
import { sendStream, streamTag } from "./streamed.ts";
import type { Kind } from "./up-to-date.ts";

/** The ways in which a route names its series: path, filters, and what they say. */
export interface SeriesPath {
  readonly path: string;
  readonly filters: readonly FilterName[];
  readonly read: (parameters: ParameterReader) => Wanted;
}

export const BY_STATION: SeriesPath = {
  path: "/:station",
  filters: ["stations", "components"],
  read: (parameters) => ({ station: readStation(parameters), ...readNames(parameters) }),
};
export const BY_CIRCLE: SeriesPath = {
  path: "/:latitude/:longitude/:radius",
  filters: ["components", "method"],
  read: (parameters) => ({ ...readNames(parameters), circle: readCircle(parameters) }),
};
export const BY_ID: SeriesPath = {
  path: "/ids/:id",
  filters: [],
  // An id that does not fit is a fault by now, and nothing is selected.
  read: (parameters) => ({ id: parameters.required("id", seriesId) ?? 0 }),
};

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

/** Stands for one that does not fit, until the faults are told. */
export const NO_PERIOD: Period = { from: 0, to: 0 };

/** The last day of which something can belong to the period. */
export function lastDayOf({ to }: Period, offset: number): number {
  return dayOf(to - 1, offset);
}

/** Whether there may be values: what a series holds lies between its first and its newest value. */
export function hasValuesIn(period: Period, { id, series }: KnownSeries, network: Network, offset: number): boolean {
  const newest = network.newest(id);
  if (newest === undefined) return false;
  return newest.firstFrom < period.to && endOf(newest.from, series.timestep, offset) > period.from;
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
    for (const day of days) yield { series, text: write(day) };
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
