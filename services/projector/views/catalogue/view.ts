import { catalogue } from "../../../../contracts/views/catalogue.ts";
import { sqlView, type Work } from "../../view.ts";
import { isAboutRecord } from "../changes.ts";
import { applyFacilities } from "./facilities.ts";
import { applyRecords } from "./records.ts";
import { searchIndex } from "./search-index.ts";

export const catalogueView = sqlView(
  catalogue,
  (tables, work, transaction) => {
    const run = firstRun(work);
    return run.aboutRecords ? applyRecords(tables, run, transaction) : applyFacilities(tables, run, transaction);
  },
  { followedBy: searchIndex },
);

/** The events at the front that are all about records, or all about facilities. */
function firstRun(work: Work): Work & { readonly aboutRecords: boolean } {
  const [first] = work.events;
  const aboutRecords = first !== undefined && isAboutRecord(first);
  const end = work.events.findIndex((event) => isAboutRecord(event) !== aboutRecords);
  return { ...work, aboutRecords, events: end === -1 ? work.events : work.events.slice(0, end) };
}
