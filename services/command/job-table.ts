import { readFacilityJob, readNewFacilityJob } from "./facilities/read-facility.ts";
import type { AnyJob } from "./jobs/job.ts";
import { storeMessagesJob } from "./observations/inbox/store-messages.ts";
import { ingestArrayJob, ingestLinesJob } from "./observations/ingest.ts";
import { addRecordsJob, deleteRecordsJob, readPidsJob } from "./records/commands.ts";
import { readNewStationsJob, readStationJob } from "./stations/read-stations.ts";
import { readNewTimeSeriesJob, readTimeSeriesJob } from "./time-series/read-time-series.ts";
import { publishUvForecastJob } from "./uv/publish.ts";

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
