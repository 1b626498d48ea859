import type { History, Means } from "../../../../contracts/measurement-answers.ts";
import type { MeanTypeLabel } from "../../../../contracts/routes/measurement-parameters.ts";
import { DAY, HOUR } from "../../../../science/calendar.ts";
import { MIN_COVERAGE } from "../../../../science/means.ts";
import { wholeDocument } from "../../measurements/answers/whole-document.ts";
import { historyDocument } from "../../measurements/history/history.ts";
import { type MeanType, meanTypeOf } from "../../measurements/means/mean-types.ts";
import { meansDocument, timesBehind } from "../../measurements/means/means.ts";
import { type KnownSeries, type Network, spanOfValues } from "../../measurements/network.ts";
import type { SeriesValue } from "../../measurements/newest/newest.ts";
import type { MeasurementParts, NetworkContent } from "../../measurements/parts.ts";
import type { Period } from "../../measurements/period.ts";
import { selectIn } from "../../measurements/selection.ts";
import type { ShownPeriod } from "./shown-period.ts";

export type Value = History["values"][number];
export type Mean = Means["values"][number];

/** Means of a series of one type. */
export interface MeansOfType {
  readonly type: MeanType;
  readonly means: readonly Mean[];
}

/** A series of a station with what its page shows. */
export interface Section {
  readonly series: KnownSeries;
  /** The newest valid value. */
  readonly newest: SeriesValue | undefined;
  readonly isUpToDate: boolean;
  /** The values of the period; undefined where there are too many for a page. */
  readonly values: readonly Value[] | undefined;
  /** The daily means of the period, in the place of values. */
  readonly daily: readonly Mean[] | undefined;
  readonly means: readonly MeansOfType[];
}

/** The series of a station that its page shows, and the others. */
export interface StationSeries {
  readonly shown: readonly KnownSeries[];
  readonly others: readonly KnownSeries[];
  /** When the values of all of them begin and end; an empty span without values. */
  readonly span: ReturnType<typeof spanOfValues>;
}

/** Series that a page has room for. */
const MAX_SECTIONS = 8;
/** Rows of a table; longer tables have daily means. */
const MAX_ROWS = 200;

/** Which of all series of a station are shown: of the wanted components, else all. Components of the index come first. */
export function seriesOf(
  network: Network,
  all: readonly KnownSeries[],
  now: number,
  components: ReadonlySet<string> | undefined,
): StationSeries {
  const isWanted = ({ folded }: KnownSeries) => components?.has(folded.component) ?? true;
  const wanted = all.filter(isWanted).sort((a, b) => Number(b.limits !== undefined) - Number(a.limits !== undefined));
  const shown = wanted.slice(0, MAX_SECTIONS);
  return {
    shown,
    others: all.filter((series) => !shown.includes(series)),
    span: spanOfValues(all.map((series) => network.newest(series, now))),
  };
}

/** Types of means that stand beside the values of a period of each length. */
const MEANS_BESIDE: Readonly<Record<ShownPeriod["length"], readonly MeanTypeLabel[]>> = {
  day: ["day", "maxhour", "max8hour"],
  week: ["day", "maxhour", "max8hour"],
  month: ["week"],
  year: ["month"],
};

interface Parts extends Pick<MeasurementParts, "database" | "settings" | "clock"> {
  readonly content: Pick<NetworkContent, "observations">;
  readonly network: Network;
}

/** What a page shows of the series in a period. */
export async function sectionsOf(
  parts: Parts,
  series: readonly KnownSeries[],
  { length }: Pick<ShownPeriod, "length">,
  period: Period,
): Promise<readonly Section[]> {
  const now = parts.clock().getTime();
  const isShort = ({ series: { timestep } }: KnownSeries) =>
    timestep >= DAY || (period.to - period.from) / timestep <= MAX_ROWS;
  const [values, daily, ...means] = await Promise.all([
    valuesOf(parts, series.filter(isShort), period),
    meansOf(
      parts,
      series.filter((each) => !isShort(each)),
      meanTypeOf("day"),
      period,
    ),
    ...MEANS_BESIDE[length].map((label) => meansOf(parts, series, meanTypeOf(label), period)),
  ]);
  return series.map((each): Section => {
    const newest = parts.network.newest(each, now)?.valid;
    return {
      series: each,
      newest,
      isUpToDate: newest !== undefined && now < (newest.to + parts.settings.upToDateHours * HOUR) * 1000,
      values: isShort(each) ? (values.get(each.id) ?? []) : undefined,
      daily: isShort(each) ? undefined : (daily.means.get(each.id) ?? []),
      means: means.map(({ type, means: found }) => ({ type, means: found.get(each.id) ?? [] })),
    };
  });
}

async function valuesOf(
  parts: Parts,
  series: readonly KnownSeries[],
  period: Period,
): Promise<ReadonlyMap<number, readonly Value[]>> {
  const found = within(parts, series, period);
  const asked = { kind: "obs", series: found, period, showInvalid: true, format: "json" } as const;
  return byId(await wholeDocument<History>(historyDocument(parts, parts.content, asked)));
}

async function meansOf(parts: Parts, series: readonly KnownSeries[], type: MeanType, period: Period) {
  const given = within(parts, series, timesBehind(type.source, period)).filter((each) =>
    type.isGivenFor(each.series.timestep),
  );
  const asked = { source: type.source, series: given, period, coverage: MIN_COVERAGE, showInvalid: true } as const;
  const pieces = meansDocument(parts, parts.content, parts.network, { ...asked, withPeriod: true, format: "json" });
  return { type, means: byId(await wholeDocument<Means>(pieces)) };
}

/** Those of the series that may have values in the period. */
function within({ network, clock }: Parts, series: readonly KnownSeries[], period: Period): readonly KnownSeries[] {
  return selectIn(period, clock().getTime(), network, {}, (each) => series.includes(each));
}

function byId<Values>(list: readonly { readonly id: number; readonly values: Values }[]): ReadonlyMap<number, Values> {
  return new Map(list.map(({ id, values }) => [id, values]));
}
