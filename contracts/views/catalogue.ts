import { declareView } from "./declaration.ts";
import { REGISTRY } from "./facilities.ts";

/**
 * Records and the facilities that they name. Search engines follow `records`.
 *
 * `records`: `document` is the record as it was sent, and `facility_document` the registry's facility that is served in
 * the place of the record's own; null when the registry does not know it or the record names none. `change_seq` numbers
 * the changes in the order of the log, so that followers find what is new. A deleted record stays as a tombstone with
 * its last document. Texts are not compressed: that costs twice the disk, and saves a third of the time to write them
 * and half of the time to read them.
 *
 * `created` and `changed` are the places in the log of the record's first and last change, its deletion among them; a change
 * of its facility changes the record. `slug` is the record's name in paths (contracts/slug.ts).
 *
 * `facilities` is the registry as it stands where the records stand.
 *
 * `sets`: the names of the sets (contracts/record-sets.ts) that the last document belongs to, as a JSON array.
 *
 * `left_sets`: the sets that a record was in once and is no longer, with the place in the log of the change by which it left.
 * Whoever keeps a copy of one set learns from it what to drop.
 */
export const catalogue = declareView({
  name: "catalogue",
  version: 3,
  handles: ["MetadataAdded", "MetadataDeleted", "FacilityAdded", "FacilityUpdated", "FacilityDeleted"],
  tables: {
    records: `(
      pid text collate "C" primary key,
      slug text collate "C" not null unique,
      created uuid not null,
      changed uuid not null,
      document text storage external not null,
      change_seq bigint not null unique,
      deleted boolean not null,
      facility text collate "C",
      facility_document text storage external,
      provider text not null,
      revision bigint not null,
      sets text not null
    )`,
    facilities: REGISTRY,
    left_sets: `(
      pid text collate "C" not null,
      set_id uuid not null,
      changed uuid not null,
      primary key (pid, set_id)
    )`,
  },
  indexes: { records: ["(facility, pid) where not deleted", "(changed, slug)"], left_sets: ["(set_id, changed)"] },
});
