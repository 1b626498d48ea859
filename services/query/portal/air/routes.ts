import { getAirPage } from "../../../../contracts/routes/portal/air.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import { valuesOfHour } from "../../measurements/history/hour.ts";
import { newestUpToDate } from "../../measurements/newest/up-to-date.ts";
import type { MeasurementParts } from "../../measurements/parts.ts";
import { knownNames } from "../frame/known-names.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { airPage } from "./air-page.tsx";
import { type AirQuery, airPath, hourOf } from "./air-query.ts";
import { type AirFilter, choicesOf, hasIndex, stationsAir } from "./station-air.ts";

export interface AirPageParts {
  readonly measurements: MeasurementParts;
  /** It is known once the service listens. */
  readonly identity: () => Identity;
  readonly host: Host;
}

/** The air at every station, now or at an hour. */
export function airPageRoutes({ measurements, identity, host }: AirPageParts): readonly ServedRoute[] {
  const { read, use, settings, clock, longAnswers } = measurements;
  const { index, utcOffset: offset } = settings;
  return [
    read(getAirPage, async (given) => {
      const { areas, components, at, page, lang } = given.parameters;
      const content = use(given.response);
      const filter = { areas, components };
      const hour = at === undefined ? undefined : hourOf(at, offset);
      const choices = choicesOf(content.network(), index);
      const query = { ...namedBy(filter, choices, (names) => airPath({ ...names, hour, page: 1 }, offset)), hour, page };
      const now = clock().getTime();
      // An hour is read from the tables, as the API's past values are, and in turns with them.
      using _turn = hour === undefined ? undefined : await longAnswers.admit(given.response);
      const readings =
        hour === undefined
          ? newestUpToDate(content.network(), now, { ...settings, wanted: filter, shows: hasIndex, showInvalid: false })
          : await valuesOfHour(content, measurements, { wanted: filter, shows: hasIndex, from: hour });
      const network = content.network();
      const stations = stationsAir(network, index, readings, filter, now);
      const isEmpty = stations.length === 0;
      const matching = (other: typeof filter) => stationsAir(network, index, [], other, now).length;
      const shown = {
        stations,
        ...choices,
        query,
        withoutArea: isEmpty && areas ? matching({ ...filter, areas: undefined }) : 0,
        withoutComponent: isEmpty && components ? matching({ ...filter, components: undefined }) : 0,
        now,
        settings,
        publicUrl: identity().publicUrl,
      };
      sendPage(given, { lang, host }, (locale) => airPage(shown, locale));
    }),
  ];
}

type Names = Pick<AirQuery, "areas" | "components">;

/** The names of a filter as the network spells them. @throws HttpProblem `area-unknown`, `component-unknown` */
function namedBy({ areas, components }: AirFilter, choices: Names, pathOf: (names: Names) => string): Names {
  return {
    areas: knownNames(areas, {
      code: "area-unknown",
      all: choices.areas,
      absent: (name) => `No station is in an area ${name}.`,
      pathOf: (name) => pathOf({ areas: [name], components: [] }),
    }),
    components: knownNames(components, {
      code: "component-unknown",
      all: choices.components,
      absent: (name) => `No station measures a component ${name} that the air-quality index covers.`,
      pathOf: (name) => pathOf({ areas: [], components: [name] }),
    }),
  };
}
