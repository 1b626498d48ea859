import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { WrittenVersions } from "../../contracts/events.ts";
import type { Config, ServiceName } from "../config.ts";
import type { Database } from "../database/port.ts";
import type { WatchOf } from "../engine-watch.ts";
import type { EventStore } from "../event-store/port.ts";
import type { Components } from "../health.ts";
import type { SendFailure } from "../http/failure-forms.ts";
import type { ServedRoute } from "../http/route.ts";
import type { Cluster } from "../search/elasticsearch/cluster.ts";
import type { TracedIndex } from "../search/traced-index.ts";
import type { Tracing } from "../tracing/port.ts";
import type { FirstAccount } from "./first-account.ts";

/** Shared resources of every service of a process. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Users of an engine report to its watch whether it answers. */
  readonly watchOf: WatchOf;
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Used instead of the embedded search engine. */
  readonly elasticsearch?: Cluster | undefined;
  /** Set where traces are turned on and include the search index. */
  readonly tracing?: Tracing | undefined;
  readonly tracedIndex?: TracedIndex | undefined;
  readonly clock: () => Date;
  /** The versions of events to write now. */
  readonly writtenVersions: () => WrittenVersions;
}

/** A running service: one of three. */
export interface Service {
  readonly name: ServiceName;
  /** Its routes; the projector has none. */
  readonly routes?: readonly ServedRoute[];
  /** Sends failures of pages. */
  readonly sendFailurePage?: SendFailure;
  /** Makes the first account of a system that has none. Called once, before the process listens. */
  readonly addFirstAccount?: () => Promise<FirstAccount | undefined>;
  /** Health of its engines and views, by name. */
  health(): Promise<Components>;
  /** Told where the process listens, once it does. */
  readonly listens?: (url: string) => void;
  /** Ends answers that have no end of their own, as the process stops. */
  readonly endStreams?: () => void;
  /** Finishes running work and closes everything but the platform. */
  close(): Promise<void>;
}

export type OpenService = (platform: Platform) => Promise<Service>;
