import { type NewTimeSeries, NewTimeSeriesDto, TimeSeriesId } from "../../../contracts/time-series.ts";
import type { Job, JobOrder, ListOrder } from "../jobs/job.ts";
import type { Refused } from "../parsing/read-json.ts";
import { type OneResource, type Resources, readResource, readResources } from "../parsing/read-resources.ts";

/** Reads a body that is one time series or an array of them, without ids. */
export const readNewTimeSeriesJob: Job<ListOrder, Resources<NewTimeSeries> | Refused> = {
  name: "read-new-time-series",
  run: (_eventStore, { bytes, maxItems }) => readResources(bytes, NewTimeSeriesDto, maxItems),
};

const IdentifiedTimeSeries = NewTimeSeriesDto.extend({ id: TimeSeriesId });

/** A time series with its id. Without a `provider` it keeps its owner. */
export type IdentifiedTimeSeries = NewTimeSeries & { readonly id: number };

/** Reads a body that is one time series with its id. */
export const readTimeSeriesJob: Job<JobOrder, OneResource<IdentifiedTimeSeries> | Refused> = {
  name: "read-time-series",
  run: (_eventStore, { bytes }) => readResource(bytes, IdentifiedTimeSeries),
};
