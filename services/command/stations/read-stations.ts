import { type NewStation, NewStationDto, type Station, StationDto } from "../../../contracts/station.ts";
import type { Job, JobOrder, ListOrder } from "../jobs/job.ts";
import type { Refused } from "../parsing/read-json.ts";
import { type OneResource, type Resources, readResource, readResources } from "../parsing/read-resources.ts";

/** Reads a body that is one station or an array of them, without ids. */
export const readNewStationsJob: Job<ListOrder, Resources<NewStation> | Refused> = {
  name: "read-new-stations",
  run: (_eventStore, { bytes, maxItems }) => readResources(bytes, NewStationDto, maxItems),
};

/** Reads a body that is one station with its id. */
export const readStationJob: Job<JobOrder, OneResource<Station> | Refused> = {
  name: "read-station",
  run: (_eventStore, { bytes }) => readResource(bytes, StationDto),
};
