import { declareView } from "./declaration.ts";

/** Facilities as they were sent. Ordered by bytes, so that the order is the same on every server. */
export const REGISTRY = `(identifier text collate "C" primary key, document text not null)`;

/**
 * The registry of facilities. A deleted one stays as a tombstone with its last document. `created` and `changed` are the
 * places in the log of its first and last change, its deletion among them; `slug` is its name in paths (contracts/slug.ts).
 */
export const facilities = declareView({
  name: "facilities",
  version: 2,
  handles: ["FacilityAdded", "FacilityUpdated", "FacilityDeleted"],
  tables: {
    facilities: `(
      identifier text collate "C" primary key,
      slug text collate "C" not null unique,
      created uuid not null,
      changed uuid not null,
      document text not null,
      deleted boolean not null
    )`,
  },
  indexes: { facilities: ["(changed, slug)"] },
});
