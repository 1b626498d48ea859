import { NewestValue, NewestWithIndex } from "../../../../contracts/measurement-answers.ts";
import { newestValues } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { type AirQualityIndex, classOf, NO_INDEX } from "../../../../science/air-quality-index/index-table.ts";
import { HOUR, timeFormatter } from "../../../../science/calendar.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { answerKey, earliest, type Prepared } from "../answers/prepared-answers.ts";
import { membersOf } from "../answers/series-members.ts";
import { tableContent } from "../answers/table.ts";
import type { KnownSeries } from "../network.ts";
import { KINDS, type Kind, type MeasurementParts } from "../parts.ts";
import { select, wantedBy } from "../selection.ts";
import type { SeriesValue } from "./newest.ts";

const COLUMNS = {
  aq: NewestWithIndex.keyof().options,
  obs: NewestValue.keyof().options,
};

/** `/aq/utd` and `/obs/utd`: the newest values, while they are not too old. */
export function newestRoutes({
  use,
  current,
  read,
  settings,
  filteredAnswers,
}: MeasurementParts): readonly ServedRoute[] {
  const { index, upToDateHours, utcOffset } = settings;

  const answer = async (kind: Kind, route: { readonly path: string }, given: NewestRead): Promise<void> => {
    const { request, response } = given;
    const { network, answers } = use(response);
    // First, since it also throws while cached answers may be outdated.
    const known = network();
    const format = formatOf(request, response);
    const { parameters } = given;
    const key = answerKey(route, format, parameters, (value) => known.hasFilter(value));
    const content = answers.get(key, (now): Prepared => {
      const current = new Map<KnownSeries, SeriesValue>();
      const found = select(known, wantedBy(parameters), (series) => {
        if (kind === "aq" && series.limits === undefined) return false;
        const due = known.newest(series, now);
        const value = parameters.showinvalid ? due?.newest : due?.valid;
        if (value === undefined || !isUpToDate(value, now, upToDateHours)) return false;
        current.set(series, value);
        return true;
      });
      const time = timeFormatter(utcOffset);
      const rows = found.flatMap((series) => {
        const value = current.get(series);
        return value === undefined ? [] : [newestRecord(series, value, time, index)];
      });
      // Without a change of data, the answer changes when a value becomes due, or too old.
      const first = earliest(Array.from(current.values(), ({ to }) => to));
      const until = Math.min((first + upToDateHours * HOUR) * 1000, known.nextDue(now));
      return { content: tableContent<NewestWithIndex>(COLUMNS[kind], rows, format), until };
    });
    await filteredAnswers.send(given, content, key, () => current().answers.known(key));
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

function isUpToDate({ to }: SeriesValue, now: number, hours: number): boolean {
  return now < (to + hours * HOUR) * 1000;
}

/** The newest value with its index; the columns of the answer decide which members are shown. */
function newestRecord(
  series: KnownSeries,
  { from, to, value, isValid }: SeriesValue,
  time: (at: number) => string,
  table: AirQualityIndex,
): NewestWithIndex {
  const { limits } = series;
  const found = isValid && limits ? table.classes[classOf(limits, value) - 1] : undefined;
  const { index, color } = found ?? NO_INDEX;
  return { ...membersOf(series), fromTime: time(from), toTime: time(to), value, index, color, isValid };
}
