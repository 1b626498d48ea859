import { z } from "zod";
import { ExistingProblem } from "../../problem.ts";
import { TYPED_FILTERS, type WrittenTime, writtenOrNone } from "../measurement-parameters.ts";
import { inQuery, inQueryOr, ParameterError, type ParameterType, wholeNumber } from "../parameter.ts";
import { declareRoute } from "../route.ts";
import { lang } from "./language.ts";

const networkTime: ParameterType<WrittenTime> = {
  schema: z.string().meta({ examples: ["2022-03-09T13:00", "2022-03-09T12:00Z"] }),
  read: (value) => {
    // The plus of an offset reads as a space where it is not encoded.
    const written = writtenOrNone(value.trim().replace(/(T.*) (\d\d:?\d\d)$/, "$1+$2"));
    if (written !== undefined) return written;
    throw new ParameterError("must be a time that exists, such as 2024-02-29T13:00 or 2024-02-29T13:00:00+01:00");
  },
};

const { area, component } = TYPED_FILTERS;
const MAX_PAGE = 100_000;

export const getAirPage = declareRoute({
  method: "get",
  path: "/air",
  id: "getAirPage",
  tag: "Measurements",
  summary: "The air at every station as a page",
  description:
    "Each station with its class of the air-quality index, the worst first: the newest values that are up to date, or those of " +
    "an hour. A name that no station has is 404, with those that there are.",
  access: "public",
  reads: ["stations", "observations"],
  cached: true,
  lenient: true,
  failures: "page",
  parameters: {
    components: component,
    areas: area,
    at: inQuery(
      networkTime,
      "A time within the hour that is shown, in the network's offset unless it has its own. The newest values unless given.",
      { example: "2022-03-09T13:00" },
    ),
    page: inQueryOr(1, wholeNumber(MAX_PAGE, 1), "A page of the table, from 1; the last one where there are fewer."),
    lang,
  },
  answers: [{ status: 200, description: "The page.", schema: z.string(), mediaTypes: ["text/html"] }],
  problems: ["area-unknown", "component-unknown", "busy"],
  problemMembers: { 404: ExistingProblem },
});

export const airRoutes = [getAirPage];
