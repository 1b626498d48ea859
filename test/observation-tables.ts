import { observations } from "../contracts/views/observations.ts";
import type { Database } from "../platform/database/port.ts";
import { observationsView } from "../services/projector/views/observations/view.ts";
import { builtView } from "./built-view.ts";

const { days, daily_means: dailyMeans, period_means: periodMeans, newest } = observations.tables;

/** The view of observations at UTC+01:00. */
export async function builtObservations() {
  const built = await builtView(observationsView(60));
  return { ...built, tables: () => readTables(built.database) };
}

interface StoredRow {
  readonly series: number;
  readonly day: number;
  readonly values: Buffer;
  readonly flags: Buffer;
  readonly changed: string;
}

/** All tables as they are; bytes and positions in the log as text. */
async function readTables(database: Database) {
  const rows = await database.query<StoredRow>(`select * from ${days} order by series, day`);
  return {
    observations: rows.map(({ values, flags, ...key }) => ({
      ...key,
      values: values.toString("hex"),
      flags: flags.toString("hex"),
    })),
    daily: await database.query<Record<string, number>>(`select * from ${dailyMeans} order by series, day`),
    periods: await database.query<Record<string, number>>(`select * from ${periodMeans} order by series, kind, start`),
    newest: await database.query<Record<string, number>>(
      `select series, first_from::float8, newest_from::float8, newest_value, valid_from::float8, valid_value, deleted,
        change_seq::int from ${newest} order by series`,
    ),
  };
}

export type Tables = Awaited<ReturnType<typeof readTables>>;

/** The part that readers see: neither the time and number of changes, nor deleted values. */
export function seen({ newest, observations, ...others }: Tables) {
  const standing = newest.filter(({ newest_from }) => newest_from !== null);
  const days = observations.filter(({ values }) => values !== "");
  return {
    ...others,
    observations: days.map(({ changed, ...row }) => row),
    newest: standing.map(({ change_seq, ...row }) => row),
  };
}
