import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { catalogue } from "../../../contracts/views/catalogue.ts";
import type { Database } from "../../database/port.ts";
import type { ComponentHealth } from "../../http/health.ts";
import { TableSource } from "../documents/table-source.ts";
import { WrittenSource } from "../documents/written-source.ts";
import { catalogueMapping } from "../mapping.ts";
import type { CatalogueIndexFeed } from "../port.ts";
import { indexAlias } from "./catalogue-index.ts";
import type { Cluster } from "./cluster.ts";
import { openSearchFollower, type SearchFollower } from "./follower.ts";
import { followerMetrics } from "./metrics.ts";

export interface ElasticsearchFeedParts {
  readonly cluster: Cluster;
  readonly database: Database;
  /** Id of the log that the catalogue is built from. */
  readonly logId: string;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** Feeds the catalogue's index from the catalogue's table. */
export class ElasticsearchFeed implements CatalogueIndexFeed {
  readonly table: WrittenSource;
  readonly #parts: ElasticsearchFeedParts;
  #follower: SearchFollower | undefined;

  constructor(parts: ElasticsearchFeedParts) {
    this.#parts = parts;
    this.table = new WrittenSource(new TableSource(parts.database, catalogue));
  }

  async start(): Promise<void> {
    const { cluster, database, logId, log, metrics } = this.#parts;
    this.#follower = await openSearchFollower({
      cluster,
      database,
      view: catalogue,
      alias: indexAlias(catalogue, logId),
      source: this.table,
      mapping: catalogueMapping,
      log,
    });
    followerMetrics(metrics, catalogue, this.#follower);
  }

  health(): ComponentHealth {
    const { state: index, ...details } = this.#follower?.state() ?? { state: "waiting" };
    const state = index === "following" || index === "waiting" ? "up" : "degraded";
    return { state, index, ...details };
  }

  async close(): Promise<void> {
    await this.#follower?.close();
  }
}
