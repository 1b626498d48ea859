import { isDeepStrictEqual } from "node:util";
import type { StationEvent } from "../../../contracts/measurement-events.ts";
import type { Station } from "../../../contracts/station.ts";
import { accept, type Decider, reject, unreachable } from "../handling/decider.ts";

export type StationCommand =
  | { readonly type: "AddStation"; readonly station: Station }
  | { readonly type: "UpdateStation"; readonly station: Station }
  | {
      readonly type: "DeleteStation";
      readonly id: number;
      /** Whether series are left that belong to it. */
      readonly hasSeries: boolean;
    };

export type StationState = { readonly exists: false } | { readonly exists: true; readonly station: Station };

export type StationRejection = "station-exists" | "station-unknown" | "station-has-series";

/** One measuring station. That no two have one name is seen to where ids are given. */
export const station: Decider<StationCommand, StationEvent, StationState, StationRejection> = {
  initial: { exists: false },

  evolve: (_state, event) => {
    switch (event.type) {
      case "StationAdded":
      case "StationUpdated":
        return { exists: true, station: event.data.station };
      case "StationDeleted":
        return { exists: false };
      default:
        return unreachable(event);
    }
  },

  decide: (command, state) => {
    switch (command.type) {
      case "AddStation":
        if (state.exists) return reject("station-exists");
        return accept({ type: "StationAdded", schemaVersion: 1, data: { station: command.station } });
      case "UpdateStation":
        if (!state.exists) return reject("station-unknown");
        if (isDeepStrictEqual(state.station, command.station)) return accept();
        return accept({ type: "StationUpdated", schemaVersion: 1, data: { station: command.station } });
      case "DeleteStation":
        if (!state.exists) return reject("station-unknown");
        if (command.hasSeries) return reject("station-has-series");
        return accept({ type: "StationDeleted", schemaVersion: 1, data: { id: command.id } });
      default:
        return unreachable(command);
    }
  },
};
