import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Registry } from "prom-client";
import { type Config, readConfig } from "../platform/config.ts";
import { explainedAsPlace } from "../platform/data-folder/failure.ts";
import { folderIfThere, makeDataFolder, openFolder } from "../platform/data-folder/open.ts";
import { isServed } from "../platform/database/embedded/served-folder.ts";
import { openDatabase } from "../platform/database/open.ts";
import { engineWatches } from "../platform/engine-watch.ts";
import { openEventStore } from "../platform/event-store/open.ts";
import type { Platform } from "../platform/lifecycle/service.ts";
import { failureLog } from "../platform/log.ts";
import { openCluster } from "../platform/search/elasticsearch/cluster.ts";
import { StartFailure } from "../platform/start-failure.ts";
import { prepareViews } from "../platform/views/prepare.ts";
import { MADE_BY_OTHERS } from "./made-by-others.ts";

/** The engines that the environment names, for a command. */
export type Engines = Omit<Platform, "clock" | "writtenVersions">;

export interface EnginesOptions {
  /** The data folder may be absent or empty. */
  readonly makesData?: boolean;
  /** Runs before anything is opened or made, if the data folder suits the work. */
  readonly check?: () => Promise<void>;
}

/**
 * Opens the engines for the work, after naming them.
 * @throws StartFailure where there are no data, or no room for them where the work makes them
 */
export async function withEngines(
  work: (engines: Engines) => Promise<boolean>,
  { makesData = false, check }: EnginesOptions = {},
): Promise<boolean> {
  const config = readConfig(process.env);
  process.stderr.write(`${whereabouts(config)}\n`);
  if (makesData) requireRoom(config);
  else requireData(config);
  const { databaseUrl, dataFolder, eventStoreUrl } = config;
  if (makesData && databaseUrl === undefined) await inProvenFolder(dataFolder, check);
  else await check?.();
  const log = await failureLog(config.logFormat);
  const opened: (() => Promise<void>)[] = [];
  try {
    const database = await openDatabase({ url: databaseUrl, dataFolder, logger: log });
    opened.push(() => database.close());
    const eventStore = await openEventStore({ url: eventStoreUrl, database });
    opened.push(() => eventStore.close());
    const elasticsearch = config.elasticsearch && (await openCluster(config.elasticsearch, log));
    if (elasticsearch) opened.push(async () => elasticsearch.close());
    await prepareViews(database, log);
    const metrics = new Registry();
    const watchOf = engineWatches(log, metrics);
    return await work({ config, log, metrics, watchOf, database, eventStore, elasticsearch });
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

/** @throws StartFailure where the configuration names an embedded PostgreSQL that is not there */
export function requireData(config: Config): void {
  if (hasData(config)) return;
  const { dataFolder } = config;
  throw new StartFailure(`${dataFolder} holds no data: set AIRLOG_DATA to the folder of a system, or start one.`);
}

/** Files that a data folder may hold before there are data: a copied key, and the remains of an interrupted start. */
const BESIDE_DATA = /^(\.?postgres.*|processes|restoring|search|signing-key\.pem)$/;

/**
 * Runs the check, which may take long, once it is known that the data folder can be made and written. A folder that was made
 * for it is removed if the check fails.
 * @throws FolderUnusable, and what the check throws
 */
async function inProvenFolder(dataFolder: string, check: EnginesOptions["check"]): Promise<void> {
  const isNew = !existsSync(dataFolder);
  using folder = makeDataFolder(dataFolder);
  try {
    folder.prove();
    await check?.();
  } catch (error) {
    using above = openFolder(dirname(folder.path));
    if (isNew) above.removeEmpty(basename(folder.path));
    throw error;
  }
}

/** @throws StartFailure where an embedded PostgreSQL would be made in a folder with other content */
function requireRoom(config: Config): void {
  const { dataFolder } = config;
  if (hasData(config)) return;
  using folder = folderIfThere(dataFolder);
  const other = folder?.names().find((name) => !(BESIDE_DATA.test(name) || MADE_BY_OTHERS.has(name)));
  if (other === undefined) return;
  throw new StartFailure(
    `${dataFolder} holds no data, but other files (${other}): set AIRLOG_DATA to a folder that is absent or empty.`,
  );
}

/** Whether the engines have their data, as far as the data folder shows. @throws FolderUnusable when it can't be read */
function hasData({ databaseUrl, dataFolder }: Config): boolean {
  if (databaseUrl !== undefined) return true;
  try {
    using cluster = folderIfThere(join(dataFolder, "postgres"));
    return cluster?.found("PG_VERSION") !== undefined;
  } catch (error) {
    throw explainedAsPlace(error, dataFolder);
  }
}

function whereabouts({ databaseUrl, dataFolder, eventStoreUrl, elasticsearch }: Config): string {
  const state = isServed(dataFolder) ? "runs" : "is stopped";
  return [
    databaseUrl === undefined
      ? `On the data folder ${dataFolder}, whose system ${state}`
      : "On the PostgreSQL of DATABASE_URL",
    ...(eventStoreUrl === undefined ? [] : ["the EventStoreDB of EVENTSTORE_URL"]),
    ...(elasticsearch === undefined ? [] : ["the Elasticsearch of ELASTICSEARCH_URL"]),
  ].join(", ");
}
