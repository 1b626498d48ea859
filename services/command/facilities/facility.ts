import type { FacilityEvent } from "../../../contracts/events.ts";
import { accept, type Decider, reject, unreachable } from "../handling/decider.ts";

/** `content`: hash of the facility as sent. */
export type FacilityCommand =
  | { readonly type: "AddFacility"; readonly content: string }
  | { readonly type: "UpdateFacility"; readonly content: string }
  | { readonly type: "DeleteFacility"; readonly content: string };

export interface FacilityFact {
  readonly type: FacilityEvent["type"];
  readonly content: string | undefined;
}

export type FacilityState =
  | { readonly exists: false }
  | { readonly exists: true; readonly content: string | undefined };

export type FacilityRejection = "facility-exists" | "facility-unknown";

/** One entry of the registry of facilities. */
export const facility: Decider<FacilityCommand, FacilityFact, FacilityState, FacilityRejection> = {
  initial: { exists: false },

  evolve: (_state, fact) => {
    switch (fact.type) {
      case "FacilityAdded":
      case "FacilityUpdated":
        return { exists: true, content: fact.content };
      case "FacilityDeleted":
        return { exists: false };
      default:
        return unreachable(fact.type);
    }
  },

  decide: (command, state) => {
    switch (command.type) {
      case "AddFacility":
        return state.exists ? reject("facility-exists") : accept({ type: "FacilityAdded", content: command.content });
      case "UpdateFacility":
        if (!state.exists) return reject("facility-unknown");
        if (state.content === command.content) return accept();
        return accept({ type: "FacilityUpdated", content: command.content });
      case "DeleteFacility":
        return state.exists
          ? accept({ type: "FacilityDeleted", content: command.content })
          : reject("facility-unknown");
      default:
        return unreachable(command);
    }
  },
};
