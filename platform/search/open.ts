import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { Database } from "../database/port.ts";
import type { EventStore } from "../event-store/port.ts";
import type { ViewProgress } from "../views/progress.ts";
import { ElasticsearchFeed } from "./elasticsearch/catalogue-feed.ts";
import { openElasticsearchIndex } from "./elasticsearch/catalogue-search.ts";
import type { Cluster } from "./elasticsearch/cluster.ts";
import { openEmbeddedIndex } from "./embedded/catalogue-search.ts";
import type { CatalogueIndex, CatalogueIndexFeed } from "./port.ts";

export interface SearchParts {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, "logId">;
  readonly log: Logger;
  /** Present where Elasticsearch is configured; otherwise the embedded engine searches. */
  readonly elasticsearch?: Cluster | undefined;
}

export interface IndexParts {
  readonly config: Pick<Config, "dataFolder">;
  readonly metrics: Registry;
}

/** Opens the engine that the configuration names, for a process that answers searches. */
export async function openCatalogueIndex(
  { config, database, elasticsearch: cluster, eventStore, log, metrics }: SearchParts & IndexParts,
  progress: ViewProgress,
): Promise<CatalogueIndex> {
  if (cluster) return openElasticsearchIndex({ cluster, database, progress, logId: eventStore.logId });
  return openEmbeddedIndex({ database, progress, log, metrics, dataFolder: config.dataFolder });
}

/** What the process that builds the catalogue has to feed; undefined where the engine reads the catalogue's table itself. */
export function openCatalogueIndexFeed({
  database,
  elasticsearch: cluster,
  eventStore,
  log,
  metrics,
}: SearchParts & { readonly metrics: Registry }): CatalogueIndexFeed | undefined {
  return cluster && new ElasticsearchFeed({ cluster, database, logId: eventStore.logId, log, metrics });
}
