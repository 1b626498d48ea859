import { isDeepStrictEqual } from "node:util";
import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { TimeSeriesEvent } from "../../../contracts/measurement-events.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import { type NewTimeSeries, NewTimeSeriesDto, type TimeSeries } from "../../../contracts/time-series.ts";
import { type Aggregate, encodeData } from "../handling/aggregate.ts";
import { accept, type Decider, reject, unreachable } from "../handling/decider.ts";
import { unfitChanges } from "../handling/unfit-changes.ts";

/** The sender of a command. */
export interface Commander {
  readonly provider: string;
  /** Whether they may change the series of other providers too. */
  readonly anySeries: boolean;
}

export type TimeSeriesCommand =
  | { readonly type: "AddTimeSeries"; readonly series: TimeSeries }
  | {
      readonly type: "UpdateTimeSeries";
      readonly by: Commander;
      /** Without a `provider` it keeps its owner. */
      readonly series: NewTimeSeries & { readonly id: number };
    }
  | { readonly type: "DeleteTimeSeries"; readonly by: Commander; readonly id: number };

export type TimeSeriesState = { readonly exists: false } | { readonly exists: true; readonly series: TimeSeries };

/** Members that identify a series. */
const FIXED_MEMBERS = ["station", "component", "timestep"] as const;

export type TimeSeriesRejection =
  | { readonly reason: "series-exists" | "series-unknown" | "series-owned-by-another" }
  /** Only a station's administrator gives a series to another provider. */
  | { readonly reason: "not-theirs-to-give" }
  | { readonly reason: "names-unfit"; readonly errors: readonly FieldError[] }
  | { readonly reason: "fixed"; readonly members: readonly (typeof FIXED_MEMBERS)[number][] };

/** One series of one component at one station. It belongs to one provider, which alone sends its values. */
export const timeSeries: Decider<
  TimeSeriesCommand,
  Unversioned<TimeSeriesEvent>,
  TimeSeriesState,
  TimeSeriesRejection
> = {
  initial: { exists: false },

  evolve: (_state, event) => {
    switch (event.type) {
      case "TimeSeriesAdded":
      case "TimeSeriesUpdated":
        return { exists: true, series: event.data.series };
      case "TimeSeriesDeleted":
        return { exists: false };
      default:
        return unreachable(event);
    }
  },

  decide: (command, state) => {
    if (command.type === "AddTimeSeries") {
      if (state.exists) return reject({ reason: "series-exists" });
      return accept({ type: "TimeSeriesAdded", data: { series: command.series } });
    }
    if (!state.exists) return reject({ reason: "series-unknown" });
    const owner = state.series.provider;
    if (owner !== command.by.provider && !command.by.anySeries) return reject({ reason: "series-owned-by-another" });
    switch (command.type) {
      case "UpdateTimeSeries": {
        const series: TimeSeries = { ...command.series, provider: command.series.provider ?? owner };
        if (series.provider !== owner && !command.by.anySeries) return reject({ reason: "not-theirs-to-give" });
        const members = FIXED_MEMBERS.filter((member) => series[member] !== state.series[member]);
        if (members.length > 0) return reject({ reason: "fixed", members });
        const errors = unfitChanges(NewTimeSeriesDto, command.series, state.series);
        if (errors.length > 0) return reject({ reason: "names-unfit", errors });
        if (isDeepStrictEqual(state.series, series)) return accept();
        return accept({ type: "TimeSeriesUpdated", data: { series } });
      }
      case "DeleteTimeSeries":
        return accept({ type: "TimeSeriesDeleted", data: { id: command.id } });
      default:
        return unreachable(command);
    }
  },
};

export const timeSeriesAggregate: Aggregate<
  TimeSeriesCommand,
  Unversioned<TimeSeriesEvent>,
  TimeSeriesState,
  TimeSeriesRejection
> = {
  decider: timeSeries,
  types: { TimeSeriesAdded: true, TimeSeriesUpdated: true, TimeSeriesDeleted: true },
  decode: { from: "content", event: (stored) => stored },
  encode: encodeData,
};
