import type { LineError } from "../../../contracts/observation.ts";
import { addObservations } from "../../../contracts/routes/observations.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { BindWrite } from "../http/write.ts";
import { toProblem } from "../parsing/read-json.ts";
import { ingestArrayJob } from "./job.ts";
import { storeLines, type UploadDependencies } from "./upload.ts";

export interface ObservationDependencies extends UploadDependencies {
  readonly bind: BindWrite;
}

/** Storing values, sent as an array or as lines. */
export function observationRoutes(dependencies: ObservationDependencies): readonly ServedRoute[] {
  const { bind, jobs, offset } = dependencies;
  return [
    bind(addObservations, {
      appends: ["ObservationsIngested"],
      run: async ({ bytes, maxItems, identity, context, delivery: upload, isRetry }) => {
        const input = { bytes, maxItems, context, upload, isRetry, offset };
        const ingested = await jobs.run(ingestArrayJob, input, identity.provider);
        switch (ingested.outcome) {
          case "done": {
            const { position, series, values } = ingested;
            return { position, result: { series: series.length, values, refused: 0, errors: [] } };
          }
          case "contended":
            throw problem("busy", "The same request is being carried out; try again.");
          case "refused":
            throw toProblem(ingested);
        }
      },
      runLines: (write) => storeLines(dependencies, write),
      refused: ({ refused: count, errors: [error] }) => error && { count, first: wordsOf(error) },
      answer: (response, result) => void response.status(200).json(result),
    }),
  ];
}

const wordsOf = ({ line, path, message }: LineError) => [`Line ${line}:`, path, message].filter(Boolean).join(" ");
