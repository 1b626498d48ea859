import { setImmediate as nextTurn } from "node:timers/promises";
import { observations } from "../../../../contracts/views/observations.ts";
import { type SqlView, sqlView } from "../../view.ts";
import { type Ingested, type ObservationBatch, takeBatch } from "./batch.ts";
import { type ComputedDay, SeriesDays } from "./days.ts";
import { ObservationRows } from "./rows.ts";

/** Values that are merged before other work gets its turn: well below a millisecond. */
const MAX_VALUES_AT_ONCE = 10_000;

/**
 * A batch reads the days that it touches, updates them, and computes everything that depends on them from all their
 * values again, so that the order in which values arrive does not matter. `utcOffset`: minutes east of Greenwich, by
 * which days begin.
 */
export function observationsView(utcOffset: number): SqlView {
  return sqlView(observations, async (tables, { events, sequence }, transaction) => {
    const batch = await takeBatch(events, sequence, utcOffset);
    const rows = new ObservationRows(tables, transaction);
    await rows.deleteSeries(batch.deleted);
    const ingested = await livingOnly(batch, rows);
    if (ingested.length > 0) await write(ingested, batch.sequences, utcOffset, rows);
    return { events: batch.events, sequence: sequence + batch.events, cursor: null };
  });
}

/** Values of a deleted series may come after its deletion, if they were on their way when it was decided. */
async function livingOnly({ ingested }: ObservationBatch, rows: ObservationRows): Promise<Ingested[]> {
  const series = new Set(ingested.map((columns) => columns.series));
  const gone = new Set(await rows.deletedSeries([...series]));
  return ingested.filter((columns) => !gone.has(columns.series));
}

async function write(
  ingested: readonly Ingested[],
  sequences: ReadonlyMap<number, number>,
  utcOffset: number,
  rows: ObservationRows,
): Promise<void> {
  const all = new Map<number, SeriesDays>();
  for (const columns of ingested) {
    const { series, timestep } = columns;
    let days = all.get(series);
    if (days === undefined) {
      days = new SeriesDays(series, timestep, utcOffset);
      all.set(series, days);
    }
    days.touch(columns);
  }
  await rows.readDays(all);
  const computed = await merged(ingested, all);
  await rows.writeDays(computed);
  await rows.writeDailyMeans(computed);
  await rows.writePeriodMeans(all.values());
  await rows.writeNewest(all.values(), sequences, utcOffset);
}

async function merged(ingested: readonly Ingested[], all: ReadonlyMap<number, SeriesDays>): Promise<ComputedDay[]> {
  let values = 0;
  for (const columns of ingested) {
    values += columns.fromTime.length;
    if (values > MAX_VALUES_AT_ONCE) {
      values = 0;
      await nextTurn();
    }
    all.get(columns.series)?.merge(columns);
  }
  const computed: ComputedDay[] = [];
  for (const days of all.values()) await days.compute(computed);
  return computed;
}
