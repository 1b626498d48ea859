import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { catalogue } from "../../contracts/views/catalogue.ts";
import { buildName } from "../../contracts/views/declaration.ts";
import { LIMITS } from "../admission/limits.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/port.ts";
import type { EventStore } from "../event-store/port.ts";
import type { ViewProgress } from "../views/progress.ts";
import type { BuildId } from "../views/schema.ts";
import type { SearchCounts } from "./admission.ts";
import { dropIndex, ElasticsearchFeed } from "./elasticsearch/catalogue-feed.ts";
import { openElasticsearchIndex } from "./elasticsearch/catalogue-search.ts";
import type { Cluster } from "./elasticsearch/cluster.ts";
import { EmbeddedIndexFeed } from "./embedded/catalogue-feed.ts";
import { openEmbeddedIndex } from "./embedded/catalogue-search.ts";
import { snapshotFolder } from "./embedded/index-settings.ts";
import { SEARCH_WORKERS } from "./embedded/process/host.ts";
import { removeSnapshotsOfBuilds } from "./embedded/snapshots/files.ts";
import type { CatalogueIndex, CatalogueIndexFeed } from "./port.ts";
import type { TracedIndex } from "./traced-index.ts";

export interface SearchParts {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, "logId">;
  readonly log: Logger;
  /** Set where Elasticsearch is configured; else the embedded engine searches. */
  readonly elasticsearch?: Cluster | undefined;
  readonly tracedIndex?: TracedIndex | undefined;
}

export interface IndexParts {
  readonly config: Pick<Config, "dataFolder">;
  readonly metrics: Registry;
}

interface ServedIndexParts extends SearchParts, IndexParts {
  /** Counts of running, open and waiting searches. */
  readonly countSearches: () => SearchCounts;
}

/** Opens the configured engine over a build of the catalogue, for a process that answers searches. */
export async function openCatalogueIndex(
  build: typeof catalogue,
  { config, database, elasticsearch: cluster, eventStore, log, metrics, tracedIndex, countSearches }: ServedIndexParts,
  progress: ViewProgress,
): Promise<CatalogueIndex> {
  const { logId } = eventStore;
  if (cluster) return openElasticsearchIndex({ build, cluster, database, progress, logId });
  const { dataFolder } = config;
  return openEmbeddedIndex({ build, logId, database, progress, log, metrics, tracedIndex, dataFolder, countSearches });
}

/** Number of searches that the configured engine should get at a time. */
export function searchConcurrency({ elasticsearch }: Pick<SearchParts, "elasticsearch">): number {
  return elasticsearch ? LIMITS.searchesInElasticsearch : SEARCH_WORKERS;
}

/**
 * The index that the process which makes a build of the catalogue must feed; undefined where the engine reads the
 * catalogue's table itself.
 */
export function openCatalogueIndexFeed(
  build: typeof catalogue,
  parts: SearchParts & { readonly metrics: Registry },
): CatalogueIndexFeed | undefined {
  const { database, elasticsearch: cluster, eventStore, log, metrics, tracedIndex } = parts;
  const { logId } = eventStore;
  return cluster && new ElasticsearchFeed({ build, cluster, database, logId, log, metrics, tracedIndex });
}

/** The index of a build that no process reads yet. */
export function openUnreadIndex(build: typeof catalogue, parts: SearchParts & IndexParts): CatalogueIndexFeed {
  const { config, database, eventStore, log } = parts;
  return (
    openCatalogueIndexFeed(build, parts) ??
    new EmbeddedIndexFeed({ build, logId: eventStore.logId, database, log, dataFolder: config.dataFolder })
  );
}

/** Deletes the index over a build of the catalogue that was dropped. */
export async function dropCatalogueIndex(
  build: BuildId,
  { config, database, elasticsearch: cluster, eventStore }: Omit<SearchParts & IndexParts, "log" | "metrics">,
): Promise<void> {
  if (cluster) await dropIndex({ build, cluster, database, logId: eventStore.logId });
  else removeSnapshotsOfBuilds(snapshotFolder(config.dataFolder), (name) => name !== buildName(build));
}
