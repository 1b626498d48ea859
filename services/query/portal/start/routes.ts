import { startPage as declaration } from "../../../../contracts/routes/portal/start.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import type { FacilityList } from "../../facilities/facility-list.ts";
import type { BindRead } from "../../http/read.ts";
import { newestUpToDate } from "../../measurements/newest/up-to-date.ts";
import type { MeasurementParts } from "../../measurements/parts.ts";
import { beforeDeadline, type Deadline } from "../../search/timed-search.ts";
import type { ForecastParts } from "../../uv/forecasts.ts";
import { hasIndex, stationsAir } from "../air/station-air.ts";
import { catalogueOf } from "../frame/catalogue.ts";
import { localeFor } from "../frame/language.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { places, USUAL_PLACE } from "../places/places.ts";
import { largestAreas } from "./area-air.ts";
import { startPage } from "./start-page.tsx";
import { TodaysUvAt } from "./todays-uv.ts";

const MAX_AREAS = 6;
/** Facilities, and stations, on the map. */
const MAX_POINTS = 300;

/** All areas and components. */
const ALL = { areas: undefined, components: undefined };

export interface StartPageParts {
  /** How many records can be found. */
  readonly countRecords: (deadline: Deadline) => Promise<number>;
  /** The registry of facilities. @throws HttpProblem `view-building` */
  readonly facilities: () => Pick<FacilityList, "count" | "located">;
  readonly measurements: Pick<MeasurementParts, "current" | "settings" | "clock">;
  readonly uv: ForecastParts;
  readonly identity: () => Identity;
  readonly host: Host;
  readonly read: BindRead;
}

/** The page that all others are reached from. What it counts is known already: no table is counted for a request. */
export function startPageRoutes(parts: StartPageParts): readonly ServedRoute[] {
  const { countRecords, facilities, measurements, identity, host, read } = parts;
  const { current, settings, clock } = measurements;
  const [place] = places().named(USUAL_PLACE, 1);
  if (place === undefined) throw new Error(`there is no place ${USUAL_PLACE}`);
  const sun = new TodaysUvAt(place, parts.uv);
  return [
    read(declaration, async (given) => {
      const { lang } = given.parameters;
      const { culture } = localeFor(given.request, lang);
      await beforeDeadline(given.response, async (deadline) => {
        const [datasets, uv] = await Promise.all([countRecords(deadline), sun.current(given, culture)]);
        if (uv === undefined) return;
        const network = current().network();
        const now = clock().getTime();
        const choice = { ...settings, wanted: ALL, shows: hasIndex, showInvalid: false };
        const stations = stationsAir(network, settings.index, newestUpToDate(network, now, choice), ALL, now);
        const areas = largestAreas(stations, MAX_AREAS);
        const registry = facilities();
        const counts = { datasets, facilities: registry.count, stations: stations.length };
        const catalogue = catalogueOf(identity(), host);
        const shown = {
          ...{ catalogue, counts, areas, uv, settings },
          located: registry.located(MAX_POINTS),
          stations: stations.slice(0, MAX_POINTS),
        };
        sendPage(given, { lang, host }, (locale) => startPage(shown, locale));
      });
    }),
  ];
}
