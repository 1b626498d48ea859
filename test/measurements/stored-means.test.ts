import { afterAll, expect, test } from "vitest";
import { observations } from "../../contracts/views/observations.ts";
import type { Queryable, Statement } from "../../platform/database/port.ts";
import { type StoredSource, storedMeans } from "../../services/query/measurements/means/stored-means.ts";
import { knownSeries } from "../known-series.ts";
import { databaseUntil } from "../postgres.ts";

const { daily_means: dailyMeans, period_means: periodMeans } = observations.tables;
const SERIES = 20;
const LAST_DAY = 20_000;

const database = await databaseUntil(afterAll);
await database.query(observations.ddl);

/** Fills the tables of means up to the last day, with interleaved values of several series. */
async function fill(days: number): Promise<void> {
  await database.query(`truncate ${dailyMeans}, ${periodMeans}`);
  const each = `generate_series(1, ${SERIES}) series, generate_series(${LAST_DAY - days + 1}, ${LAST_DAY}) day`;
  await database.query(`insert into ${dailyMeans} (series, day, stored, count, sum, hours, hour_max, windows, window_max)
    select series, day, 24, 24, day, 24, 2, 24, 1 from ${each}`);
  await database.query(`insert into ${periodMeans} (series, kind, start, count, sum)
    select series, kind, day, 24, day from ${each}, unnest(array[4, 8]) kind`);
  // Autovacuum would do this at an unknown time.
  await database.query(`vacuum (analyze) ${dailyMeans}, ${periodMeans}`);
}

/** Runs statements, and adds up the pages that they touch. */
class PageCounter implements Queryable {
  pages = 0;

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const { text, values } = statement;
    const [plan] = await database.query<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>({
      text: `explain (analyze, buffers, format json) ${text}`,
      ...(values && { values }),
    });
    const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 } = plan?.["QUERY PLAN"][0]?.Plan ?? {};
    this.pages += hit + read;
    return database.query<Row>(statement);
  }
}

/** Reads three days of all series; returns the number of means and of pages touched. */
async function read(source: StoredSource): Promise<{ means: number; pages: number }> {
  const counter = new PageCounter();
  // Only the id of a series is read.
  const series = Array.from({ length: SERIES }, (_, index) => knownSeries({ id: index + 1 }));
  let means = 0;
  const query = { source, series, firstDay: LAST_DAY - 2, lastDay: LAST_DAY };
  for await (const packed of storedMeans(counter, observations, query)) means += packed.means.length / 16;
  return { means, pages: counter.pages };
}

const SOURCES: readonly StoredSource[] = [
  { from: "days", of: "values" },
  { from: "days", of: "windows" },
  { from: "periods", period: "month" },
];

test("reading the last days touches as many pages, however much history is stored", async () => {
  await fill(30);
  const little = await Promise.all(SOURCES.map(read));
  await fill(3_000);
  const much = await Promise.all(SOURCES.map(read));
  for (const [index, source] of SOURCES.entries()) {
    expect([little[index]?.means, much[index]?.means], JSON.stringify(source)).toEqual([3 * SERIES, 3 * SERIES]);
    expect(much[index]?.pages, JSON.stringify(source)).toBeLessThan(1.5 * (little[index]?.pages ?? 0));
  }
});
