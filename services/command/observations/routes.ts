import type { IngestResult } from "../../../contracts/observation.ts";
import { addObservations } from "../../../contracts/routes/observations.ts";
import { problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { requireRole } from "../access/authorise.ts";
import { type Write, type WriteDependencies, type Written, writeHandler } from "../http/write.ts";
import { toProblem } from "../parsing/read-json.ts";
import { ingestArrayJob } from "./ingest.ts";
import { takeLines } from "./upload.ts";

/** Taking in values, as an array or as lines. `offset`: that of the network, minutes. */
export function observationRoutes(dependencies: WriteDependencies, offset: number): readonly ServedRoute[] {
  const { jobs, maxItems } = dependencies;

  const addArray = async ({ body, context, delivery, isRetry }: Write): Promise<Written<IngestResult>> => {
    const order = { bytes: body.bytes, maxItems, context, upload: delivery, isRetry, offset };
    const taken = await jobs.run(ingestArrayJob, order);
    switch (taken.outcome) {
      case "done": {
        const { position, series, values } = taken;
        return { position, result: { series: series.length, values, refused: 0, errors: [] } };
      }
      case "contended":
        throw problem("busy", "The same request is being carried out; try again.");
      case "refused":
        throw toProblem(taken);
    }
  };

  return [
    serve(
      addObservations,
      writeHandler(dependencies, {
        appends: ["ObservationsIngested"],
        permit: (identity) => requireRole(identity, "observation_provider"),
        run: addArray,
        runLines: (write) => takeLines(dependencies, offset, write),
        answer: (response, result) => void response.status(200).json(result),
      }),
    ),
  ];
}
