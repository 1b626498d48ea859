import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLength, ONE_YEAR } from "../../../../contracts/routes/measurement-parameters.ts";
import { STATION_PERIODS } from "../../../../contracts/routes/portal/stations.ts";
import { dayNumber, formatDay } from "../../../../science/calendar.ts";
import { periodFrom, periodUntil } from "./shown-period.ts";

const written = ({ firstDay, lastDay }: ReturnType<typeof periodFrom>) => [formatDay(firstDay), formatDay(lastDay)];

test.each([
  ["day", [2026, 11, 27], ["2026-11-27", "2026-11-27"]],
  ["week", [2026, 11, 27], ["2026-11-27", "2026-12-03"]],
  ["month", [2026, 1, 31], ["2026-01-31", "2026-02-27"]],
  ["month", [2026, 12, 1], ["2026-12-01", "2026-12-31"]],
  ["year", [2024, 2, 29], ["2024-02-29", "2025-02-27"]],
  ["year", [9999, 6, 1], ["9999-06-01", "9999-12-31"]],
] as const)("a %s from %j is %j", (length, [year, month, day], days) => {
  expect(written(periodFrom(length, dayNumber(year, month, day)))).toEqual(days);
});

test.each([
  ["week", [2026, 11, 27], ["2026-11-21", "2026-11-27"]],
  ["month", [2026, 3, 31], ["2026-03-01", "2026-03-31"]],
  ["year", [2026, 11, 27], ["2025-11-28", "2026-11-27"]],
  ["year", [0, 6, 1], ["0000-01-01", "0000-06-01"]],
] as const)("a %s until %j is %j", (length, [year, month, day], days) => {
  expect(written(periodUntil(length, dayNumber(year, month, day)))).toEqual(days);
});

test("every period is one that the routes of the API answer", () => {
  const days = fc.integer({ min: 0, max: dayNumber(9990, 1, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...STATION_PERIODS), days, (length, day) => {
      for (const { firstDay, lastDay } of [periodFrom(length, day), periodUntil(length, day)]) {
        const [fromtime, totime] = [firstDay, lastDay].map((each) => ({ day: each, second: undefined }));
        expect(checkLength({ ...(fromtime && { fromtime }), ...(totime && { totime }) }, ONE_YEAR)).toEqual([]);
      }
    }),
  );
});
