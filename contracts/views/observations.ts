import { declareView } from "./declaration.ts";

/**
 * Measured values, their means, and the newest value of each series.
 *
 * `days`: a row holds a day of a series, as contracts/observation-day.ts says; one that lost its
 * values stays, without any. `changed` is the place in the log of the last event with values, or losses, of the day. Its
 * partitions, one a year, are created when they are needed.
 *
 * `daily_means`: what science/means.ts computes of a day. A row stands for each day that has a value, and for one in
 * which a running mean of eight hours ends that has enough hours of the day before. Columns of hours are null where the
 * step has no hours. The means of longer periods are made of `hours` and `hour_sum`, else of `count` and `sum`.
 *
 * `period_means`: `kind` is the mean type's id: 4 month, 5 year, 8 week, 9 season; `start` is the first day. A row
 * stands for each period in which a day has a value.
 *
 * `newest`: the newest value and the newest valid one. A series that lost all its values, or was deleted, stays as a
 * row of nulls; a deleted one never has values again. `change_seq` numbers events: whatever changes a value of the
 * series gives its row a higher one than any row has.
 */
export const observations = declareView({
  name: "observations",
  version: 3,
  handles: ["ObservationsIngested", "TimeSeriesDeleted"],
  tables: {
    days: `(
      series int not null,
      day int not null,
      values bytea storage external not null,
      flags bytea storage external not null,
      changed uuid not null,
      primary key (series, day)
    ) partition by range (day)`,
    daily_means: `(
      series int not null,
      day int not null,
      stored int not null,
      count int not null,
      sum float8 not null,
      hours smallint,
      hour_sum float8,
      hour_max float8,
      windows smallint,
      window_max float8,
      first_slot int,
      last_slot int,
      last_value float8,
      last_valid_slot int,
      last_valid_value float8,
      primary key (series, day)
    ) with (fillfactor = 80)`,
    period_means: `(
      series int not null,
      kind smallint not null,
      start int not null,
      count int not null,
      sum float8 not null,
      primary key (series, kind, start)
    ) with (fillfactor = 80)`,
    newest: `(
      series int primary key,
      first_from bigint,
      newest_from bigint,
      newest_value float8,
      valid_from bigint,
      valid_value float8,
      deleted boolean not null,
      change_seq bigint not null unique
    ) with (fillfactor = 50)`,
  },
  indexes: { days: ["(changed, series, day)"] },
});
