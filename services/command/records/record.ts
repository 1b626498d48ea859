import type { MetadataEvent } from "../../../contracts/events.ts";
import { type Aggregate, encodeSent } from "../handling/aggregate.ts";
import { accept, type Content, type Decider, type EventSummary, reject, unreachable } from "../handling/decider.ts";

export type MetadataCommand =
  | ({
      readonly type: "AddRecord";
      readonly provider: string;
      /** Whether a record that is not stored may have its PID. */
      readonly pidFits: boolean;
      /** Whether a record may be given its facility's identifier. */
      readonly facilityFits: boolean;
      /** Hash of the content as sent; in the command's, a facility equal to the registry's is its identifier alone. */
      readonly sentHash: string;
    } & Content)
  | ({
      readonly type: "DeleteRecord";
      readonly provider: string;
      /** Whether records of other providers may be deleted too. */
      readonly anyRecord: boolean;
    } & Content);

/** What the decider needs of an event. */
export type MetadataSummary = EventSummary<MetadataEvent["type"]>;

export type MetadataState =
  | { readonly exists: false }
  | { readonly exists: true; readonly owner: string; readonly contentHash: string | undefined };

export type MetadataRejection = "record-owned-by-another" | "names-unfit" | "facility-unfit";

/** One dataset's record. It belongs to the provider that added it, until it is deleted. */
export const metadata: Decider<MetadataCommand, MetadataSummary, MetadataState, MetadataRejection> = {
  initial: { exists: false },

  evolve: (_state, event) => {
    switch (event.type) {
      case "MetadataAdded":
        return { exists: true, owner: event.provider, contentHash: event.contentHash };
      case "MetadataDeleted":
        return { exists: false };
      default:
        return unreachable(event.type);
    }
  },

  decide: (command, state) => {
    const { provider, contentHash } = command;
    switch (command.type) {
      case "AddRecord":
        if (!state.exists && !(command.pidFits && command.facilityFits)) return reject("names-unfit");
        if (state.exists && state.owner !== provider) return reject("record-owned-by-another");
        if (state.exists && (state.contentHash === contentHash || state.contentHash === command.sentHash)) {
          return accept();
        }
        if (!command.facilityFits) return reject("facility-unfit");
        return accept({ type: "MetadataAdded", provider, contentHash });
      case "DeleteRecord":
        if (!state.exists) return accept();
        if (state.owner !== provider && !command.anyRecord) return reject("record-owned-by-another");
        return accept({ type: "MetadataDeleted", provider, contentHash });
      default:
        return unreachable(command);
    }
  },
};

/** Ten thousand records are decided by the heads of their streams, without reading a content. */
export const recordAggregate: Aggregate<MetadataCommand, MetadataSummary, MetadataState, MetadataRejection> = {
  decider: metadata,
  types: { MetadataAdded: true, MetadataDeleted: true },
  decode: { from: "head", event: (head) => head },
  encode: encodeSent,
};
