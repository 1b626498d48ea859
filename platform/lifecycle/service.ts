import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { WrittenVersions } from "../../contracts/events.ts";
import type { Config, ServiceName } from "../config.ts";
import type { Database } from "../database/port.ts";
import type { WatchOf } from "../engine-watch.ts";
import type { EventStore } from "../event-store/port.ts";
import type { Components } from "../health.ts";
import type { ServedRoute } from "../http/route.ts";
import type { Cluster } from "../search/elasticsearch/cluster.ts";
import type { TracedIndex } from "../search/traced-index.ts";
import type { Tracing } from "../tracing/port.ts";
import type { FirstAccount } from "./first-account.ts";

/** What every service of a process is given. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Who uses an engine tells its watch whether it answers. */
  readonly watchOf: WatchOf;
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Used instead of the embedded search engine. */
  readonly elasticsearch?: Cluster | undefined;
  /** Present where traces are turned on, with the search index as a part of them. */
  readonly tracing?: Tracing | undefined;
  readonly tracedIndex?: TracedIndex | undefined;
  readonly clock: () => Date;
  /** The versions of events that are to be written now. */
  readonly writtenVersions: () => WrittenVersions;
}

/** One of the three services, running. */
export interface Service {
  readonly name: ServiceName;
  /** Its routes; the projector has none. */
  readonly routes?: readonly ServedRoute[];
  /** Makes the first account of a system that has none. Called once, before the process listens. */
  readonly addFirstAccount?: () => Promise<FirstAccount | undefined>;
  /** Its engines and views, by name. */
  health(): Promise<Components>;
  /** Finishes work under way and closes everything but the platform. */
  close(): Promise<void>;
}

export type OpenService = (platform: Platform) => Promise<Service>;
