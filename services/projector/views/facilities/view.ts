import { facilities } from "../../../../contracts/views/facilities.ts";
import { sqlView } from "../../view.ts";
import { facilityChange } from "../changes.ts";
import { writeFacilities } from "../facility-table.ts";

export const facilitiesView = sqlView(facilities, async (tables, { events, sequence }, transaction) => {
  await writeFacilities(transaction, tables.facilities, events.map(facilityChange));
  return { events: events.length, sequence: sequence + events.length, cursor: null };
});
