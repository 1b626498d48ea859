import { NewestValue, NewestWithIndex } from "../../../../contracts/measurement-answers.ts";
import { newestValues } from "../../../../contracts/routes/measurements.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { type AirQualityIndex, NO_INDEX } from "../../../../science/air-quality-index/index-table.ts";
import { HOUR, timeFormatter } from "../../../../science/calendar.ts";
import type { Read } from "../../http/read.ts";
import { formatOf } from "../answers/format.ts";
import { answerKey, earliest, type Prepared } from "../answers/prepared-answers.ts";
import { membersOf } from "../answers/series-members.ts";
import { tableContent } from "../answers/table.ts";
import { KINDS, type Kind, type MeasurementParts } from "../parts.ts";
import { wantedBy } from "../selection.ts";
import { classOfReading, newestUpToDate, type Reading } from "./up-to-date.ts";

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
    const key = answerKey(route, format, parameters, known);
    const content = answers.get(key, (now): Prepared => {
      const readings = newestUpToDate(known, now, {
        wanted: wantedBy(parameters),
        shows: (series) => kind === "obs" || series.limits !== undefined,
        showInvalid: parameters.showinvalid,
        upToDateHours,
      });
      const time = timeFormatter(utcOffset);
      const rows = readings.map((reading) => newestRecord(reading, time, index));
      // Without a change of data, the answer changes when a value becomes due, or too old.
      const first = earliest(readings.map(({ value }) => value.to));
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

/** The newest value with its index; the columns of the answer decide which members are shown. */
function newestRecord(reading: Reading, time: (at: number) => string, table: AirQualityIndex): NewestWithIndex {
  const { series, value: measured } = reading;
  const { from, to, value, isValid } = measured;
  const { index, color } = classOfReading(reading, table) ?? NO_INDEX;
  return { ...membersOf(series), fromTime: time(from), toTime: time(to), value, index, color, isValid };
}
