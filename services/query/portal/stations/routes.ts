import { getStationPage } from "../../../../contracts/routes/portal/stations.ts";
import { problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import { dayOf } from "../../../../science/calendar.ts";
import type { MeasurementParts } from "../../measurements/parts.ts";
import { foldedNames, knownNames } from "../frame/known-names.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { stationPath } from "./addresses.ts";
import { periodFrom, periodUntil, timesOf } from "./shown-period.ts";
import { stationPage } from "./station-page.tsx";
import { sectionsOf, seriesOf } from "./station-query.ts";

export interface StationPageParts {
  readonly measurements: MeasurementParts;
  /** When the deletion of the station with this id was published, if one had it. */
  readonly stationDeletedAt: (id: string) => Promise<string | undefined>;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
}

/** Ids are positive integers of 32 bits. */
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;

/** One station of the network, as a page. */
export function stationPageRoutes({
  measurements,
  stationDeletedAt,
  identity,
  host,
}: StationPageParts): readonly ServedRoute[] {
  const { read, use, settings, clock, longAnswers } = measurements;
  const { index, utcOffset: offset } = settings;
  return [
    read(getStationPage, async (given) => {
      const { id, component, period: length, from, lang } = given.parameters;
      const content = use(given.response);
      const network = content.network();
      const station = isId(id) ? network.station(Number(id)) : undefined;
      if (station === undefined) throw await absent(id, stationDeletedAt);
      const now = clock().getTime();
      const all = network.series.filter((known) => known.station.id === station.id);
      const components = knownNames(component, {
        code: "component-unknown",
        all: all.map((known) => known.series.component),
        absent: (name) => `The station ${station.name} does not measure a component ${name}.`,
        pathOf: (name) => stationPath(station.id, { components: [name], length }),
      });
      const series = seriesOf(network, all, now, foldedNames(components));
      const { lastTo } = series.span;
      const lastDay = dayOf(Number.isFinite(lastTo) ? lastTo - 1 : now / 1000, offset);
      const days = from === undefined ? periodUntil(length, lastDay) : periodFrom(length, from);
      const period = timesOf(days, offset);
      // The tables are read in turns with those who read the API's past values.
      using _turn = await longAnswers.admit(given.response);
      const sections = await sectionsOf({ ...measurements, content, network }, series.shown, days, period);
      const { publicUrl } = identity();
      const shown = { station, series, sections, components, days, period, now, offset, index, publicUrl, host };
      sendPage(given, { lang, host }, (locale) => stationPage({ ...shown, isDated: from !== undefined }, locale));
    }),
  ];
}

async function absent(id: string, deletedAt: StationPageParts["stationDeletedAt"]) {
  const deleted = isId(id) ? await deletedAt(id) : undefined;
  if (deleted === undefined) return problem("station-unknown", `There is no station ${id}.`);
  return problem("station-deleted", `The station ${id} was deleted at ${deleted}.`, { members: { deleted } });
}
