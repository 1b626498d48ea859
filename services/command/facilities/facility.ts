import type { FacilityEvent } from "../../../contracts/events.ts";
import { type Aggregate, encodeSent } from "../handling/aggregate.ts";
import { accept, type Content, type Decider, type EventSummary, reject, unreachable } from "../handling/decider.ts";

export interface FacilityCommand extends Content {
  readonly type: "AddFacility" | "UpdateFacility" | "DeleteFacility";
}

/** What the decider needs of an event. */
export type FacilitySummary = Omit<EventSummary<FacilityEvent["type"]>, "provider">;

export type FacilityState =
  | { readonly exists: false }
  | { readonly exists: true; readonly contentHash: string | undefined };

export type FacilityRejection = "facility-exists" | "facility-unknown";

/** One entry of the registry of facilities. */
export const facility: Decider<FacilityCommand, FacilitySummary, FacilityState, FacilityRejection> = {
  initial: { exists: false },

  evolve: (_state, event) => {
    switch (event.type) {
      case "FacilityAdded":
      case "FacilityUpdated":
        return { exists: true, contentHash: event.contentHash };
      case "FacilityDeleted":
        return { exists: false };
      default:
        return unreachable(event.type);
    }
  },

  decide: (command, state) => {
    const { contentHash } = command;
    switch (command.type) {
      case "AddFacility":
        return state.exists ? reject("facility-exists") : accept({ type: "FacilityAdded", contentHash });
      case "UpdateFacility":
        if (!state.exists) return reject("facility-unknown");
        if (state.contentHash === contentHash) return accept();
        return accept({ type: "FacilityUpdated", contentHash });
      case "DeleteFacility":
        return state.exists ? accept({ type: "FacilityDeleted", contentHash }) : reject("facility-unknown");
      default:
        return unreachable(command.type);
    }
  },
};

export const facilityAggregate: Aggregate<FacilityCommand, FacilitySummary, FacilityState, FacilityRejection> = {
  decider: facility,
  types: { FacilityAdded: true, FacilityUpdated: true, FacilityDeleted: true },
  decode: { from: "head", event: (head) => head },
  encode: encodeSent,
};
