import { existsSync } from "node:fs";
import { join } from "node:path";
import { delay } from "../../async/delay.ts";
import { SERVICES } from "../../config.ts";
import { type Claim, claim, living, pidOf } from "./claims.ts";
import { RESTORING } from "./cluster.ts";

/** Time that a start waits for a process that is ending. */
const CLAIM_TIMEOUT_MS = 500;

/** Another process serves the folder already. */
export class FolderServed extends Error {
  override readonly name = "FolderServed";

  /** `remedy`: what the operator can do about that process, other than using another folder. */
  constructor(remedy: string) {
    super(`${remedy}, or set AIRLOG_DATA to another folder.`);
  }
}

/**
 * Makes this process the only one that runs these services on the data folder, until the process ends or the returned
 * function is called. Commands and processes with other services may share the folder.
 * @throws FolderServed, with a message for the operator, when one of the services runs elsewhere.
 */
export async function claimServices(dataFolder: string, services: readonly string[]): Promise<() => void> {
  const claims: Extract<Claim, { held: true }>[] = [];
  const release = (): void => {
    for (const held of claims) held.release();
  };
  for (const service of [...services].sort()) {
    const attempt = await claim(join(dataFolder, "processes"), service, CLAIM_TIMEOUT_MS);
    if (!attempt.held) {
      release();
      throw served(dataFolder, service, attempt.pid);
    }
    claims.push(attempt);
  }
  return release;
}

/**
 * Checks that the services run nowhere on the folder, without marking anything. Waits a moment for a process that is
 * ending.
 * @throws FolderServed when a running process has one of these services on the folder
 */
export async function refuseServed(dataFolder: string, services: readonly string[]): Promise<void> {
  const folder = join(dataFolder, "processes");
  const deadline = performance.now() + CLAIM_TIMEOUT_MS;
  for (const service of services) {
    for (;;) {
      const first = existsSync(folder) ? living(folder, service)[0] : undefined;
      if (first === undefined) break;
      if (performance.now() > deadline) throw served(dataFolder, service, pidOf(first));
      await delay(20);
    }
  }
}

function served(dataFolder: string, service: string, pid: number): FolderServed {
  if (existsSync(join(dataFolder, RESTORING))) {
    return new FolderServed(`Process ${pid} restores a backup into ${dataFolder}: wait for it`);
  }
  return new FolderServed(`${dataFolder} is being served already: process ${pid} runs its ${service} service. Stop it`);
}

/** Whether a running system serves the folder. */
export function isServed(dataFolder: string): boolean {
  const folder = join(dataFolder, "processes");
  return existsSync(folder) && SERVICES.some((service) => living(folder, service).length > 0);
}
