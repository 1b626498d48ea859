import { isDeepStrictEqual } from "node:util";
import type { Unversioned } from "../../../contracts/event-shape.ts";
import type { StationEvent } from "../../../contracts/measurement-events.ts";
import type { FieldError } from "../../../contracts/problem.ts";
import { NewStationDto, type Station } from "../../../contracts/station.ts";
import { type Aggregate, encodeData } from "../handling/aggregate.ts";
import { accept, type Decider, reject, unreachable } from "../handling/decider.ts";
import { unfitChanges } from "../handling/unfit-changes.ts";

export type StationCommand =
  | { readonly type: "AddStation"; readonly station: Station }
  | {
      readonly type: "UpdateStation";
      readonly station: Station;
      /** The id of another station that has the name. */
      readonly nameTakenBy?: number | undefined;
    }
  | {
      readonly type: "DeleteStation";
      readonly id: number;
      /** Whether series belong to it. */
      readonly hasSeries: boolean;
    };

export type StationState = { readonly exists: false } | { readonly exists: true; readonly station: Station };

export type StationRejection =
  | { readonly reason: "station-exists" | "station-unknown" | "station-has-series" }
  | { readonly reason: "names-unfit"; readonly errors: readonly FieldError[] };

/** One measuring station. Commands say whether the name is taken, since that concerns all stations. */
export const station: Decider<StationCommand, Unversioned<StationEvent>, StationState, StationRejection> = {
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
        if (state.exists) return reject({ reason: "station-exists" });
        return accept({ type: "StationAdded", data: { station: command.station } });
      case "UpdateStation": {
        if (!state.exists) return reject({ reason: "station-unknown" });
        const errors = unfitChanges(NewStationDto, command.station, state.station);
        if (errors.length > 0) return reject({ reason: "names-unfit", errors });
        if (command.nameTakenBy !== undefined) return reject({ reason: "station-exists" });
        if (isDeepStrictEqual(state.station, command.station)) return accept();
        return accept({ type: "StationUpdated", data: { station: command.station } });
      }
      case "DeleteStation":
        if (!state.exists) return reject({ reason: "station-unknown" });
        if (command.hasSeries) return reject({ reason: "station-has-series" });
        return accept({ type: "StationDeleted", data: { id: command.id } });
      default:
        return unreachable(command);
    }
  },
};

export const stationAggregate: Aggregate<StationCommand, Unversioned<StationEvent>, StationState, StationRejection> = {
  decider: station,
  types: { StationAdded: true, StationUpdated: true, StationDeleted: true },
  decode: { from: "content", event: (stored) => stored },
  encode: encodeData,
};
