import type { MetadataEvent } from "../../../contracts/events.ts";
import { accept, type Decider, reject, unreachable } from "../handling/decider.ts";

/** `content`: hash of the record as sent. */
export type MetadataCommand =
  | { readonly type: "AddRecord"; readonly provider: string; readonly content: string }
  | {
      readonly type: "DeleteRecord";
      readonly provider: string;
      readonly content: string;
      /** Whether records of others may be deleted too. */
      readonly anyRecord: boolean;
    };

export interface MetadataFact {
  readonly type: MetadataEvent["type"];
  /** Whose account it was. */
  readonly provider: string;
  readonly content: string | undefined;
}

export type MetadataState =
  | { readonly exists: false }
  | { readonly exists: true; readonly owner: string; readonly content: string | undefined };

export type MetadataRejection = "record-owned-by-another";

/** One dataset's record. It belongs to the provider that added it, until it is deleted. */
export const metadata: Decider<MetadataCommand, MetadataFact, MetadataState, MetadataRejection> = {
  initial: { exists: false },

  evolve: (_state, fact) => {
    switch (fact.type) {
      case "MetadataAdded":
        return { exists: true, owner: fact.provider, content: fact.content };
      case "MetadataDeleted":
        return { exists: false };
      default:
        return unreachable(fact.type);
    }
  },

  decide: (command, state) => {
    const { provider, content } = command;
    switch (command.type) {
      case "AddRecord":
        if (state.exists && state.owner !== provider) return reject("record-owned-by-another");
        if (state.exists && state.content === content) return accept();
        return accept({ type: "MetadataAdded", provider, content });
      case "DeleteRecord":
        if (!state.exists) return accept();
        if (state.owner !== provider && !command.anyRecord) return reject("record-owned-by-another");
        return accept({ type: "MetadataDeleted", provider, content });
      default:
        return unreachable(command);
    }
  },
};
