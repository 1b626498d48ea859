import { publishUvForecast } from "../../../contracts/routes/uv.ts";
import { problem } from "../../../platform/http/problem.ts";
import { type ServedRoute, serve } from "../../../platform/http/route.ts";
import { requireRole } from "../access/authorise.ts";
import { type Write, type WriteDependencies, type Written, writeHandler } from "../http/write.ts";
import { toProblem } from "../parsing/read-json.ts";
import { publishUvForecastJob } from "./publish.ts";

/** Publishing a forecast for the UV index. */
export function uvRoutes(dependencies: WriteDependencies): readonly ServedRoute[] {
  const publish = async ({ body: { bytes }, context }: Write): Promise<Written<null>> => {
    const result = await dependencies.jobs.run(publishUvForecastJob, { bytes, context });
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
  };

  return [
    serve(
      publishUvForecast,
      writeHandler(dependencies, {
        appends: ["UvGridFieldAdded", "UvForecastPublished"],
        permit: (identity) => requireRole(identity, "forecast_provider"),
        run: publish,
        answer: (response) => void response.status(200).end(),
      }),
    ),
  ];
}
