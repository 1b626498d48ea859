import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { ConnectionSettings } from "../port.ts";
import { findBinaries } from "./binaries.ts";
import { claim, living, mark } from "./claims.ts";
import { initialise, isInitialised, superuser } from "./cluster.ts";
import { explained } from "./failure.ts";
import { leaveToOwnerOfFolder } from "./ownership.ts";
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster, waitUntilReady } from "./postmaster.ts";
import { isAlive } from "./processes.ts";
import { chooseServerUser } from "./server-user.ts";

/** This process's share in the PostgreSQL server of a data folder. */
export interface EmbeddedServer {
  readonly connection: ConnectionSettings;
  /** Gives the share up; the last to do so stops the server. */
  leave(): Promise<void>;
}

/** Where everything lies in a data folder. */
interface Places {
  readonly dataFolder: string;
  /** PostgreSQL's own folder. */
  readonly cluster: string;
  /** Address and password, as a URL. */
  readonly urlFile: string;
  readonly logFile: string;
  /** Marks of the processes that use the folder. */
  readonly processes: string;
}

/**
 * Uses the PostgreSQL server of the data folder together with whoever else does: makes its data if there are none,
 * starts it if it doesn't run, and starts it again whenever it is found dead.
 * @throws EmbeddedPostgresError when it can't be started, with what to do.
 */
export async function joinEmbeddedServer(dataFolder: string, logger: Logger): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true });
  const places = placesIn(realpathSync(dataFolder));
  const share = mark(places.processes, "user");
  let postmaster: Postmaster;
  try {
    postmaster = await alone(places, () => ensureRunning(places, logger));
  } catch (error) {
    share.remove();
    throw explained(error, places.dataFolder);
  }
  const watch = keepRunning(places, postmaster, logger);
  return {
    get connection() {
      return { connectionString: readFileSync(places.urlFile, "utf8").trim(), connectionFile: places.urlFile };
    },
    leave: async () => {
      await watch.end();
      await alone(places, async () => {
        share.remove();
        if (await stopUnused(places)) logger.info("PostgreSQL stopped");
      });
    },
  };
}

/** Stops a server that nobody uses, such as one that outlived a crash of its last user. */
export async function stopUnusedServer(dataFolder: string): Promise<void> {
  const places = placesIn(realpathSync(dataFolder));
  await alone(places, () => stopUnused(places));
}

async function stopUnused({ processes, cluster }: Places): Promise<boolean> {
  const running = findPostmaster(cluster);
  if (running === undefined || living(processes, "user").length > 0) return false;
  await stopPostmaster(running);
  return true;
}

function placesIn(dataFolder: string): Places {
  return {
    dataFolder,
    cluster: join(dataFolder, "postgres"),
    urlFile: join(dataFolder, "postgres.url"),
    logFile: join(dataFolder, "postgres.log"),
    processes: join(dataFolder, "processes"),
  };
}

/** Starts and stops happen one at a time, over all processes on the folder. */
async function alone<Result>(places: Places, work: () => Promise<Result>): Promise<Result> {
  // Longer than a recovery after a crash should ever take.
  const turn = await claim(places.processes, "starter", 10 * 60_000);
  if (!turn.held) throw new Error(`process ${turn.pid} has been starting or stopping PostgreSQL for ten minutes`);
  try {
    return await work();
  } finally {
    turn.release();
  }
}

async function ensureRunning(places: Places, logger: Logger): Promise<Postmaster> {
  const { cluster } = places;
  const url = connectionUrl(places);
  const found = findPostmaster(cluster);
  const running = found && (await waitUntilReady(cluster, found));
  if (running !== undefined) {
    publishAddress(places, url, running.port);
    return running;
  }
  const binaries = await findBinaries();
  const user = chooseServerUser([binaries.initdb, binaries.postgres], places.dataFolder, cluster);
  const begin = performance.now();
  if (!isInitialised(cluster)) await initialise(cluster, decodeURIComponent(url.password), binaries, user);
  const started = await startPostmaster(cluster, places.logFile, binaries, user, Number(url.port) || undefined);
  publishAddress(places, url, started.port);
  const milliseconds = Math.round(performance.now() - begin);
  logger.info({ port: started.port, milliseconds }, "PostgreSQL started");
  return started;
}

/** The folder's connection URL; the first process on a folder makes up the password, the others find it. */
function connectionUrl({ urlFile, dataFolder }: Places): URL {
  if (existsSync(urlFile)) return new URL(readFileSync(urlFile, "utf8").trim());
  const url = `postgres://${superuser}:${randomBytes(24).toString("hex")}@127.0.0.1/postgres`;
  const draft = join(dataFolder, `.postgres.url.${process.pid}`);
  writeFileSync(draft, `${url}\n`, { mode: 0o600 });
  leaveToOwnerOfFolder(draft);
  renameSync(draft, urlFile);
  return new URL(url);
}

function publishAddress({ urlFile }: Places, url: URL, port: number): void {
  if (url.port === String(port)) return;
  url.port = String(port);
  const draft = `${urlFile}.new`;
  writeFileSync(draft, `${url.href}\n`, { mode: 0o600 });
  leaveToOwnerOfFolder(draft);
  renameSync(draft, urlFile);
}

const watchInterval = 200;
const longestPause = 3_000;

/** Looks after the server as long as this process uses it: a dead one is started again, trying for ever. */
function keepRunning(places: Places, first: Postmaster, logger: Logger): { end(): Promise<void> } {
  let current = first;
  let pause = watchInterval;
  let over = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const look = async (): Promise<void> => {
    if (isAlive(current.identity)) {
      pause = watchInterval;
      return;
    }
    try {
      current = await alone(places, () => ensureRunning(places, logger));
      pause = watchInterval;
    } catch (error) {
      pause = Math.min(pause * 2, longestPause);
      logger.error({ reason: (error as Error).message }, "PostgreSQL has ended and can't be started again yet");
    }
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      work = look().finally(() => {
        if (!over) schedule();
      });
    }, pause);
    timer.unref();
  };
  schedule();
  return {
    end: async () => {
      over = true;
      clearTimeout(timer);
      await work;
    },
  };
}
