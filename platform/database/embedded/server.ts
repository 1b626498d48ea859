import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import { Backoff } from "../../async/backoff.ts";
import { Occasionally } from "../../async/occasionally.ts";
import { explained } from "../../data-folder/failure.ts";
import { makeDataFolder, openFolder, readFrom } from "../../data-folder/open.ts";
import { messageOf } from "../../errors.ts";
import { isAlive } from "../../process-identity.ts";
import type { ConnectionSettings } from "../port.ts";
import { findBinaries } from "./binaries.ts";
import { claim, living, type Mark, mark } from "./claims.ts";
import { initialise, isInitialised, RESTORING, superuser } from "./cluster.ts";
import { EmbeddedPostgresError } from "./failure.ts";
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
  /** Marks of the processes that use the folder. */
  readonly processes: string;
}

/**
 * Joins the processes that use the PostgreSQL server of the data folder: initialises its data if there are none, starts
 * it if it isn't running, and restarts it whenever it is found dead.
 * @throws EmbeddedPostgresError when it can't be started, with a remedy.
 */
export async function joinEmbeddedServer(dataFolder: string, logger: Logger): Promise<EmbeddedServer> {
  const paths = pathsIn(madeDataFolder(dataFolder));
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
      return { connectionString: storedUrl(paths)?.href ?? "", connectionFile: join(paths.dataFolder, URL_FILE) };
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

/** The path of the folder behind all links; makes the folder. @throws FolderUnusable when that is not possible */
function madeDataFolder(path: string): string {
  using made = makeDataFolder(path);
  return made.path;
}

/** Refuses a folder with an interrupted restore: only another restore may use it, else a new system would begin there. */
function refuseHalfRestored({ dataFolder, cluster }: Paths): void {
  using folder = openFolder(dataFolder);
  if (folder.found(RESTORING) === undefined || isInitialised(cluster)) return;
  throw new EmbeddedPostgresError(
    `A restore into ${dataFolder} is not finished: wait for it, call "npm run restore" again where none runs, or set ` +
      "AIRLOG_DATA to another folder.",
  );
}

/** Shares that this process has not given up yet, for its exit. */
const left = new Set<() => void>();

function leaveAll(): void {
  for (const leave of left) leave();
}

/**
 * Gives the share up at any exit of the process but SIGKILL, and stops the server if nobody else uses it. Returns a
 * function that cancels this.
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
  const { cluster, dataFolder } = paths;
  const url = connectionUrl(paths);
  const found = findPostmaster(cluster);
  const running = found && (await waitUntilReady(cluster, found));
  if (running !== undefined) {
    await publish(paths, url, running.port, logger);
    return running;
  }
  const binaries = await findBinaries();
  const user = chooseServerUser([binaries.initdb, binaries.postgres], dataFolder, cluster);
  const begin = performance.now();
  if (!isInitialised(cluster)) await initialise(cluster, decodeURIComponent(url.password), binaries, user);
  const started = await startPostmaster(dataFolder, cluster, binaries, user, Number(url.port) || undefined);
  await publish(paths, url, started.port, logger);
  const milliseconds = Math.round(performance.now() - begin);
  logger.info({ port: started.port, milliseconds }, "PostgreSQL started");
  return started;
}

/** Address and password, as a URL. */
const URL_FILE = "postgres.url";

/** The folder's connection URL. The first process on a folder generates the password. */
function connectionUrl(paths: Paths): URL {
  const stored = storedUrl(paths);
  if (stored !== undefined) return stored;
  const url = new URL(`postgres://${superuser}:${randomBytes(24).toString("hex")}@127.0.0.1/postgres`);
  storeUrl(paths, url);
  return url;
}

/** @throws EmbeddedPostgresError when the file holds no URL */
function storedUrl({ dataFolder }: Paths): URL | undefined {
  const text = readFrom(dataFolder, URL_FILE)?.trim();
  if (text === undefined) return undefined;
  if (URL.canParse(text)) return new URL(text);
  throw new EmbeddedPostgresError(
    `${join(dataFolder, URL_FILE)} holds no URL: restore the file from a backup, since it has PostgreSQL's password.`,
  );
}

function storeUrl({ dataFolder }: Paths, url: URL): void {
  using folder = openFolder(dataFolder);
  folder.replace(URL_FILE, `${url.href}\n`);
}

/** Publishes the server's address only after the services' role is no longer a superuser. */
async function publish(paths: Paths, url: URL, port: number, logger: Logger): Promise<void> {
  const isKnown = url.port === String(port);
  url.port = String(port);
  await withdrawSuperuser(url.href, logger);
  if (!isKnown) storeUrl(paths, url);
}

const WATCH_DELAYS = { firstMs: 200, maxMs: 3_000 };

/** Watches the server while this process uses it, and restarts it when it has died, however many attempts it takes. */
function superviseServer(paths: Paths, first: Postmaster, logger: Logger): { end(): Promise<void> } {
  let current = first;
  const backoff = new Backoff(WATCH_DELAYS);
  const failures = new Occasionally();
  let over = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const check = async (): Promise<void> => {
    try {
      if (!isAlive(current.identity)) current = await exclusively(paths, () => ensureRunning(paths, logger));
      backoff.reset();
      failures.reset();
    } catch (error) {
      failures.do(() =>
        logger.error({ reason: messageOf(error) }, "PostgreSQL has ended and can't be started again yet"),
      );
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
