import { expect, test } from "vitest";
import { observations } from "../../../../contracts/views/observations.ts";
import type { Queryable, Statement } from "../../../../platform/database/port.ts";
import { DAY, HOUR } from "../../../../science/calendar.ts";
import { knownSeries } from "../../../../test/known-series.ts";
import { storedDays } from "./stored-days.ts";

const DAYS = 5_000;

/** How many days each statement asks for, for a series with this step. */
async function daysAtATime(timestep: number): Promise<number[]> {
  const asked: number[] = [];
  const database: Queryable = {
    query: async (statement: Statement | string) => {
      const [, first, last] = typeof statement === "string" ? [] : (statement.values ?? []);
      asked.push(Number(last) - Number(first) + 1);
      return [];
    },
  };
  for await (const _ of storedDays(database, observations, [knownSeries({ timestep })], 0, DAYS - 1));
  return asked;
}

test("the number of days that are read at a time depends on their values, and is at most a few thousand", async () => {
  expect(await daysAtATime(HOUR)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  expect(await daysAtATime(DAY)).toEqual([3_000, 2_000]);
  expect(Math.max(...(await daysAtATime(60)))).toBe(16);
});
