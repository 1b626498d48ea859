import { declareView } from "./declaration.ts";

/**
 * The directory of stations and their time series, as they were sent, by id. Deleted ones stay as tombstones with their
 * last document. `change_seq` numbers the changes over both tables, so that followers find what is new.
 */
export const stations = declareView({
  name: "stations",
  version: 1,
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
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    )`,
    time_series: `(
      id int primary key,
      station int not null,
      document text not null,
      change_seq bigint not null unique,
      deleted boolean not null
    )`,
  },
});
