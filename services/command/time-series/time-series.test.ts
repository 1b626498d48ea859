import { expect, test } from "vitest";
import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { TimeSeriesEvent } from "../../../contracts/measurement-events.ts";
import type { TimeSeries } from "../../../contracts/time-series.ts";
import { given } from "../../../test/given.ts";
import { type Commander, timeSeries } from "./time-series.ts";

const series: TimeSeries = {
  id: 38,
  station: 17,
  component: "PM10",
  unit: "µg/m³",
  timestep: 3600,
  isVisible: true,
  provider: "nilu",
};
const { provider: _provider, ...sent } = series;

const added = { type: "TimeSeriesAdded", data: { series } } as const;
const deleted = { type: "TimeSeriesDeleted", data: { id: 38 } } as const;
const updated = (change: Partial<TimeSeries>): Unversioned<TimeSeriesEvent> => ({
  type: "TimeSeriesUpdated",
  data: { series: { ...series, ...change } },
});

const owner: Commander = { provider: "nilu", anySeries: false };
const other: Commander = { provider: "fmi", anySeries: false };
const administrator: Commander = { provider: "airlog", anySeries: true };

test("a new series is added, one that exists is not", () => {
  given(timeSeries, []).when({ type: "AddTimeSeries", series }).thenAppends([added]);
  given(timeSeries, [added]).when({ type: "AddTimeSeries", series }).thenRejected({ reason: "series-exists" });
});

test("its owner and an administrator may change it, and it keeps its owner", () => {
  for (const by of [owner, administrator]) {
    const command = { type: "UpdateTimeSeries", by, series: { ...sent, height: 3 } } as const;
    given(timeSeries, [added])
      .when(command)
      .thenAppends([updated({ height: 3 })]);
  }
});

test("others may neither change nor delete it", () => {
  const rejection = { reason: "series-owned-by-another" } as const;
  given(timeSeries, [added]).when({ type: "UpdateTimeSeries", by: other, series: sent }).thenRejected(rejection);
  given(timeSeries, [added]).when({ type: "DeleteTimeSeries", by: other, id: 38 }).thenRejected(rejection);
});

test("only an administrator gives it to another provider", () => {
  const gift = { ...sent, provider: "fmi" };
  given(timeSeries, [added])
    .when({ type: "UpdateTimeSeries", by: owner, series: gift })
    .thenRejected({ reason: "not-theirs-to-give" });
  given(timeSeries, [added])
    .when({ type: "UpdateTimeSeries", by: administrator, series: gift })
    .thenAppends([updated({ provider: "fmi" })]);
});

test("station, component and timestep never change", () => {
  const command = { type: "UpdateTimeSeries", by: owner } as const;
  given(timeSeries, [added])
    .when({ ...command, series: { ...sent, station: 18, component: "PM2.5", timestep: 86_400 } })
    .thenRejected({ reason: "fixed", members: ["station", "component", "timestep"] });
});

test("an update equal to what is stored appends nothing", () => {
  given(timeSeries, [added]).when({ type: "UpdateTimeSeries", by: owner, series: sent }).thenAppends([]);
});

test("an unknown or deleted series can't be changed or deleted", () => {
  const histories: Unversioned<TimeSeriesEvent>[][] = [[], [added, deleted]];
  for (const history of histories) {
    const rejection = { reason: "series-unknown" } as const;
    given(timeSeries, history).when({ type: "UpdateTimeSeries", by: owner, series: sent }).thenRejected(rejection);
    given(timeSeries, history).when({ type: "DeleteTimeSeries", by: owner, id: 38 }).thenRejected(rejection);
  }
  expect(timeSeries.evolve(timeSeries.initial, deleted)).toEqual({ exists: false });
});
