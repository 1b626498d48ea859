import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { Backoff } from "../../async/backoff.ts";
import { messageOf } from "../../errors.ts";
import { isAlive } from "../../process-identity.ts";
import type { ConnectionSettings } from "../port.ts";
import { findBinaries } from "./binaries.ts";
import { claim, living, type Mark, mark } from "./claims.ts";
import { initialise, isInitialised, RESTORING, superuser } from "./cluster.ts";
import { EmbeddedPostgresError, explained } from "./failure.ts";
import { leaveToOwnerOfFolder, writePrivately } from "./ownership.ts";
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster, waitUntilReady } from "./postmaster.ts";
import { chooseServerUser } from "./server-user.ts";
import { withdrawSuperuser } from "./service-role.ts";

/** This process's use of the PostgreSQL server of a data folder. */
export interface EmbeddedServer {
  readonly connection: ConnectionSettings;
  /** Ends this process's use; the last one to leave stops the server. */
  leave(): Promise<void>;
}

/** The paths in a data folder. */
interface Paths {
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
 * Joins the processes that use the PostgreSQL server of the data folder: initialises its data if there are none, starts
 * it if it doesn't run, and restarts it whenever it is found dead.
 * @throws EmbeddedPostgresError when it can't be started, with what to do.
 */
export async function joinEmbeddedServer(dataFolder: string, logger: Logger): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true });
  const paths = pathsIn(realpathSync(dataFolder));
  refuseHalfRestored(paths);
  const share = mark(paths.processes, "user");
  const forget = stopAtExit(paths, share);
  let postmaster: Postmaster;
  try {
    postmaster = await exclusively(paths, () => ensureRunning(paths, logger));
  } catch (error) {
    forget();
    share.remove();
    throw explained(error, paths.dataFolder);
  }
  const watch = superviseServer(paths, postmaster, logger);
  return {
    get connection() {
      return { connectionString: readFileSync(paths.urlFile, "utf8").trim(), connectionFile: paths.urlFile };
    },
    leave: async () => {
      await watch.end();
      await exclusively(paths, async () => {
        forget();
        share.remove();
        if (await stopUnused(paths)) logger.info("PostgreSQL stopped");
      });
    },
  };
}

/** Nothing but another restore may use what a restore has left that was cut off: a new system would begin there. */
function refuseHalfRestored({ dataFolder, cluster }: Paths): void {
  if (!existsSync(join(dataFolder, RESTORING)) || isInitialised(cluster)) return;
  throw new EmbeddedPostgresError(
    `A restore into ${dataFolder} is not finished: wait for it, call "npm run restore" again where none runs, or set ` +
      "AIRLOG_DATA to another folder.",
  );
}

/** What is still to be left when this process exits without having done so. */
const left = new Set<() => void>();

function leaveAll(): void {
  for (const leave of left) leave();
}

/**
 * Gives the share up as the process exits, however it does short of SIGKILL, and tells a server that nobody else uses to
 * stop. Returns the function that ends this.
 */
function stopAtExit({ processes, cluster }: Paths, share: Mark): () => void {
  const leave = () => {
    share.remove();
    try {
      const running = findPostmaster(cluster);
      if (running && living(processes, "user").length === 0) process.kill(running.pid, "SIGINT");
    } catch {
      // It has ended already, or belongs to another user.
    }
  };
  if (left.size === 0) process.on("exit", leaveAll);
  left.add(leave);
  return () => {
    left.delete(leave);
    if (left.size === 0) process.off("exit", leaveAll);
  };
}

async function stopUnused({ processes, cluster }: Paths): Promise<boolean> {
  const running = findPostmaster(cluster);
  if (running === undefined || living(processes, "user").length > 0) return false;
  await stopPostmaster(running);
  return true;
}

function pathsIn(dataFolder: string): Paths {
  return {
    dataFolder,
    cluster: join(dataFolder, "postgres"),
    urlFile: join(dataFolder, "postgres.url"),
    logFile: join(dataFolder, "postgres.log"),
    processes: join(dataFolder, "processes"),
  };
}

/** Starts and stops run one at a time among all processes on the folder. */
async function exclusively<Result>(paths: Paths, work: () => Promise<Result>): Promise<Result> {
  // Longer than a recovery after a crash should ever take.
  const starter = await claim(paths.processes, "starter", 10 * 60_000);
  if (!starter.held) throw new Error(`process ${starter.pid} has been starting or stopping PostgreSQL for ten minutes`);
  try {
    return await work();
  } finally {
    starter.release();
  }
}

async function ensureRunning(paths: Paths, logger: Logger): Promise<Postmaster> {
  const { cluster } = paths;
  const url = connectionUrl(paths);
  const found = findPostmaster(cluster);
  const running = found && (await waitUntilReady(cluster, found));
  if (running !== undefined) {
    await publish(paths, url, running.port);
    return running;
  }
  const binaries = await findBinaries();
  const user = chooseServerUser([binaries.initdb, binaries.postgres], paths.dataFolder, cluster);
  const begin = performance.now();
  if (!isInitialised(cluster)) await initialise(cluster, decodeURIComponent(url.password), binaries, user);
  const started = await startPostmaster(cluster, paths.logFile, binaries, user, Number(url.port) || undefined);
  await publish(paths, url, started.port);
  const milliseconds = Math.round(performance.now() - begin);
  logger.info({ port: started.port, milliseconds }, "PostgreSQL started");
  return started;
}

/** The folder's connection URL. The first process on a folder generates the password. */
function connectionUrl({ urlFile, dataFolder }: Paths): URL {
  if (existsSync(urlFile)) return new URL(readFileSync(urlFile, "utf8").trim());
  const url = `postgres://${superuser}:${randomBytes(24).toString("hex")}@127.0.0.1/postgres`;
  const draft = join(dataFolder, `.postgres.url.${process.pid}`);
  writePrivately(draft, `${url}\n`);
  leaveToOwnerOfFolder(draft);
  renameSync(draft, urlFile);
  return new URL(url);
}

/** Nobody else learns of a server before its services' role is no superuser. */
async function publish({ urlFile }: Paths, url: URL, port: number): Promise<void> {
  const isKnown = url.port === String(port);
  url.port = String(port);
  await withdrawSuperuser(url.href);
  if (isKnown) return;
  const draft = `${urlFile}.new`;
  writePrivately(draft, `${url.href}\n`);
  leaveToOwnerOfFolder(draft);
  renameSync(draft, urlFile);
}

const WATCH_DELAYS = { firstMs: 200, maxMs: 3_000 };

/** Watches the server while this process uses it, and restarts it when it has died, however many attempts it takes. */
function superviseServer(paths: Paths, first: Postmaster, logger: Logger): { end(): Promise<void> } {
  let current = first;
  const backoff = new Backoff(WATCH_DELAYS);
  let over = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const check = async (): Promise<void> => {
    try {
      if (!isAlive(current.identity)) current = await exclusively(paths, () => ensureRunning(paths, logger));
      backoff.reset();
    } catch (error) {
      logger.error({ reason: messageOf(error) }, "PostgreSQL has ended and can't be started again yet");
    }
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      work = check().finally(() => {
        if (!over) schedule();
      });
    }, backoff.next());
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
