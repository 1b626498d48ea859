import { test } from "vitest";
import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { StationEvent } from "../../../contracts/measurement-events.ts";
import type { Station } from "../../../contracts/station.ts";
import { given } from "../../../test/given.ts";
import { manglerud } from "../../../test/known-series.ts";
import { station } from "./station.ts";

const moved: Station = { ...manglerud, latitude: 59.9 };

const added = { type: "StationAdded", data: { station: manglerud } } as const;
const updated = { type: "StationUpdated", data: { station: moved } } as const;
const deleted = { type: "StationDeleted", data: { id: 17 } } as const;

test("a new station is added", () => {
  given(station, []).when({ type: "AddStation", station: manglerud }).thenAppends([added]);
});

test("a station that exists can't be added again", () => {
  given(station, [added]).when({ type: "AddStation", station: manglerud }).thenRejected({ reason: "station-exists" });
});

test("an update replaces the station", () => {
  given(station, [added]).when({ type: "UpdateStation", station: moved }).thenAppends([updated]);
});

test("an update equal to what is stored appends nothing, whatever the order of its members", () => {
  const { id, name, zone, ...rest } = moved;
  const reordered = { ...rest, zone, name, id };
  given(station, [added, updated]).when({ type: "UpdateStation", station: reordered }).thenAppends([]);
});

test("an unknown or deleted station can't be updated or deleted", () => {
  const histories: Unversioned<StationEvent>[][] = [[], [added, deleted]];
  for (const history of histories) {
    given(station, history).when({ type: "UpdateStation", station: moved }).thenRejected({ reason: "station-unknown" });
    const deletion = { type: "DeleteStation", id: 17, hasSeries: false } as const;
    given(station, history).when(deletion).thenRejected({ reason: "station-unknown" });
  }
});

test("a station can't get the name of another one", () => {
  given(station, [added])
    .when({ type: "UpdateStation", station: moved, nameTakenBy: 18 })
    .thenRejected({ reason: "station-exists" });
  given(station, [])
    .when({ type: "UpdateStation", station: moved, nameTakenBy: 18 })
    .thenRejected({ reason: "station-unknown" });
});

test("a station is deleted when it has no series", () => {
  given(station, [added]).when({ type: "DeleteStation", id: 17, hasSeries: false }).thenAppends([deleted]);
  const deletion = { type: "DeleteStation", id: 17, hasSeries: true } as const;
  given(station, [added]).when(deletion).thenRejected({ reason: "station-has-series" });
});

test("a station keeps a name that no new one may have, and no member may change to one", () => {
  const stored: Station = { ...manglerud, name: "A;B", zone: "a\u202eb" };
  const history = [{ type: "StationAdded", data: { station: stored } } as const];
  const kept = { ...stored, latitude: 1 };
  given(station, history)
    .when({ type: "UpdateStation", station: kept })
    .thenAppends([{ type: "StationUpdated", data: { station: kept } }]);
  const errors = [{ path: "/name", message: "must not contain ;, which separates the names of a filter" }];
  given(station, history)
    .when({ type: "UpdateStation", station: { ...stored, name: "A;C" } })
    .thenRejected({ reason: "names-unfit", errors });
});
