import type { UvForecast } from "../../../contracts/measurement-events.ts";
import { uvForecast } from "../../../contracts/views/uv-forecast.ts";
import { type Served, ServedViews } from "../views/served-views.ts";
import { openViewCache, type ViewCache, type ViewCacheParts, type ViewPosition } from "../views/view-cache.ts";
import type { UvGrid } from "./grid.ts";
import { loadGrid, servedForecast } from "./load-grid.ts";

interface ForecastCacheParts extends ViewCacheParts {
  readonly clock: () => Date;
}

const HOUR_MS = 3600_000;

/** The forecast that is served. */
export function serveForecasts(parts: ForecastCacheParts & Served) {
  return new ServedViews<readonly [typeof uvForecast], ViewCache<UvGrid | undefined>>({
    ...parts,
    views: [uvForecast],
    components: ["uv forecast"],
    health: (cache) => ({ "uv forecast": cache.health() }),
    open: ([build]) => openForecastCache(build, parts),
  });
}

/** The published forecast in memory, from a build of its view; undefined before the first publication. */
export function openForecastCache(
  build: typeof uvForecast,
  parts: ForecastCacheParts,
): Promise<ViewCache<UvGrid | undefined>> {
  const { database, log, clock } = parts;
  let grid: UvGrid | undefined;
  const load = async (): Promise<ViewPosition> => {
    while (true) {
      const { document, number, content, ...found } = await servedForecast(database, build);
      if (document === null || grid?.key === `${number} ${content}`) return found;
      const forecast: UvForecast = JSON.parse(document);
      const loaded = await loadGrid(database, build, forecast);
      // It was deleted while it was read, since there is a newer one.
      if (loaded === undefined) continue;
      grid = loaded;
      log.info({ issued: grid.issued, source: grid.source }, "a UV forecast is served");
      return found;
    }
  };
  return openViewCache(
    {
      build,
      title: "UV forecast",
      content: () => grid,
      load,
      details: () => described(grid, clock()),
    },
    parts,
  );
}

/** The forecast for operators: its age in hours, and how far it reaches. */
function described(grid: UvGrid | undefined, now: Date) {
  if (grid === undefined) return { source: "climatology", issued: null };
  const { issued, source, steps } = grid;
  const ageHours = Math.round(((now.getTime() - Date.parse(issued)) / HOUR_MS) * 10) / 10;
  return { source, issued, ageHours, until: new Date(steps.at(-1) ?? 0).toISOString() };
}
