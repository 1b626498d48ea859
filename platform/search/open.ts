import type { ComponentHealth } from "../http/health.ts";
import type { Platform } from "../lifecycle/service.ts";
import type { ViewProgress } from "../views/progress.ts";
import { openElasticsearchIndex } from "./elasticsearch/catalogue-search.ts";
import { openEmbeddedIndex } from "./embedded/catalogue-search.ts";
import type { SearchEngine } from "./port.ts";

/** The search engine over the catalogue; it answers while it shows what others were told to be visible. */
export interface CatalogueIndex extends SearchEngine {
  /** Resolves when it answers for the first time. */
  ready(): Promise<void>;
  /** Changes whenever an answer may. */
  state(): string;
  health(): Promise<ComponentHealth>;
  close(): Promise<void>;
}

/** Opens the engine that the configuration names. */
export async function openCatalogueIndex(
  { database, elasticsearch: cluster, eventStore, log }: Platform,
  progress: ViewProgress,
): Promise<CatalogueIndex> {
  if (cluster) return openElasticsearchIndex({ cluster, database, progress, logId: eventStore.logId });
  return openEmbeddedIndex({ database, progress, log });
}
