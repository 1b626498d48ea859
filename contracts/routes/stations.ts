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
    "All of them or none. No two stations have the same name, whatever the case of its letters; whoever adds one that " +
    "is there already is told its id, so starting over does no harm. No name has control characters or such that change " +
    "the direction of text, no station's or area's a `;`, which filters separate names by; no station is named `all` or " +
    "ends with `.csv`, `.json` or `.ndjson`, which mean something else in a path.",
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
