import { declareView } from "./declaration.ts";

/**
 * The last UV forecasts and their fields, as they were sent. The forecast that is served is the row of `forecasts` with
 * the highest number. It comes with the publication, when all of its fields are there; `changed` is the place in the log of
 * that.
 */
export const uvForecast = declareView({
  name: "uv-forecast",
  version: 2,
  handles: ["UvGridFieldAdded", "UvForecastPublished"],
  tables: {
    forecasts: `(
      number int primary key,
      content text collate "C" not null,
      document text not null,
      changed uuid not null
    )`,
    fields: `(
      number int not null,
      content text collate "C" not null,
      field text collate "C" not null,
      step text collate "C" not null,
      dtype text not null,
      scale float8 not null,
      "offset" float8 not null,
      missing float8 not null,
      data bytea storage external not null,
      primary key (number, content, field, step)
    )`,
  },
});
