import { declareView } from "./declaration.ts";

/**
 * The directory of stations and their time series, as they were sent, by id. Deleted ones stay as tombstones with their
 * last document. `change_seq` numbers the changes over both tables, so that followers find what is new. `created` and
 * `changed` are the places in the log of the first and last change, the deletion among them.
 */
export const stations = declareView({
  name: "stations",
  version: 2,
  handles: [
    "StationAdded",
    "StationUpdated",
    "StationDeleted",
    "TimeSeriesAdded",
    "TimeSeriesUpdated",
    "TimeSeriesDeleted",
  ],
  tables: {
    stations: `(
      id int primary key,
      created uuid not null,
      changed uuid not null,
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    )`,
    time_series: `(
      id int primary key,
      station int not null,
      created uuid not null,
      changed uuid not null,
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    )`,
  },
  indexes: { stations: ["(changed, id)"], time_series: ["(changed, id)"] },
});
