import type { Request, Response } from "express";
import { NewestValue, NewestWithIndex } from "../../../contracts/measurement-answers.ts";
import { newestValues } from "../../../contracts/routes/measurements.ts";
import type { Format } from "../../../contracts/routes/tabular.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { type AirQualityIndex, classOf, NO_INDEX } from "../../../science/air-quality-index/index-table.ts";
import { endOf, HOUR, timeFormatter } from "../../../science/calendar.ts";
import { type PreparedContent, sendPrepared } from "../http/prepared-content.ts";
import type { Read } from "../http/read.ts";
import { formatOf } from "./format.ts";
import type { KnownSeries, Newest } from "./network.ts";
import type { MeasurementParts } from "./parts.ts";
import type { Prepared } from "./prepared-answers.ts";
import { select, wantedBy } from "./selection.ts";
import { tableContent } from "./table.ts";

const COLUMNS = {
  aq: NewestWithIndex.keyof().options,
  obs: NewestValue.keyof().options,
};

/** Values with their air-quality index, or without it. */
export const KINDS = ["aq", "obs"] as const;
export type Kind = (typeof KINDS)[number];

/** The newest value of a series at some time. */
interface Current {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly isValid: boolean;
}

/** `/aq/utd` and `/obs/utd`: the newest values, while they are not too old. */
export function newestRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  const { network, answers, read, settings } = parts;

  const answer = async (kind: Kind, given: NewestRead): Promise<void> => {
    const { request, response } = given;
    // First, since it throws while cached answers may be outdated, too.
    const known = network();
    const format = formatOf(request, response);
    const content = answers.get(`${format} ${request.url}`, (now) => {
      const { parameters } = given;
      const current = new Map<KnownSeries, Current>();
      const found = select(known, wantedBy(parameters), (series) => {
        if (kind === "aq" && series.limits === undefined) return false;
        const value = currentValue(series, known.newest(series.id), parameters.showinvalid, settings.utcOffset);
        if (value === undefined || !isUpToDate(value, now, settings.upToDateHours)) return false;
        current.set(series, value);
        return true;
      });
      return prepared(kind, found, current, format);
    });
    await send(request, response, content);
  };

  const prepared = (
    kind: Kind,
    found: readonly KnownSeries[],
    current: ReadonlyMap<KnownSeries, Current>,
    format: Format,
  ): Prepared => {
    const time = timeFormatter(settings.utcOffset);
    const shown = found.flatMap((series) => {
      const value = current.get(series);
      return value === undefined ? [] : [{ series, value }];
    });
    const content =
      kind === "aq"
        ? tableContent(
            COLUMNS.aq,
            shown.map(({ series, value }) =>
              withIndex(newestRecord(series, value, time), series, value, settings.index),
            ),
            format,
          )
        : tableContent(
            COLUMNS.obs,
            shown.map(({ series, value }) => newestRecord(series, value, time)),
            format,
          );
    // Without a change, values only leave the answer: it expires when the first one does.
    const first = Math.min(...shown.map(({ value }) => value.to));
    return { content, until: (first + settings.upToDateHours * HOUR) * 1000 };
  };

  return KINDS.flatMap((kind) => [
    read(newestValues[kind].byName, (given) => answer(kind, given)),
    read(newestValues[kind].byCircle, (given) => answer(kind, given)),
  ]);
}

type NewestRead = Read<NonNullable<(typeof newestValues)[Kind]["byName" | "byCircle"]["parameters"]>>;

/** The answer depends on these headers besides its URL. */
export async function send(request: Request, response: Response, content: PreparedContent): Promise<void> {
  await sendPrepared(request, response, content, "Accept, Accept-Encoding");
}

/** The newest value, or the newest that is valid. */
function currentValue(
  { series: { timestep } }: KnownSeries,
  newest: Newest | undefined,
  showInvalid: boolean,
  offset: number,
): Current | undefined {
  if (newest === undefined) return undefined;
  const { validFrom, validValue } = newest;
  const isValid = newest.from === validFrom;
  if (showInvalid || isValid) {
    return { from: newest.from, to: endOf(newest.from, timestep, offset), value: newest.value, isValid };
  }
  if (validFrom === undefined || validValue === undefined) return undefined;
  return { from: validFrom, to: endOf(validFrom, timestep, offset), value: validValue, isValid: true };
}

function isUpToDate({ to }: Current, now: number, hours: number): boolean {
  return now < (to + hours * HOUR) * 1000;
}

function newestRecord(
  { id, series, station, unit }: KnownSeries,
  value: Current,
  time: (at: number) => string,
): NewestValue {
  return {
    id,
    zone: station.zone,
    municipality: station.municipality,
    area: station.area,
    station: station.name,
    eoi: station.eoi ?? null,
    type: station.type,
    component: series.component,
    fromTime: time(value.from),
    toTime: time(value.to),
    value: value.value,
    unit,
    latitude: station.latitude,
    longitude: station.longitude,
    timestep: series.timestep,
    isValid: value.isValid,
    isVisible: series.isVisible,
  };
}

/** Index and colour stand before the last two members. */
function withIndex(
  record: NewestValue,
  { limits }: KnownSeries,
  value: Current,
  table: AirQualityIndex,
): NewestWithIndex {
  const { isValid, isVisible, ...measured } = record;
  const found = value.isValid && limits ? table.classes[classOf(limits, value.value) - 1] : undefined;
  const { index, color } = found ?? NO_INDEX;
  return { ...measured, index, color, isValid, isVisible };
}
