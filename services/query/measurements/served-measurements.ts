import type { AirQualityIndexName } from "../../../platform/config.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import type { Platform } from "../../../platform/lifecycle/service.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { european } from "../../../science/air-quality-index/european.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import { norwegian } from "../../../science/air-quality-index/norwegian.ts";
import type { BindRead } from "../http/read.ts";
import { limitStatements } from "./limited-database.ts";
import { type NetworkCache, openNetworkCache } from "./network-cache.ts";
import type { MeasurementSettings } from "./parts.ts";
import { PreparedAnswers } from "./prepared-answers.ts";
import { measurementRoutes } from "./routes.ts";

/** The reads of measurements, and the views that they keep in memory. */
export interface Measurements extends Omit<NetworkCache, "current"> {
  routes(read: BindRead): readonly ServedRoute[];
}

/** Statements for long answers at a time, at most; a pool has 10 connections. */
const MAX_LONG_STATEMENTS = 4;

const INDICES: Readonly<Record<AirQualityIndexName, AirQualityIndex>> = { norwegian, european };

type Parts = Pick<Platform, "config" | "log" | "database" | "clock"> & {
  readonly eventStore: { readonly logId: string };
};

export async function openMeasurements(
  { config, log, database, eventStore, clock }: Parts,
  progress: Pick<ViewProgress, "join">,
): Promise<Measurements> {
  const index = INDICES[config.airQualityIndex];
  const { current: network, ...cache } = await openNetworkCache({ database, progress, log, index });
  const settings: MeasurementSettings = {
    utcOffset: config.utcOffset,
    index,
    upToDateHours: config.upToDateHours,
    seed: [eventStore.logId, config.airQualityIndex, config.utcOffset].join(" "),
  };
  const answers = new PreparedAnswers(() => network().version, clock);
  return {
    ...cache,
    routes: (read) =>
      measurementRoutes({ database: limitStatements(database, MAX_LONG_STATEMENTS), network, answers, read, settings }),
  };
}
