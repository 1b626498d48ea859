import { DailyMeans, History, HistoryWithIndex, Means, NewestValue, NewestWithIndex } from "../measurement-answers.ts";
import * as example from "./measurement-examples.ts";
import {
  answersOf,
  CIRCLE,
  FILTERS,
  FORMS,
  MEAN_TYPE,
  MEASUREMENT_PROBLEMS,
  PERIOD,
  SERIES_ID,
  SHARED,
  STATION,
} from "./measurement-parts.ts";
import type { AnswerDescription, ParameterDescription, RouteDescription } from "./route.ts";

const { areas, stations, components, showinvalid, showmissing, method, timestep, coverage } = FILTERS;

interface Read {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterDescription[];
  readonly answers: readonly AnswerDescription[];
}

const read = ({ description, ...rest }: Read): RouteDescription => ({
  method: "get",
  tag: "Measurements",
  access: "public",
  description: `${description} ${FORMS}`,
  shared: SHARED,
  problems: MEASUREMENT_PROBLEMS,
  ...rest,
});

const INDEXED = "Only hourly series of components that the air-quality index knows.";

const KINDS = [
  {
    path: "/aq",
    id: "AirQuality",
    what: "values with their air-quality index",
    note: INDEXED,
    newest: answersOf(NewestWithIndex, "One record a series.", example.newestWithIndex),
    history: answersOf(HistoryWithIndex, "One object a series.", example.historyWithIndex),
  },
  {
    path: "/obs",
    id: "Observations",
    what: "values",
    note: "",
    newest: answersOf(NewestValue, "One record a series.", example.newestValue),
    history: answersOf(History, "One object a series.", example.history),
  },
] as const;

const newest = KINDS.flatMap(({ path, id, what, note, newest: answers }) => [
  read({
    path: `${path}/utd`,
    id: `newest${id}`,
    summary: `The newest ${what}`,
    description: `The newest valid value of each series while it is up to date, ordered by id. ${note}`,
    parameters: [areas, stations, components, showinvalid],
    answers,
  }),
  read({
    path: `${path}/utd/{latitude}/{longitude}/{radius}`,
    id: `newest${id}Around`,
    summary: `The newest ${what} around a place`,
    description: `The same in a circle, ordered by distance. ${note}`,
    parameters: [...CIRCLE, components, method, showinvalid],
    answers,
  }),
]);

const WITHIN = "Values that begin and end within the period, at most one year.";

const history = KINDS.flatMap(({ path, id, what, note, history: answers }) => [
  read({
    path: `${path}/historical/{fromtime}/{totime}/{station}`,
    id: `past${id}`,
    summary: `The ${what} of a period at a station`,
    description: `${WITHIN} Series are ordered by id. ${note}`,
    parameters: [...PERIOD, STATION, stations, components, showinvalid],
    answers,
  }),
  read({
    path: `${path}/historical/{fromtime}/{totime}/{latitude}/{longitude}/{radius}`,
    id: `past${id}Around`,
    summary: `The ${what} of a period around a place`,
    description: `${WITHIN} Series are ordered by distance. ${note}`,
    parameters: [...PERIOD, ...CIRCLE, components, method, showinvalid],
    answers,
  }),
  read({
    path: `${path}/historical/{fromtime}/{totime}/ids/{id}`,
    id: `past${id}OfSeries`,
    summary: `The ${what} of a period of one series`,
    description: `${WITHIN} ${note}`,
    parameters: [...PERIOD, SERIES_ID, showinvalid],
    answers,
  }),
]);

const MEANS =
  "Means of the type that lie within the period, at most one year unless they are yearly. A mean that is shorter than " +
  "the series' own step is not given.";
const means = answersOf(Means, "One object a series.", example.means);

const aggregation: readonly RouteDescription[] = [
  read({
    path: "/agg/{meantype}/{fromtime}/{totime}/{station}",
    id: "means",
    summary: "Means at a station",
    description: MEANS,
    parameters: [MEAN_TYPE, ...PERIOD, STATION, stations, components, timestep, coverage, showmissing],
    answers: means,
  }),
  read({
    path: "/agg/{meantype}/{fromtime}/{totime}/{latitude}/{longitude}/{radius}",
    id: "meansAround",
    summary: "Means around a place",
    description: `${MEANS} Series are ordered by distance.`,
    parameters: [MEAN_TYPE, ...PERIOD, ...CIRCLE, components, method, timestep, coverage, showmissing],
    answers: means,
  }),
  read({
    path: "/agg/{meantype}/{fromtime}/{totime}/ids/{id}",
    id: "meansOfSeries",
    summary: "Means of one series",
    description: MEANS,
    parameters: [MEAN_TYPE, ...PERIOD, SERIES_ID, coverage, showmissing],
    answers: means,
  }),
];

const DAILY =
  "Arithmetic means of the days' valid values, within at most one month; days of which less than 75 % is covered are " +
  "left out. `/agg/day` has taken its place.";
const dailyMeans = answersOf(DailyMeans, "One object a series.", example.dailyMeans);

const daily: readonly RouteDescription[] = [
  {
    ...read({
      path: "/stats/day/{fromtime}/{totime}/{station}",
      id: "dailyMeans",
      summary: "Daily means at a station",
      description: DAILY,
      parameters: [...PERIOD, STATION, stations, components, timestep],
      answers: dailyMeans,
    }),
    deprecated: true,
  },
  {
    ...read({
      path: "/stats/day/{fromtime}/{totime}/{latitude}/{longitude}/{radius}",
      id: "dailyMeansAround",
      summary: "Daily means around a place",
      description: DAILY,
      parameters: [...PERIOD, ...CIRCLE, components, method, timestep],
      answers: dailyMeans,
    }),
    deprecated: true,
  },
];

/** Newest values, histories and means. */
export const measurementRoutes: readonly RouteDescription[] = [...newest, ...history, ...aggregation, ...daily];
