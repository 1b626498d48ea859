import { ChangedTimeSeries, NewTimeSeriesDto } from "../../../contracts/time-series.ts";
import { resourceJob, resourcesJob } from "../parsing/read-resources.ts";

/** Reads time series without ids. */
export const readNewTimeSeriesJob = resourcesJob("read-new-time-series", NewTimeSeriesDto);

/** Reads a time series with its id. Without a `provider` it keeps its owner. */
export const readTimeSeriesJob = resourceJob("read-time-series", ChangedTimeSeries);
