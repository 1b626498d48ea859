import { z } from "zod";
import { DeletedProblem, ExistingProblem } from "../../problem.ts";
import { typedNames, writtenOrNone } from "../measurement-parameters.ts";
import { inForm, inPath, inQuery, inQueryOr, oneOf, ParameterError, type ParameterType, text } from "../parameter.ts";
import { declareRoute } from "../route.ts";
import { lang } from "./language.ts";

/** How long a time a page of a station shows. */
export const STATION_PERIODS = ["day", "week", "month", "year"] as const;
export type StationPeriod = (typeof STATION_PERIODS)[number];

/** A date as the number of its day since 1970-01-01. */
const date: ParameterType<number> = {
  schema: z.iso.date(),
  read: (value) => {
    const written = writtenOrNone(value);
    if (written === undefined || written.second !== undefined) {
      throw new ParameterError("must be a date that exists, without a time, such as 2024-02-29");
    }
    return written.day;
  },
};

export const getStationPage = declareRoute({
  method: "get",
  path: "/stations/{id}",
  id: "getStationPage",
  tag: "Measurements",
  summary: "One station as a page",
  description:
    "What the station is, and for each of its components the newest value with its class of the air-quality index, a chart and a " +
    "table of a period, and means. Days are the network's. Without `from`, the period ends with the day of the newest value. " +
    "A deleted station is 410 with the time of its deletion, and a component that the station does not measure 404.",
  access: "public",
  reads: ["stations", "observations"],
  cached: true,
  failures: "page",
  parameters: {
    id: inPath(text(), "The station's id.", "17"),
    component: inQuery(typedNames, "Only these components, separated by `;`; case makes no difference.", {
      example: "PM10",
    }),
    period: inQueryOr<StationPeriod>("week", oneOf(STATION_PERIODS), "How long the period is: a week unless given.", {
      example: "month",
    }),
    from: inForm(date, "The period's first day.", { example: "2022-03-09" }),
    lang,
  },
  answers: [{ status: 200, description: "The page.", schema: z.string(), mediaTypes: ["text/html"] }],
  problems: ["station-unknown", "component-unknown", "station-deleted"],
  problemMembers: { 404: ExistingProblem, 410: DeletedProblem },
});

export const stationPageRoutes = [getStationPage];
