import { getStationPage } from "../../../../contracts/routes/portal/stations.ts";
import { problem } from "../../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import { dayOf } from "../../../../science/calendar.ts";
import type { MeasurementParts } from "../../measurements/parts.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { periodFrom, periodUntil, timesOf } from "./shown-period.ts";
import { stationPage } from "./station-page.tsx";
import { sectionsOf, seriesOf } from "./station-query.ts";

export interface StationPageParts {
  readonly measurements: MeasurementParts;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
}

/** One station of the network, as a page. */
export function stationPageRoutes({ measurements, identity, host }: StationPageParts): readonly ServedRoute[] {
  const { read, use, settings, clock, longAnswers } = measurements;
  const { index, utcOffset: offset } = settings;
  return [
    read(getStationPage, async (given) => {
      const { id, component, period: length, from, lang } = given.parameters;
      // A form sends an empty one for all.
      const components = component?.size === 0 ? undefined : component;
      const content = use(given.response);
      const network = content.network();
      const station = /^[1-9]\d{0,14}$/.test(id) ? network.station(Number(id)) : undefined;
      if (station === undefined) throw problem("station-unknown", `There is no station ${id}.`);
      const now = clock().getTime();
      const series = seriesOf(network, station, now, components);
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
