import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config, ServiceName } from "../config.ts";
import type { Database } from "../database/port.ts";
import type { EventStore } from "../event-store/port.ts";
import type { Components } from "../http/health.ts";
import type { ServedRoute } from "../http/route.ts";
import type { Cluster } from "../search/elasticsearch/cluster.ts";

/** What every service of a process is given. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Where it takes the place of the embedded search engine. */
  readonly elasticsearch?: Cluster | undefined;
  readonly clock: () => Date;
  /** Tells the person who started the process something, once: standard output, not the log. */
  readonly announce: (line: string) => void;
}

/** One of the three services, running. */
export interface Service {
  readonly name: ServiceName;
  /** Its routes; the projector has none. */
  readonly routes?: readonly ServedRoute[];
  /** Its engines and views, by name. */
  health(): Promise<Components>;
  /** Finishes what is begun and lets go of everything but the platform. */
  close(): Promise<void>;
}

export type OpenService = (platform: Platform) => Promise<Service>;
