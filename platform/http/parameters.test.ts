import { expect, test } from "vitest";
import { FILTERS, names, radius, truth } from "../../contracts/routes/measurement-parameters.ts";
import {
  inPath,
  inQuery,
  listInQuery,
  type Parameters,
  requiredInQuery,
  wholeNumber,
} from "../../contracts/routes/parameter.ts";
import { declareRoute, type RouteDeclaration } from "../../contracts/routes/route.ts";
import { readParameters } from "./parameters.ts";
import { HttpProblem } from "./problem.ts";

const routeWith = <const Declared extends Parameters>(
  parameters: Declared,
  options: Pick<RouteDeclaration<Declared>, "lenient" | "check"> = {},
) =>
  declareRoute({
    method: "get",
    path: "/x",
    id: "x",
    tag: "Service",
    summary: "",
    access: "public",
    answers: [],
    parameters,
    ...options,
  });

const { areas, stations, components, showinvalid } = FILTERS;
const lenient = routeWith({ areas, stations, components, showinvalid }, { lenient: true });

const filters = (query: string) => readParameters(lenient, { url: `/obs/utd${query}`, params: {} });

test.each([
  ["?components=PM10;NO2"],
  ["?component=PM10;NO2"],
  ["?COMPONENTS=pm10%3Bno2"],
  ["?Component=PM10&components=NO2"],
  ["?component=PM10&component=NO2"],
  ["?&components=;PM10;;NO2;"],
  ["??components=PM10;NO2?"],
  ["?&components=PM10;NO2&"],
  ["?components=%20PM10%20;%20no2"],
  ["?unknown=1&components=PM10;NO2&other"],
])("%s is a filter by two components", (query) => {
  expect([...(filters(query).components ?? [])]).toEqual(["pm10", "no2"]);
});

test.each([["?"], [""], ["?components="], ["?components=;"], ["?components=%20"], ["?components"]])(
  "%s is not a filter",
  (query) => {
    expect(filters(query).components).toBeUndefined();
  },
);

// Fails by its time limit: quadratic time would be minutes.
test("marks in the middle of a long query take no more time than other characters", () => {
  const { components } = filters(`?a${"?&".repeat(300_000)}components=NO2&?`);
  expect([...(components ?? [])]).toEqual(["no2"]);
});

test("areas and stations are accepted in both spellings", () => {
  const parameters = filters("?area=Oslo&Station=Rv%204,%20Aker%20sykehus");
  expect([...(parameters.areas ?? [])]).toEqual(["oslo"]);
  expect([...(parameters.stations ?? [])]).toEqual(["rv 4, aker sykehus"]);
});

test("the query can't replace a parameter of the path", () => {
  const route = routeWith({ radius: inPath(radius, "") }, { lenient: true });
  expect(readParameters(route, { url: "/x?radius=500", params: { radius: "5" } }).radius).toBe(5);
});

test("the error of a bad filter names it", () => {
  const fault = () => filters("?showInvalid=maybe");
  expect(fault).toThrow(HttpProblem);
  expect(fault).toThrow("showinvalid must be true or false");
});

test("a filter that is set twice in the same way is set", () => {
  expect(filters("?showinvalid=true&showInvalid=true").showinvalid).toBe(true);
  expect(() => filters("?showinvalid=true&showInvalid=false")).toThrow("showinvalid must be true or false");
});

test("names are exact where the route is not lenient, and a parameter is given once", () => {
  const route = routeWith({ names: inQuery(names, ""), limit: requiredInQuery(wholeNumber(10), "") });
  expect(readParameters(route, { url: "/x?limit=3&Names=a", params: {} })).toEqual({ names: undefined, limit: 3 });
  expect(() => readParameters(route, { url: "/x?limit=3&limit=3", params: {} })).toThrow("limit must be given once");
});

test("all errors are reported at once, in the order of the parameters, with those of combined parameters", () => {
  const route = routeWith(
    { list: listInQuery(""), limit: requiredInQuery(wholeNumber(10), ""), flag: inQuery(truth, "") },
    { check: ({ limit }) => (limit === undefined ? [{ path: "flag", message: "needs a limit" }] : []) },
  );
  expect(() => readParameters(route, { url: "/x?list=%20&limit=11&flag=yes", params: {} })).toThrow(
    "list is required; limit must be a whole number between 0 and 10; flag must be true or false; flag needs a limit.",
  );
});

test("a whole number beside its bounds is refused with both of them", () => {
  const route = routeWith({ limit: requiredInQuery(wholeNumber(10, 1), "") });
  const limit = (text: string) => readParameters(route, { url: `/x?limit=${text}`, params: {} }).limit;
  expect([limit("1"), limit("10")]).toEqual([1, 10]);
  for (const text of ["0", "11", "1.5", "-1", ""])
    expect(() => limit(text), text).toThrow("limit must be a whole number between 1 and 10");
});
