import { z } from "zod";
import { IngestResultDto, LISTED_LINE_ERRORS, MAX_LINE_BYTES, ObservationsDto } from "../observation.ts";
import { declareRoute } from "./route.ts";

const observations = {
  timeseries: 38,
  values: [
    { fromTime: "2022-03-09T12:00:00+01:00", toTime: "2022-03-09T13:00:00+01:00", value: 50.7 },
    { fromTime: "2022-03-09T13:00:00+01:00", toTime: "2022-03-09T14:00:00+01:00", value: 1000, isValid: false },
    { fromTime: "2022-03-09T14:00:00+01:00", toTime: "2022-03-09T15:00:00+01:00", value: null },
  ],
};

export const addObservations = declareRoute({
  method: "post",
  path: "/api/provider/observations/add",
  id: "addObservations",
  tag: "Sending",
  summary: "Send values, correct and delete them",
  description:
    "A value replaces the stored one of its time; `null` deletes that. A value must be as long as a step of its series and " +
    "lie on its grid; steps begin at 00:00 of the network's fixed offset. A value that ends more than an hour from now is " +
    "refused, since it can't have been measured, and one that is not due yet is not served as the newest; `null` deletes at " +
    "any time.\n\n" +
    "As an array: everything is stored, or nothing if one entry does not fit.\n\n" +
    `As NDJSON, one entry a line (${MAX_LINE_BYTES / 1024 ** 2} MiB at most): of any length, stored while it comes in. Lines that do not fit are ` +
    `refused and listed, the first ${LISTED_LINE_ERRORS.toLocaleString("en")} errors of them; the others are stored. The token is checked at the beginning ` +
    "only, and the upload may go on for hours; a minute without a byte ends it. Of several values for one time the last " +
    "counts. An upload sent again with its `Idempotency-Key` stores only what is missing.",
  access: ["observation_provider"],
  body: {
    schema: z.array(ObservationsDto),
    examples: { observations: [observations] },
    maxItems: "configured",
    lines: { schema: ObservationsDto, example: observations },
  },
  answers: [
    {
      status: 200,
      description: "Values are stored; of lines, some may have been refused.",
      schema: IngestResultDto,
      example: {
        series: 1,
        values: 3,
        refused: 1,
        errors: [{ line: 2, path: "/values/0/value", message: "must be a finite number" }],
      },
    },
  ],
  problems: ["series-owned-by-another", "upload-incomplete"],
});

export const observationRoutes = [addObservations];
