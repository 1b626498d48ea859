import { spawn } from "node:child_process";
import { closeSync, constants, fstatSync, readFileSync, readSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { answersSignals } from "../../answers-signals.ts";
import { delay } from "../../async/delay.ts";
import type { Folder } from "../../data-folder/folder.ts";
import { openFolder, readFrom } from "../../data-folder/open.ts";
import { toolEnvironment } from "../../environment.ts";
import { codeOf } from "../../errors.ts";
import { processIdentity } from "../../process-identity.ts";
import type { Binaries } from "./binaries.ts";
import { startFailure } from "./cluster.ts";
import type { ServerUser } from "./server-user.ts";

/** A running PostgreSQL server. */
export interface Postmaster {
  readonly pid: number;
  /** Identifies the process, also after its pid is reused (`processIdentity`). */
  readonly identity: string;
  readonly port: number;
  readonly ready: boolean;
}

/** Contents of a server's lock file, which stays when the server dies. */
interface LockFile {
  readonly pid: number;
  readonly port: number | undefined;
  readonly status: string;
}

/** The server that runs on this data; undefined when none does, even if an old lock file names one. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lock = readLockFile(cluster);
  if (lock === undefined) return undefined;
  const identity = processIdentity(lock.pid);
  if (identity === undefined || !worksIn(lock.pid, cluster)) return undefined;
  return { pid: lock.pid, identity, port: lock.port ?? 0, ready: lock.status === "ready" };
}

/**
 * Starts a server on this data in the data folder. Returns when the server accepts connections, which after a crash
 * takes as long as the recovery. Only one process may call this at a time.
 */
export async function startPostmaster(
  dataFolder: string,
  cluster: string,
  binaries: Binaries,
  user: ServerUser,
  preferredPort: number | undefined,
): Promise<Postmaster> {
  using folder = openFolder(dataFolder);
  // Backends of a killed server take a moment to end, and a port may be taken between the check and the start.
  for (let attempt = 1; ; attempt += 1) {
    const old = readLockFile(cluster);
    const port = await freePort(attempt === 1 ? (old?.port ?? preferredPort) : undefined);
    disownLockFile(cluster);
    const failure = await launch(folder, cluster, binaries, user, port);
    const found = findPostmaster(cluster);
    if (failure === undefined && found !== undefined) return found;
    if (attempt === MAX_ATTEMPTS || !TRANSIENT.test(failure ?? ""))
      throw startFailure("the server ended", failure ?? "");
    await delay(250);
  }
}

const MAX_ATTEMPTS = 40;

/** Failures of a start that may not recur. */
const TRANSIENT = /still in use|Address already in use|could not create any TCP/;

/** Fast shutdown (SIGINT): open transactions are rolled back, data files are left clean. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  process.kill(postmaster.pid, "SIGINT");
  await ended(postmaster, 60_000);
}

async function ended(postmaster: Postmaster, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (processIdentity(postmaster.pid) === postmaster.identity) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop`);
    await delay(10);
  }
}

/** Waits until the server accepts connections or ends. */
export async function waitUntilReady(cluster: string, postmaster: Postmaster): Promise<Postmaster | undefined> {
  for (;;) {
    const found = findPostmaster(cluster);
    if (found === undefined || found.identity !== postmaster.identity || found.ready) return found;
    await delay(20);
  }
}

/** The server's last output if it ended; undefined when it is ready. */
async function launch(
  folder: Folder,
  cluster: string,
  binaries: Binaries,
  user: ServerUser,
  port: number,
): Promise<string | undefined> {
  rotate(folder);
  const log = folder.openAppending(LOG_FILE);
  const logStart = fstatSync(log).size;
  const { file, args, uid, gid } = user.command(binaries.postgres, ["-D", cluster, ...settings(port)]);
  let over = false;
  try {
    const child = spawn(file, args, {
      uid,
      gid,
      env: toolEnvironment,
      cwd: "/",
      // In a session of its own, so that Ctrl-C in our terminal does not stop it. It outlives this process while others
      // use it.
      detached: true,
      stdio: ["ignore", log, log],
    });
    child.on("error", () => {
      over = true;
    });
    child.on("exit", () => {
      over = true;
    });
    child.unref();
    while (!over) {
      const found = findPostmaster(cluster);
      if (found !== undefined && found.pid === child.pid && found.ready) return undefined;
      await delay(10);
    }
  } finally {
    closeSync(log);
  }
  return lastWords(folder, logStart);
}

/** Full durability; the other values suit a machine that the server shares with airlog. */
function settings(port: number): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 100,
    // Nobody logs in as superuser (`withdrawSuperuser`).
    superuser_reserved_connections: 0,
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    wal_buffers: "16MB",
    random_page_cost: 1.1,
    jit: "off",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    // The client gets errors of statements; in the log they would only fill the disk.
    log_min_messages: "log",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * A dead server's lock file may name a process id that now belongs to another program, which PostgreSQL would take for
 * a running server. PostgreSQL ignores the id of its own parent, so this writes ours into the file. Its other checks
 * still apply, above all for backends that hold the shared memory.
 */
function disownLockFile(cluster: string): void {
  const lock = readLockFile(cluster);
  if (lock === undefined || findPostmaster(cluster) !== undefined || !answersSignals(lock.pid)) return;
  using folder = openFolder(cluster);
  const [, ...rest] = folder.read(LOCK_FILE)?.split("\n") ?? [];
  folder.replace(LOCK_FILE, [process.pid, ...rest].join("\n"));
}

const LOCK_FILE = "postmaster.pid";

function readLockFile(cluster: string): LockFile | undefined {
  const lines = readFrom(cluster, LOCK_FILE)?.split("\n");
  if (lines === undefined) return undefined;
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined, status: (lines[7] ?? "").trim() };
}

/** Whether the process is a server on this data, not another program that reuses its id. */
function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    const { dev, ino } = statSync(`/proc/${pid}/cwd`);
    const own = statSync(cluster);
    return dev === own.dev && ino === own.ino && userOf(pid) === own.uid;
  } catch (error) {
    // In a container, root may not inspect another user's process, but any user may read its command line.
    if (codeOf(error) !== "EACCES") return false;
    return factOf(pid, "cmdline").split("\0").includes(cluster) && userOf(pid) === statSync(cluster).uid;
  }
}

/** The user that the process runs as: a lock file may name another user's process. */
function userOf(pid: number): number {
  return Number(/^Uid:\t(\d+)/m.exec(factOf(pid, "status"))?.[1]);
}

/** Linux's information about a process; empty when it has ended. */
function factOf(pid: number, name: "cmdline" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await listenOn(preferred)) !== undefined) return preferred;
  const port = await listenOn(0);
  if (port === undefined) throw new Error("no free port on the loopback interface");
  return port;
}

/** Listens on the port, releases it and returns it; undefined if it is taken. */
function listenOn(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1" }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}

const LOG_FILE = "postgres.log";
const MAX_LOG_BYTES = 16 * 1024 * 1024;

function rotate(folder: Folder): void {
  const size = folder.found(LOG_FILE)?.size ?? 0;
  if (size > MAX_LOG_BYTES) folder.rename(LOG_FILE, `${LOG_FILE}.old`);
}

function lastWords(folder: Folder, start: number): string {
  const descriptor = folder.openFile(LOG_FILE, constants.O_RDONLY);
  try {
    const buffer = Buffer.alloc(8_000);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, start));
  } finally {
    closeSync(descriptor);
  }
}
