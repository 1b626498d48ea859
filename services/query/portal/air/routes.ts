import type { Response } from "express";
import { getAirPage } from "../../../../contracts/routes/portal/air.ts";
import type { ServedRoute } from "../../../../platform/http/route.ts";
import type { Identity } from "../../../../platform/settings/identity.ts";
import { dayOf, HOUR } from "../../../../science/calendar.ts";
import { type DaysChoice, dailyHighest, KeptDailyHighest } from "../../measurements/history/daily-highest.ts";
import { valuesOfHour } from "../../measurements/history/hour.ts";
import { newestUpToDate } from "../../measurements/newest/up-to-date.ts";
import type { MeasurementParts, NetworkContent } from "../../measurements/parts.ts";
import { foldedNames, knownNames } from "../frame/known-names.ts";
import type { Host } from "../frame/layout.tsx";
import { sendPage } from "../frame/send.ts";
import { airPage } from "./air-page.tsx";
import { type AirQuery, airPath, hourOf } from "./air-query.ts";
import { choicesOf, daysAir, hasIndex, stationsAir } from "./station-air.ts";

/** Days before the one that is shown whose worst hour the page of an area has too. */
const DAYS_BEFORE = 7;

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
  const ofDay = new KeptDailyHighest(measurements);
  const ofDays = new KeptDailyHighest(measurements);

  /** The newest values, and the highest of the days up to now: from memory, but for what has changed. */
  const newest = async (content: NetworkContent, choice: DaysChoice) => {
    const readings = newestUpToDate(content.network(), choice.now, { ...settings, ...choice, showInvalid: false });
    const highest = await (choice.firstDay < choice.lastDay ? ofDays : ofDay).read(content, choice);
    return { readings, highest };
  };

  /** The values of an hour, and the highest of the days up to it: from the tables, in turns with the API's past values. */
  const past = async (content: NetworkContent, choice: DaysChoice, from: number, response: Response) => {
    using _turn = await longAnswers.admit(response);
    return {
      readings: await valuesOfHour(content, measurements, { ...choice, from }),
      highest: await dailyHighest(content, measurements, choice),
    };
  };

  return [
    read(getAirPage, async (given) => {
      const { at, page, lang, ...typed } = given.parameters;
      const content = use(given.response);
      const hour = at === undefined ? undefined : hourOf(at, offset);
      const choices = choicesOf(content.network(), index);
      const names = namedBy(typed, choices, (others) => airPath({ ...others, hour, page: 1 }, offset));
      const query = { ...names, hour, page };
      const [areas, components] = [foldedNames(names.areas), foldedNames(names.components)];
      const filter = { areas, components };
      const now = clock().getTime();
      const lastDay = dayOf(hour ?? now / 1000 - HOUR, offset);
      const firstDay = lastDay - (areas === undefined ? 0 : DAYS_BEFORE);
      const choice = { wanted: filter, shows: hasIndex, firstDay, lastDay, now };
      const { readings, highest } = await (hour === undefined
        ? newest(content, choice)
        : past(content, choice, hour, given.response));
      const network = content.network();
      const stations = stationsAir(network, index, readings, filter, now);
      const isEmpty = stations.length === 0;
      const matching = (other: typeof filter) => stationsAir(network, index, [], other, now).length;
      const shown = {
        stations,
        ...choices,
        query,
        days: daysAir(highest, index, choice, offset),
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

/** What was typed into the filters. */
type Typed = { readonly [Name in keyof Names]: Names[Name] | undefined };

/** The names of a filter as the network spells them. @throws HttpProblem `area-unknown`, `component-unknown` */
function namedBy({ areas, components }: Typed, choices: Names, pathOf: (names: Names) => string): Names {
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
