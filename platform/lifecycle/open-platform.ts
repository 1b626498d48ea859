import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import { readBuildFacts } from "../build-facts.ts";
import type { Config, ServiceName } from "../config.ts";
import { makeDataFolder } from "../data-folder/open.ts";
import { claimServices } from "../database/embedded/served-folder.ts";
import { measuredDatabase } from "../database/measured.ts";
import { openDatabase } from "../database/open.ts";
import type { Database } from "../database/port.ts";
import { engineWatches, type Watch, type WatchOf } from "../engine-watch.ts";
import { appendDuration, measuredEventStore } from "../event-store/measured.ts";
import { openEventStore } from "../event-store/open.ts";
import type { PostgresEventStore } from "../event-store/postgres/store.ts";
import { tracedEventStore } from "../event-store/traced.ts";
import { readInTime } from "../metrics.ts";
import { type Cluster, openCluster } from "../search/elasticsearch/cluster.ts";
import { TracedIndex } from "../search/traced-index.ts";
import { StartFailure, unusable } from "../start-failure.ts";
import { openTracing } from "../tracing/open.ts";
import { registerProcess } from "../upgrade/process-registry.ts";
import { keepOffset } from "./network.ts";
import { processMetrics } from "./process-metrics.ts";
import type { Platform } from "./service.ts";
import type { StartParts } from "./stopping.ts";
import { refuseHalfImported } from "./unfinished-import.ts";

/** Opens the configured engines. @throws StartFailure for problems that the operator has to solve */
export async function openPlatform(
  config: Config,
  services: readonly ServiceName[],
  { log, opened }: StartParts,
): Promise<Platform> {
  proveDataFolder(config);
  if (config.databaseUrl === undefined) opened.add(await claimServices(config.dataFolder, services));
  const metrics = processMetrics(config);
  const watchOf = engineWatches(log, metrics);
  // Opened first, so that it is closed last.
  const tracing = await openTracing(config.tracing, log);
  if (tracing) opened.add(() => tracing.close());
  const { databaseUrl: url, dataFolder } = config;
  const unmeasured = await openDatabase({ url, dataFolder, logger: log });
  opened.add(() => unmeasured.close());
  const database = measuredDatabase(unmeasured, watchOf("postgresql"));
  const inDatabase = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw databaseFailure(config, error);
    });
  const store = await openMeasuredStore(config, database, metrics, watchOf);
  const system = config.eventStoreUrl === undefined ? "postgresql" : "eventstoredb";
  const eventStore = tracing ? tracedEventStore(store, tracing, system) : store;
  opened.add(() => eventStore.close());
  await inDatabase(refuseHalfImported(database, eventStore.logId));
  const elasticsearch = await openSearchCluster(config, log, watchOf);
  if (elasticsearch) opened.add(() => elasticsearch.close());
  const { version: release } = await readBuildFacts();
  const { writtenVersions, leave } = await inDatabase(registerProcess(database, { log, release, services }));
  opened.add(leave);
  await inDatabase(keepOffset(database, config.utcOffset));
  return {
    ...{ config, log, metrics, watchOf, database, eventStore, elasticsearch, writtenVersions, tracing },
    tracedIndex: tracing && new TracedIndex(tracing),
    clock: () => new Date(),
  };
}

function proveDataFolder({ dataFolder }: Config): void {
  try {
    makeDataFolder(dataFolder)[Symbol.dispose]();
  } catch (error) {
    throw unusable("AIRLOG_DATA", error);
  }
}

async function openMeasuredStore(config: Config, database: Database, metrics: Registry, watchOf: WatchOf) {
  // Where the database holds the events, its failures are already counted.
  const watch = config.eventStoreUrl === undefined ? undefined : watchOf("eventstoredb");
  const eventStore = await openConfiguredStore(config, database, watch);
  if ("oldestTransaction" in eventStore) measureStall(metrics, eventStore);
  return measuredEventStore(eventStore, appendDuration(metrics), watch);
}

async function openConfiguredStore(config: Config, database: Database, watch: Watch | undefined) {
  const { eventStoreUrl: url } = config;
  try {
    return await openEventStore({ url, database, watch });
  } catch (error) {
    throw url === undefined ? databaseFailure(config, error) : unusable("EVENTSTORE_URL", error);
  }
}

/** A failure of the database, with the name of its variable if the operator has set it. */
function databaseFailure({ databaseUrl }: Config, error: unknown): unknown {
  return databaseUrl === undefined || error instanceof StartFailure ? error : unusable("DATABASE_URL", error);
}

async function openSearchCluster(
  { elasticsearch }: Config,
  log: Logger,
  watchOf: WatchOf,
): Promise<Cluster | undefined> {
  if (!elasticsearch) return undefined;
  return openCluster(elasticsearch, log, watchOf("elasticsearch")).catch((error) => {
    throw unusable("ELASTICSEARCH_URL", error);
  });
}

/** A long transaction anywhere in the PostgreSQL server holds up every reader of the log: operators should notice it. */
function measureStall(metrics: Registry, eventStore: PostgresEventStore): void {
  const age = readInTime(() => eventStore.oldestTransaction());
  new Gauge({
    name: "airlog_oldest_transaction_seconds",
    help: "Age of the oldest writing transaction in the PostgreSQL server; events since it began are not delivered yet",
    registers: [metrics],
    async collect() {
      this.set((await age()) ?? Number.NaN);
    },
  });
}
