import { NewStationDto, StationDto, StationId } from "../station.ts";
import { existing, givenIds, idInPath, oneOrMany } from "./registered.ts";
import { declareRoute } from "./route.ts";

const station = {
  name: "Manglerud",
  zone: "Stor-Oslo",
  municipality: "Oslo",
  area: "Oslo",
  type: "Veinær stasjon",
  eoi: "NO0071A",
  latitude: 59.89864,
  longitude: 10.8149,
  owner: "Oslo kommune",
  status: "active",
  isVisible: true,
};

export const addStations = declareRoute({
  method: "post",
  path: "/api/provider/stations/add",
  id: "addStations",
  tag: "Sending",
  summary: "Add a station, or several",
  description:
    "All of them or none. Names are unique, regardless of case. Adding a station that exists is answered with its " +
    "id, so starting over does no harm. No name has control characters or characters that change " +
    "the direction of text. Names of stations and areas have no `;`, which separates names in a filter. No station is named `all` or " +
    "ends with `.csv`, `.json` or `.ndjson`, which have another meaning in a path.",
  access: ["station_admin"],
  body: { schema: oneOrMany(NewStationDto), examples: { station, stations: [station] }, maxItems: "configured" },
  answers: [givenIds({ id: 17 })],
  problems: ["station-exists"],
  problemMembers: { 409: existing },
});

export const updateStation = declareRoute({
  method: "post",
  path: "/api/provider/stations/update",
  id: "updateStation",
  tag: "Sending",
  summary: "Replace a station",
  description: "Replaces all but the id: members that are left out are gone. The name may change.",
  access: ["station_admin"],
  body: { schema: StationDto, examples: { station: { id: 17, ...station } } },
  answers: [{ status: 200, description: "The station is stored." }],
  problems: ["station-unknown", "station-exists"],
  problemMembers: { 409: existing },
});

export const deleteStation = declareRoute({
  method: "delete",
  path: "/api/provider/stations/{id}",
  id: "deleteStation",
  tag: "Sending",
  summary: "Delete a station",
  description: "Its time series must have been deleted before.",
  access: ["station_admin"],
  parameters: { id: idInPath("station", StationId, 17) },
  answers: [{ status: 200, description: "The station is gone." }],
  problems: ["station-unknown", "station-has-series"],
});

export const stationRoutes = [addStations, updateStation, deleteStation];
