import { publishUvForecast } from "../../../contracts/routes/uv.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { BindWrite } from "../http/write.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { toProblem } from "../parsing/read-json.ts";
import { publishUvForecastJob } from "./job.ts";

/** Publishing a forecast for the UV index. */
export function uvRoutes({ bind, jobs }: { readonly bind: BindWrite; readonly jobs: Jobs }): readonly ServedRoute[] {
  return [
    bind(publishUvForecast, {
      appends: ["UvGridFieldAdded", "UvForecastPublished"],
      run: async ({ bytes, identity, context }) => {
        const result = await jobs.run(publishUvForecastJob, { bytes, context }, identity.provider);
        switch (result.outcome) {
          case "done":
            return { position: result.position, result: null };
          case "older":
            throw problem(
              "forecast-older",
              `The forecast was issued at ${result.issued}, before the one that is served (${result.served}).`,
            );
          case "contended":
            throw problem("busy", "Others are publishing forecasts; try again.");
          case "grid-invalid": {
            const { detail, errors, cell } = result;
            throw problem("grid-invalid", detail, { errors, ...(cell && { members: { cell } }) });
          }
          case "refused":
            throw toProblem(result);
        }
      },
    }),
  ];
}
