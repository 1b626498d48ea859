import { mkdir } from "node:fs/promises";
import { type Logger, pino } from "pino";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type Config, ConfigInvalid, printable, readConfig, type ServiceName } from "../config.ts";
import { claimServices, FolderServed } from "../database/embedded/served-folder.ts";
import { measuredDatabase } from "../database/measured.ts";
import { openDatabase } from "../database/open.ts";
import type { Database } from "../database/port.ts";
import { appendDuration, measuredEventStore } from "../event-store/measured.ts";
import { openEventStore } from "../event-store/open.ts";
import type { PostgresEventStore } from "../event-store/postgres/store.ts";
import { createApplication } from "../http/application.ts";
import type { Components } from "../http/health.ts";
import { healthRoutes } from "../http/health-routes.ts";
import { listen } from "../http/server.ts";
import { engineErrors } from "../metrics.ts";
import { type Cluster, openCluster } from "../search/elasticsearch/cluster.ts";
import { registerProcess } from "../upgrade/process-registry.ts";
import { readBuildFacts } from "./build-facts.ts";
import { engineHealth } from "./health.ts";
import { keepOffset } from "./network.ts";
import type { OpenService, Platform, Service } from "./service.ts";
import { StartFailure, unusable } from "./start-failure.ts";

export type Openers = Partial<Readonly<Record<ServiceName, OpenService>>>;

export interface RunningProcess {
  readonly url: string;
  readonly platform: Platform;
  /** Stops accepting, finishes, closes everything. */
  close(): Promise<void>;
}

/** How long running requests may take to end when the process stops. */
const STOP_TIMEOUT_MS = 10_000;

/** Starts the services that the configuration names, of those that the program has; stops them on SIGTERM or SIGINT. */
export async function runProcess(openers: Openers): Promise<void> {
  try {
    const running = await startProcess(readConfig(process.env), openers);
    stopOnSignal(running);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

/** Opens the engines, then the services, then the port; what was opened is closed again when a later step fails. */
export async function startProcess(config: Config, openers: Openers): Promise<RunningProcess> {
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }));
  const opened: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    log.info({ config: printable(config) }, "airlog starts");
    const names = config.services.filter((name) => openers[name]);
    if (names.length === 0) {
      throw new ConfigInvalid([
        `AIRLOG_SERVICES names none of ${Object.keys(openers).join(", ")}, which this program has`,
      ]);
    }
    const platform = await openPlatform(config, names, log, opened);
    await keepOffset(platform.database, config.utcOffset).catch((error: unknown) => {
      throw databaseFailure(config, error);
    });
    const services: Service[] = [];
    for (const name of names) {
      const service = await openers[name]?.(platform);
      if (!service) continue;
      services.push(service);
      opened.push(() => service.close());
    }
    const url = await serve(platform, services, opened);
    platform.announce(`airlog listens on ${url}`);
    platform.announce(
      `data: ${config.databaseUrl === undefined ? config.dataFolder : "the PostgreSQL of DATABASE_URL"}`,
    );
    return { url, platform, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPlatform(
  config: Config,
  services: readonly ServiceName[],
  log: Logger,
  opened: (() => Promise<void> | void)[],
): Promise<Platform> {
  await mkdir(config.dataFolder, { recursive: true });
  if (config.databaseUrl === undefined) opened.push(await claimServices(config.dataFolder, services));
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const database = measuredDatabase(
    await openDatabase({ url: config.databaseUrl, dataFolder: config.dataFolder, logger: log }),
    engineErrors(metrics, "postgresql"),
  );
  opened.push(() => database.close());
  const eventStore = await openMeasuredStore(config, database, log, metrics);
  opened.push(() => eventStore.close());
  const elasticsearch = await openSearchCluster(config, log, metrics);
  if (elasticsearch) opened.push(() => elasticsearch.close());
  const { version: release } = await readBuildFacts();
  const { writtenVersions, leave } = await registerProcess(database, { log, release, services }).catch((error) => {
    throw databaseFailure(config, error);
  });
  opened.push(leave);
  return {
    ...{ config, log, metrics, database, eventStore, elasticsearch, writtenVersions },
    clock: () => new Date(),
    announce: (line) => void process.stdout.write(`${line}\n`),
  };
}

async function openMeasuredStore(config: Config, database: Database, log: Logger, metrics: Registry) {
  const eventStore = await openConfiguredStore(config, database, log);
  if ("oldestTransaction" in eventStore) measureStall(metrics, eventStore);
  // Where the database holds the events, its failures are counted already.
  const isOwn = config.eventStoreUrl !== undefined;
  const onUnavailable = isOwn ? engineErrors(metrics, "eventstoredb") : undefined;
  return measuredEventStore(eventStore, appendDuration(metrics), onUnavailable);
}

async function openConfiguredStore(config: Config, database: Database, log: Logger) {
  const { eventStoreUrl: url } = config;
  try {
    return await openEventStore({ url, database, logger: log });
  } catch (error) {
    throw url === undefined ? databaseFailure(config, error) : unusable("EVENTSTORE_URL", error);
  }
}

/** A failure of the database, with the name of its variable where the operator has set it. */
function databaseFailure({ databaseUrl }: Config, error: unknown): unknown {
  return databaseUrl === undefined || error instanceof StartFailure ? error : unusable("DATABASE_URL", error);
}

async function openSearchCluster(
  { elasticsearch }: Config,
  log: Logger,
  metrics: Registry,
): Promise<Cluster | undefined> {
  if (!elasticsearch) return undefined;
  return openCluster(elasticsearch, log, engineErrors(metrics, "elasticsearch")).catch((error) => {
    throw unusable("ELASTICSEARCH_URL", error);
  });
}

/** A long transaction anywhere in the PostgreSQL server holds up every reader of the log: operators should see it. */
function measureStall(metrics: Registry, eventStore: PostgresEventStore): void {
  new Gauge({
    name: "airlog_oldest_transaction_seconds",
    help: "Age of the oldest writing transaction in the PostgreSQL server; events since it began are not delivered yet",
    registers: [metrics],
    async collect() {
      this.set(await eventStore.oldestTransaction().catch(() => Number.NaN));
    },
  });
}

async function serve(
  platform: Platform,
  services: readonly Service[],
  opened: (() => Promise<void> | void)[],
): Promise<string> {
  const { config, log, metrics } = platform;
  const health = healthRoutes(metrics, () => everyHealth(platform, services));
  const routes = [...health, ...services.flatMap(({ routes = [] }) => routes)];
  const server = await listen(createApplication({ config, log, metrics, routes }), config.host, config.port);
  opened.push(() => server.close(STOP_TIMEOUT_MS));
  return server.url;
}

async function everyHealth(platform: Platform, services: readonly Service[]): Promise<Components> {
  const found = await Promise.all([engineHealth(platform, services), ...services.map((service) => service.health())]);
  return Object.assign({}, ...found);
}

/** Ends the process cleanly on SIGTERM or SIGINT; at the second one at once. */
export function stopOnSignal({ platform, close }: RunningProcess): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    platform.log.info({ signal }, "airlog stops");
    close().then(
      () => process.exit(0),
      (error) => {
        platform.log.error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** One line for errors that an operator can resolve, the whole stack for unexpected ones. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConfigInvalid || error instanceof FolderServed || error instanceof StartFailure) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return `The port is taken by another program (${error.message}); set PORT to another one.`;
  }
  // Errors of the system name the path or host and the reason.
  if ("syscall" in error) return error.message;
  return error.name === "Error" || error.stack === undefined
    ? (error.stack ?? error.message)
    : `${error.name}: ${error.message}`;
}
