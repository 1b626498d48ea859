import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { catalogue } from "../../../contracts/views/catalogue.ts";
import { migrate } from "../../database/migrations.ts";
import type { Database } from "../../database/port.ts";
import type { Position } from "../../event-store/port.ts";
import type { ComponentHealth } from "../../health.ts";
import type { BuildId } from "../../views/schema.ts";
import { TableSource } from "../documents/table-source.ts";
import { WrittenSource } from "../documents/written-source.ts";
import { catalogueMapping } from "../mapping.ts";
import type { CatalogueIndexFeed } from "../port.ts";
import type { TracedIndex } from "../traced-index.ts";
import { deleteIndexes, indexAlias, indexNames } from "./catalogue-index.ts";
import { forgetIndexCheckpoint, INDEX_MIGRATIONS, readIndexCheckpoint } from "./checkpoint.ts";
import type { Cluster } from "./cluster.ts";
import { openSearchFollower, type SearchFollower } from "./follower.ts";
import { followerMetrics } from "./metrics.ts";

const DROP_TIMEOUT_MS = 30_000;

export interface ElasticsearchFeedParts {
  readonly build: typeof catalogue;
  readonly cluster: Cluster;
  readonly database: Database;
  /** Id of the log that the catalogue is built from. */
  readonly logId: string;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly tracedIndex?: TracedIndex | undefined;
}

/** Feeds the catalogue's index from the catalogue's table. */
export class ElasticsearchFeed implements CatalogueIndexFeed {
  readonly table: WrittenSource;
  readonly #parts: ElasticsearchFeedParts;
  #follower: SearchFollower | undefined;
  #forgetMetrics: (() => void) | undefined;

  constructor(parts: ElasticsearchFeedParts) {
    this.#parts = parts;
    this.table = new WrittenSource(new TableSource(parts.database, parts.build));
  }

  async start(): Promise<void> {
    const { build, cluster, database, logId, log, metrics, tracedIndex } = this.#parts;
    this.#follower = await openSearchFollower({
      cluster,
      database,
      view: build,
      alias: indexAlias(build, logId),
      source: this.table,
      mapping: catalogueMapping,
      log,
      onLevel: (position) => tracedIndex?.shown(build.schema, position),
    });
    this.#forgetMetrics = followerMetrics(metrics, build, this.#follower);
  }

  async shown(): Promise<Position | undefined> {
    const { build, database } = this.#parts;
    return (await readIndexCheckpoint(database, build))?.position ?? undefined;
  }

  health(): ComponentHealth {
    const { state: index, ...details } = this.#follower?.state() ?? { state: "waiting" };
    const state = index === "following" || index === "waiting" ? "up" : "degraded";
    return { state, index, ...details };
  }

  async close(): Promise<void> {
    this.#forgetMetrics?.();
    await this.#follower?.close();
  }
}

/** Deletes the index of a build that was dropped, with its checkpoint. */
export async function dropIndex({
  build,
  cluster,
  database,
  logId,
}: Pick<ElasticsearchFeedParts, "cluster" | "database" | "logId"> & { readonly build: BuildId }): Promise<void> {
  await migrate(database, INDEX_MIGRATIONS);
  await forgetIndexCheckpoint(database, build);
  await deleteIndexes(cluster, indexNames(indexAlias(build, logId)), AbortSignal.timeout(DROP_TIMEOUT_MS));
}
