import type { Platform } from "../lifecycle/service.ts";
import type { ViewProgress } from "../views/progress.ts";
import { openElasticsearchIndex } from "./elasticsearch/catalogue-search.ts";
import { openEmbeddedIndex } from "./embedded/catalogue-search.ts";
import type { CatalogueIndex } from "./port.ts";

/** Opens the engine that the configuration names. */
export async function openCatalogueIndex(
  { database, elasticsearch: cluster, eventStore, log }: Platform,
  progress: ViewProgress,
): Promise<CatalogueIndex> {
  if (cluster) return openElasticsearchIndex({ cluster, database, progress, logId: eventStore.logId });
  return openEmbeddedIndex({ database, progress, log });
}
