import type { ComponentHealth } from "../../platform/http/health.ts";
import type { SearchEngine } from "../../platform/search/port.ts";
import type { Platform } from "../../platform/service.ts";
import type { ViewProgress } from "../../platform/views/progress.ts";
import { openElasticsearchIndex } from "./elasticsearch-index.ts";
import { openEmbeddedIndex } from "./embedded-index.ts";

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
