import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { rowsOf, ServedAir, station, summaryOf, textOf } from "../../../../test/portal/served-air.ts";

const air = await ServedAir.open(afterAll);
const page = (path: string) => air.page(path);
const worstToday = (html: string) => /Worst (today|on .*?):.*?\d\d:00–\d\d:00/.exec(summaryOf(html))?.[0];

/** Lets the tables wait until they are told to answer or to fail. */
function heldTables() {
  let answer = (): void => {};
  let fail = (_error: Error): void => {};
  air.untilAnswered = new Promise<void>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { answer: () => answer(), fail: (error: Error) => fail(error) };
}

beforeEach(() => {
  air.reset();
  air.hours = [
    [38, 8, 45],
    [38, 9, 900, 0],
    [39, 7, 210],
    [39, 8, 210],
    [39, 14, 800],
    [42, 6, 260],
  ];
});

test("today's worst is the worst valid hour that has ended, of what is asked for", async () => {
  expect(worstToday(await page("/air"))).toBe(
    "Worst today: 3 High Danmarks plass, Nitrogen dioxide, NO₂ 260.0 µg/m³, 06:00–07:00",
  );
  expect(worstToday(await page("/air?area=oslo"))).toBe(
    "Worst today: 3 High Manglerud, Nitrogen dioxide, NO₂ 210.0 µg/m³, 07:00–08:00",
  );
  expect(worstToday(await page("/air?area=oslo&component=PM10"))).toBe(
    "Worst today: 1 Low Manglerud, Particles, PM₁₀ 45.0 µg/m³, 08:00–09:00",
  );
  expect(worstToday(await page("/air?component=PM10&area=Bergen"))).toBeUndefined();
});

test("today's worst of an area stands with the worst of each day of the week before", async () => {
  const html = await page("/air?area=Oslo");
  expect(html).toContain('<a href="#days">The week before</a>');
  expect(textOf(html)).toContain("The worst of each day in Oslo");
  const days = rowsOf(html, "days");
  expect(days).toHaveLength(8);
  expect(days[0]).toEqual([
    ...["9 March 2022", "3 High", "Manglerud", "Nitrogen dioxide, NO₂", "210.0", "07:00–08:00"],
  ]);
  expect(days[7]).toEqual(["2 March 2022", "No value", "–", "–", "–", "–"]);
  expect(await page("/air")).not.toContain('id="days"');
});

describe("the API call for the days of an area", () => {
  const DAYS = "/aq/historical/2022-03-02/2022-03-09/all";

  test("names its stations", async () => {
    expect(await page("/air?area=Oslo")).toContain(`href="${DAYS}?stations=Alnabru%3BManglerud"`);
  });

  test("is left out where the filter leaves no station", async () => {
    expect(await page("/air?area=Nowhere&component=NO2")).not.toContain("/aq/historical/");
  });

  test("gets all stations where these are too many for an address, and says so", async () => {
    air.network.updateDirectory(Array.from({ length: 49 }, (_, number) => station(100 + number, `Oslo ${number}`)));
    const html = await page("/air?area=Oslo");
    expect(html).toContain(`href="${DAYS}"`);
    expect(textOf(html)).toContain("More than 50 stations are too many for an address");
    expect(await page("/air")).not.toContain("too many for an address");
  });
});

test("today's worst is read again only where a value has changed", async () => {
  await Promise.all([page("/air"), page("/air"), page("/air?component=NO2")]);
  await page("/air?component=PM10");
  expect(air.statements).toBe(1);
  air.hours = [...air.hours, [41, 10, 500]];
  air.newest(41, 3);
  expect(worstToday(await page("/air"))).toContain("4 Extremely high Alnabru");
  expect(air.statements).toBe(2);
});

test("today's worst is read again, once for all who ask, when another hour has ended", async () => {
  expect(worstToday(await page("/air"))).toContain("NO₂ 260.0 µg/m³, 06:00–07:00");
  air.now = "2022-03-09T14:59:59+01:00";
  await page("/air");
  expect(air.statements).toBe(1);
  air.now = "2022-03-09T15:00:00+01:00";
  for (const html of await Promise.all([page("/air"), page("/air")])) {
    expect(worstToday(html)).toBe(
      "Worst today: 4 Extremely high Manglerud, Nitrogen dioxide, NO₂ 800.0 µg/m³, 14:00–15:00",
    );
  }
  expect(air.statements).toBe(2);
});

test("an hour after midnight the next day begins, also for those whose tables are read at that moment", async () => {
  air.hours = [
    [39, 14, 800],
    [41, 24, 30],
  ];
  air.newest(41, 30, "2022-03-10T00:00:00+01:00");
  air.now = "2022-03-10T00:59:59+01:00";
  const tables = heldTables();
  const before = [page("/air?component=NO2"), page("/air")];
  await vi.waitFor(() => expect(air.statements).toBe(2));
  air.now = "2022-03-10T01:00:00+01:00";
  const after = page("/air");
  tables.answer();
  for (const html of await Promise.all(before)) expect(worstToday(html)).toContain("Worst on 9 March 2022: 4 Extr");
  for (const html of [await after, await page("/air")]) {
    expect(worstToday(html)).toContain("Worst today: 1 Low Alnabru, Particles, PM₁₀ 30.0 µg/m³, 00:00–01:00");
  }
});

test("a failure of the tables is that of those who wait for them, and not kept", async () => {
  const tables = heldTables();
  const asked = [air.get("/air"), air.get("/air")];
  await vi.waitFor(() => expect(air.statements).toBe(1));
  tables.fail(new Error("the connection was lost"));
  for (const { status } of await Promise.all(asked)) expect(status).toBe(500);
  air.untilAnswered = Promise.resolve();
  expect(worstToday(await page("/air"))).toContain("NO₂ 260.0 µg/m³");
});

test("today's worst is none after midnight until an hour has ended: then it is that of the day before", async () => {
  air.now = "2022-03-10T00:30:00+01:00";
  air.hours = [[39, 14, 800]];
  expect(worstToday(await page("/air"))).toBe(
    "Worst on 9 March 2022: 4 Extremely high Manglerud, Nitrogen dioxide, NO₂ 800.0 µg/m³, 14:00–15:00",
  );
});
