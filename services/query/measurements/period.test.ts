import { expect, test } from "vitest";
import {
  checkLength,
  ONE_MONTH,
  ONE_YEAR,
  PERIOD,
  type PeriodLimit,
  writtenTime,
} from "../../../contracts/routes/measurement-parameters.ts";
import { declareRoute } from "../../../contracts/routes/route.ts";
import { readParameters } from "../../../platform/http/parameters.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { periodBetween } from "./period.ts";

const HOUR_AHEAD = 60;

function read(fromtime: string, totime: string, limit: PeriodLimit = ONE_YEAR, offset = HOUR_AHEAD) {
  const route = declareRoute({
    method: "get",
    path: "/x/{fromtime}/{totime}",
    id: "x",
    tag: "Measurements",
    summary: "",
    access: "public",
    answers: [],
    parameters: PERIOD,
    check: (values) => checkLength(values, limit),
  });
  const period = periodBetween(readParameters(route, { url: "/x", params: { fromtime, totime } }), offset);
  return [period.from, period.to].map((time) => new Date(time * 1000).toISOString());
}

function faults(fromtime: string, totime: string, limit?: PeriodLimit) {
  try {
    return read(fromtime, totime, limit);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return error.options.errors;
  }
}

test.each([
  ["2019-01-01", "2019-01-02", "2018-12-31T23:00:00.000Z", "2019-01-02T23:00:00.000Z"],
  ["2019-01-01 10:00", "2019-01-01T12:30", "2019-01-01T09:00:00.000Z", "2019-01-01T11:30:00.000Z"],
  ["2019-01-01T10:00:30", "2019-01-01 12:30:59", "2019-01-01T09:00:30.000Z", "2019-01-01T11:30:59.000Z"],
  ["2013-1-1", "2013-2-3t1:00", "2012-12-31T23:00:00.000Z", "2013-02-03T00:00:00.000Z"],
  ["2020-02-29", "2020-02-29", "2020-02-28T23:00:00.000Z", "2020-02-29T23:00:00.000Z"],
  ["2019-01-01 10:00", "2019-01-01 10:00", "2019-01-01T09:00:00.000Z", "2019-01-01T09:00:00.000Z"],
])("%s to %s", (from, to, begin, end) => {
  expect(read(from, to)).toEqual([begin, end]);
});

test("dates are read in the network's offset, summer or winter", () => {
  expect(read("2019-07-01", "2019-07-01", ONE_YEAR, -210)).toEqual([
    "2019-07-01T03:30:00.000Z",
    "2019-07-02T03:30:00.000Z",
  ]);
});

test.each([
  ["2019-01-01T10:00Z", "2019-01-01 12:30:15.250Z", "2019-01-01T10:00:00.000Z", "2019-01-01T12:30:15.250Z"],
  ["2019-01-01T10:00:00+02:00", "2019-01-01T23:00-0330", "2019-01-01T08:00:00.000Z", "2019-01-02T02:30:00.000Z"],
  ["2019-01-01T00:00+05", "2019-01-01 23:30 z", "2018-12-31T19:00:00.000Z", "2019-01-01T23:30:00.000Z"],
  ["2018-12-31T22:00Z", "2019-01-01", "2018-12-31T22:00:00.000Z", "2019-01-01T23:00:00.000Z"],
  ["2019-01-02T00:30+02:00", "2019-01-01T23:00Z", "2019-01-01T22:30:00.000Z", "2019-01-01T23:00:00.000Z"],
])("%s to %s has offsets of its own", (from, to, begin, end) => {
  expect(read(from, to)).toEqual([begin, end]);
});

test.each([
  ["2019-02-29"],
  ["2019-13-01"],
  ["2019-00-10"],
  ["2019-04-31"],
  ["2019-01-01 24:00"],
  ["2019-01-01 10:60"],
  ["2019-01-01 10"],
  ["2019-01"],
  ["19-01-01"],
  ["01.01.2019"],
  ["yesterday"],
  ["2019-01-01Z"],
  ["2019-01-01+01:00"],
  ["2019-01-01T10:00+19:00"],
  ["2019-01-01T10:00+01:60"],
  ["2019-01-01T10:00+1"],
  ["2019-01-01T10:00 Oslo"],
])("%s is no date", (text) => {
  expect(faults(text, "2019-03-01")).toEqual([{ path: "fromtime", message: expect.stringContaining("date") }]);
  expect(faults("2018-12-01", text)).toEqual([{ path: "totime", message: expect.stringContaining("date") }]);
});

test("an end before the start is an error", () => {
  const fault = [{ path: "totime", message: "must not be before fromtime" }];
  expect(faults("2019-01-02", "2019-01-01")).toEqual(fault);
  expect(faults("2019-01-01 10:00", "2019-01-01 09:59")).toEqual(fault);
  expect(faults("2019-01-01T10:00Z", "2019-01-01T10:59")).toEqual(fault);
  expect(faults("2019-01-01T23:00Z", "2019-01-01")).toEqual(fault);
});

test.each([
  ["2008-01-01", "2009-01-01", ONE_YEAR],
  ["2008-01-01 12:00", "2009-01-01 18:00", ONE_YEAR],
  ["2020-02-29", "2021-02-28", ONE_YEAR],
  ["2008-01-01", "2008-02-01", ONE_MONTH],
  ["2019-01-31", "2019-02-28", ONE_MONTH],
  ["2019-12-15", "2020-01-15", ONE_MONTH],
] as const)("%s to %s is within the limit", (from, to, limit) => {
  expect(checkLength({ fromtime: writtenTime.read(from), totime: writtenTime.read(to) }, limit)).toEqual([]);
});

test.each([
  ["2008-01-01", "2009-01-02", ONE_YEAR, "must be at most one year after fromtime"],
  ["2020-02-29", "2021-03-01", ONE_YEAR, "must be at most one year after fromtime"],
  ["2008-01-01", "2008-02-02", ONE_MONTH, "must be at most one month after fromtime"],
  ["2019-01-31", "2019-03-01", ONE_MONTH, "must be at most one month after fromtime"],
] as const)("%s to %s is over the limit", (from, to, limit, message) => {
  expect(faults(from, to, limit)).toEqual([{ path: "totime", message }]);
});
