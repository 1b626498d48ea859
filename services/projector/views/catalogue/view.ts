import { VIEWS } from "../../../../contracts/views.ts";
import type { SqlView, Work } from "../../view.ts";
import { registrySchema } from "../facilities/view.ts";
import { isAboutRecord } from "./changes.ts";
import { applyFacilities } from "./facilities.ts";
import { applyRecords } from "./records.ts";

/**
 * Records as they are served, their facility joined in. `change_seq` numbers the changes in the order of the log, so
 * that followers find what is new; a deleted record stays as a tombstone with its last document. The registry that is
 * joined has its own table, since it must stand where the records stand.
 *
 * `facility_start` and `facility_length` say where the facility lies in the document, in characters, so that another
 * one can be put in its place without reading the document; `facility_sent` is what the provider wrote there.
 *
 * Documents are not compressed: that costs twice the disk, and saves a third of the time to write them and half of that to read.
 */
export const catalogue: SqlView = {
  name: "catalogue",
  ...VIEWS.catalogue,
  schema: `
    create table catalogue_v1 (
      pid text collate "C" primary key,
      document text storage external not null,
      change_seq bigint not null unique,
      deleted boolean not null,
      facility text collate "C",
      facility_sent text,
      facility_start int,
      facility_length int,
      provider text not null,
      revision bigint not null
    );
    create index catalogue_v1_by_facility on catalogue_v1 (facility, pid) where not deleted;
    ${registrySchema("catalogue_v1_facilities")}`,
  apply: (work, transaction) => {
    const run = firstRun(work);
    return run.aboutRecords ? applyRecords(run, transaction) : applyFacilities(run, transaction);
  },
};

/** The events at the front that are all about records, or all about facilities. */
function firstRun(work: Work): Work & { readonly aboutRecords: boolean } {
  const [first] = work.events;
  const aboutRecords = first !== undefined && isAboutRecord(first);
  const end = work.events.findIndex((event) => isAboutRecord(event) !== aboutRecords);
  return { ...work, aboutRecords, events: end === -1 ? work.events : work.events.slice(0, end) };
}
