import { readFacilityJob, readNewFacilityJob } from "./facilities/job.ts";
import type { AnyJob } from "./jobs/job.ts";
import { storeMessagesJob } from "./observations/inbox/store-messages.ts";
import { ingestArrayJob, ingestLinesJob } from "./observations/job.ts";
import { addRecordsJob, deleteRecordsJob, readPidsJob } from "./records/job.ts";
import { readNewStationsJob, readStationJob } from "./stations/job.ts";
import { readNewTimeSeriesJob, readTimeSeriesJob } from "./time-series/job.ts";
import { publishUvForecastJob } from "./uv/job.ts";

/** Every job that a worker thread may be asked for. */
export const JOBS: readonly AnyJob[] = [
  addRecordsJob,
  deleteRecordsJob,
  readPidsJob,
  readNewFacilityJob,
  readFacilityJob,
  readNewStationsJob,
  readStationJob,
  readNewTimeSeriesJob,
  readTimeSeriesJob,
  ingestArrayJob,
  ingestLinesJob,
  storeMessagesJob,
  publishUvForecastJob,
];
