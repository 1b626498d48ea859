import type { Format } from "../../../../contracts/formats.ts";
import {
  AreaListing,
  ComponentListing,
  type IndexListing,
  IndexRow,
  MeanTypeListing,
  StationListing,
  TimeSeriesListing,
} from "../../../../contracts/measurement-answers.ts";
import * as declared from "../../../../contracts/routes/measurements.ts";
import type { Culture, Parameters, ParameterValues } from "../../../../contracts/routes/parameter.ts";
import type { RouteDeclaration } from "../../../../contracts/routes/route.ts";
import type { Station } from "../../../../contracts/station.ts";
import { foldName } from "../../../../contracts/text.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import { type AirQualityIndex, rangeOf } from "../../../../science/air-quality-index/index-table.ts";
import { HOUR, timeFormatter } from "../../../../science/calendar.ts";
import { PreparedContent } from "../../http/prepared-content.ts";
import { CONTENT_TYPES, formatOf, VARY } from "../answers/format.ts";
import { answerKey, earliest, type Prepared } from "../answers/prepared-answers.ts";
import { membersOf } from "../answers/series-members.ts";
import { linesOf, tableContent } from "../answers/table.ts";
import { MEAN_TYPES } from "../means/mean-types.ts";
import { type KnownSeries, type Network, spanOfValues } from "../network.ts";
import type { MeasurementParts, MeasurementSettings } from "../parts.ts";
import { select, wantedBy, wantedNames } from "../selection.ts";
import { stepName } from "./timestep-names.ts";

/** Lists of the names that measurements can be filtered by: `/lookup`. */
export function lookupRoutes({
  settings,
  use,
  current,
  read,
  filteredAnswers,
}: MeasurementParts): readonly ServedRoute[] {
  const lookup = <Declared extends Parameters>(declaration: RouteDeclaration<Declared>, list: List<Declared>) =>
    read(declaration, async (given) => {
      const { request, response } = given;
      const { network, answers } = use(response);
      const known = network();
      const format = formatOf(request, response);
      const { parameters } = given;
      const key = answerKey(declaration, format, parameters, known);
      const content = answers.get(key, (now) => {
        return list({ network: known, parameters, settings, format, now });
      });
      await filteredAnswers.send(given, content, key, () => current().answers.known(key));
    });
  return [
    lookup(declared.lookupAreas, areas),
    lookup(declared.lookupStations, stations),
    lookup(declared.lookupComponents, components),
    lookup(declared.lookupIndices, indices),
    lookup(declared.lookupMeanTypes, meanTypes),
    lookup(declared.lookupTimeSeries, timeSeries),
  ];
}

interface Asked<Declared extends Parameters> {
  readonly network: Network;
  readonly parameters: ParameterValues<Declared>;
  readonly settings: MeasurementSettings;
  readonly format: Format;
  /** Milliseconds since 1970. */
  readonly now: number;
}

type List<Declared extends Parameters> = (asked: Asked<Declared>) => Prepared;
type ListOf<Route extends { readonly parameters?: Parameters }> = List<NonNullable<Route["parameters"]>>;

/** Does not expire before data changes. */
const lasting = (content: PreparedContent): Prepared => ({ content, until: Number.POSITIVE_INFINITY });

const areas: ListOf<typeof declared.lookupAreas> = ({ network, format }) => {
  const nameOf = ({ zone, municipality, area }: AreaListing) => JSON.stringify([zone, municipality, area]);
  const known = Array.from(network.stations, ({ zone, municipality, area }): AreaListing => {
    return { zone, municipality, area, description: null };
  });
  const rows = distinct(known, nameOf).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return lasting(tableContent(AreaListing.keyof().options, rows, format));
};

const stations: ListOf<typeof declared.lookupStations> = ({ network, parameters, settings, format, now }) => {
  const { utd: onlyUpToDate } = parameters;
  const measured = select(network, wantedBy(parameters), (known) => network.newest(known, now) !== undefined);
  const byStation = new Map<Station, KnownSeries[]>();
  for (const series of measured) {
    const others = byStation.get(series.station);
    if (others) others.push(series);
    else byStation.set(series.station, [series]);
  }
  const leaves = (station: MeasuredStation) => (station.lastTo + settings.upToDateHours * HOUR) * 1000;
  const listed = [...byStation]
    .map(([station, series]): MeasuredStation => {
      return { station, series, ...spanOfValues(series.map((known) => network.newest(known, now))) };
    })
    .filter((station) => !onlyUpToDate || now < leaves(station))
    .sort((a, b) => a.station.id - b.station.id);
  const time = timeFormatter(settings.utcOffset);
  const rows = listed.map((station) => stationListing(station, time));
  const content = tableContent(StationListing.keyof().options, rows, format);
  const until = network.nextDue(now);
  return { content, until: onlyUpToDate ? Math.min(until, earliest(listed.map(leaves))) : until };
};

/** A station with its series that have due values. */
interface MeasuredStation {
  readonly station: Station;
  readonly series: readonly KnownSeries[];
  readonly firstFrom: number;
  readonly lastTo: number;
}

function stationListing(
  { station, series, firstFrom, lastTo }: MeasuredStation,
  time: (at: number) => string,
): StationListing {
  const { name, eoi = null, owner = null, status = null, description = null, ...known } = station;
  return {
    ...known,
    ...{ station: name, eoi, owner, status, description },
    firstMeasurment: time(firstFrom),
    lastMeasurment: time(lastTo),
    components: [...new Set(series.map(({ series: { component } }) => component))].join(","),
  };
}

const components: ListOf<typeof declared.lookupComponents> = ({ network, format }) => {
  const known = network.series.map(({ series, folded }) => ({
    row: { component: series.component, topic: series.topic ?? null },
    key: folded.component,
  }));
  // A component has the topic of its first series that has one.
  const topicsFirst = [...known].sort((a, b) => Number(a.row.topic === null) - Number(b.row.topic === null));
  const rows = distinct(topicsFirst, ({ key }) => key).map(({ row }) => row);
  rows.sort((a, b) => (a.component < b.component ? -1 : 1));
  return lasting(tableContent(ComponentListing.keyof().options, rows, format));
};

const indices: ListOf<typeof declared.lookupIndices> = ({ parameters, settings: { index }, format }) => {
  const { components, culture: language = "no" } = parameters;
  const known = Object.keys(index.limits);
  const wanted = wantedNames(components, () => known.map(foldName));
  const listed = known
    .filter((component) => wanted?.has(foldName(component)) ?? true)
    .map((component) => indexListing(index, component, language));
  if (format === "json")
    return lasting(new PreparedContent(JSON.stringify(listed), CONTENT_TYPES.json, { vary: VARY }));
  if (format === "ndjson") return lasting(new PreparedContent(linesOf(listed), CONTENT_TYPES.ndjson, { vary: VARY }));
  const rows = listed.flatMap(({ aqis, ...component }) => aqis.map((each): IndexRow => ({ ...component, ...each })));
  return lasting(tableContent(IndexRow.keyof().options, rows, format));
};

function indexListing(index: AirQualityIndex, component: string, language: Culture): IndexListing {
  const limits = index.limits[component] ?? [];
  const aqis = index.classes.map((each) => {
    const { from, to } = rangeOf(limits, each.index);
    return {
      index: each.index,
      fromValue: from,
      toValue: to,
      color: each.color,
      text: each.name[language],
      shortDescription: each.risk[language],
      description: each.effect[language],
      advice: each.advice[language],
    };
  });
  return { component, unit: index.unit, aqis };
}

const meanTypes: ListOf<typeof declared.lookupMeanTypes> = ({ parameters, format }) => {
  const { culture: language } = parameters;
  const rows = MEAN_TYPES.map(
    ({ id, label, description }): MeanTypeListing =>
      language === undefined ? { id, label } : { id, label, description: description[language] },
  );
  const columns = MeanTypeListing.keyof().options.filter((name) => language || name !== "description");
  return lasting(tableContent(columns, rows, format));
};

const timeSeries: ListOf<typeof declared.lookupTimeSeries> = ({
  network,
  parameters,
  settings: { utcOffset },
  format,
  now,
}) => {
  const { culture: language = "no" } = parameters;
  const time = timeFormatter(utcOffset);
  const rows = select(network, wantedBy(parameters), () => true).map((known): TimeSeriesListing => {
    const { height = null, eea = null, topic = null, timestep } = known.series;
    const due = network.newest(known, now);
    return {
      ...membersOf(known),
      ...{ height, eea, topic },
      timestepAsText: stepName(timestep, language),
      fromTime: due ? time(due.firstFrom) : null,
      toTime: due ? time(due.newest.to) : null,
    };
  });
  return { content: tableContent(TimeSeriesListing.keyof().options, rows, format), until: network.nextDue(now) };
};

/** The first item of each key, in their order. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}
