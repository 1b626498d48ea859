import { NewestValue, NewestWithIndex } from "../../../contracts/measurement-answers.ts";
import { newestValues } from "../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { type AirQualityIndex, classOf, NO_INDEX } from "../../../science/air-quality-index/index-table.ts";
import { endOf, HOUR, timeFormatter } from "../../../science/calendar.ts";
import type { Read } from "../http/read.ts";
import { formatOf } from "./format.ts";
import type { KnownSeries, Newest } from "./network.ts";
import type { MeasurementParts } from "./parts.ts";
import { answerKey, earliest, type Prepared } from "./prepared-answers.ts";
import { select, wantedBy } from "./selection.ts";
import { membersOf } from "./series-members.ts";
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
export function newestRoutes({ use, read, settings, filteredAnswers }: MeasurementParts): readonly ServedRoute[] {
  const { index, upToDateHours, utcOffset } = settings;

  const answer = async (kind: Kind, route: { readonly path: string }, given: NewestRead): Promise<void> => {
    const { request, response } = given;
    const { network, answers } = use(response);
    // First, since it throws while cached answers may be outdated, too.
    const known = network();
    const format = formatOf(request, response);
    const { parameters } = given;
    const key = answerKey(route, format, parameters, (value) => known.hasFilter(value));
    const content = answers.get(key, (now): Prepared => {
      const current = new Map<KnownSeries, Current>();
      const found = select(known, wantedBy(parameters), (series) => {
        if (kind === "aq" && series.limits === undefined) return false;
        const value = currentValue(series, known.newest(series.id), parameters.showinvalid, utcOffset);
        if (value === undefined || !isUpToDate(value, now, upToDateHours)) return false;
        current.set(series, value);
        return true;
      });
      const time = timeFormatter(utcOffset);
      const rows = found.flatMap((series) => {
        const value = current.get(series);
        return value === undefined ? [] : [newestRecord(series, value, time, index)];
      });
      // Without a change, values only leave the answer: it expires when the first one does.
      const first = earliest(Array.from(current.values(), ({ to }) => to));
      const until = (first + upToDateHours * HOUR) * 1000;
      return { content: tableContent<NewestWithIndex>(COLUMNS[kind], rows, format), until };
    });
    await filteredAnswers.send(request, response, content, key);
  };

  return KINDS.flatMap((kind) => {
    const { byName, byCircle } = newestValues[kind];
    return [
      read(byName, (given) => answer(kind, byName, given)),
      read(byCircle, (given) => answer(kind, byCircle, given)),
    ];
  });
}

type NewestRead = Read<NonNullable<(typeof newestValues)[Kind]["byName" | "byCircle"]["parameters"]>>;

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

/** The newest value with its index; the columns of the answer decide what of it is shown. */
function newestRecord(
  series: KnownSeries,
  { from, to, value, isValid }: Current,
  time: (at: number) => string,
  table: AirQualityIndex,
): NewestWithIndex {
  const { limits } = series;
  const found = isValid && limits ? table.classes[classOf(limits, value) - 1] : undefined;
  const { index, color } = found ?? NO_INDEX;
  return { ...membersOf(series), fromTime: time(from), toTime: time(to), value, index, color, isValid };
}
