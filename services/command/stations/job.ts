import { NewStationDto, StationDto } from "../../../contracts/station.ts";
import { resourceJob, resourcesJob } from "../parsing/read-resources.ts";

/** Reads stations without ids. */
export const readNewStationsJob = resourcesJob("read-new-stations", NewStationDto);

/** Reads a station with its id. */
export const readStationJob = resourceJob("read-station", StationDto);
