import { declareView } from "./declaration.ts";

/** Facilities as they were sent. Ordered by bytes, so that the order is the same on every server. */
export const REGISTRY = `(identifier text collate "C" primary key, document text not null)`;

/** The registry of facilities. */
export const facilities = declareView({
  name: "facilities",
  version: 1,
  handles: ["FacilityAdded", "FacilityUpdated", "FacilityDeleted"],
  tables: { facilities: REGISTRY },
});
