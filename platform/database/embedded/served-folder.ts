import { existsSync } from "node:fs";
import { join } from "node:path";
import { SERVICES } from "../../config.ts";
import { type Claim, claim, living } from "./claims.ts";

/** Another process serves the folder already. */
export class FolderServed extends Error {
  override readonly name = "FolderServed";
}

/**
 * Makes this process the only one that runs these services on the data folder; ends with the process, or when the
 * returned function is called. Commands and processes with other services may share the folder.
 * @throws FolderServed, with a message for the operator, when one of the services runs elsewhere.
 */
export async function claimServices(dataFolder: string, services: readonly string[]): Promise<() => void> {
  const claims: Extract<Claim, { held: true }>[] = [];
  const release = (): void => {
    for (const held of claims) held.release();
  };
  for (const service of [...services].sort()) {
    const attempt = await claim(join(dataFolder, "processes"), service, 500);
    if (!attempt.held) {
      release();
      throw new FolderServed(
        `${dataFolder} is being served already: process ${attempt.pid} runs its ${service} service.`,
      );
    }
    claims.push(attempt);
  }
  return release;
}

/** Whether a running system serves the folder. */
export function isServed(dataFolder: string): boolean {
  const folder = join(dataFolder, "processes");
  return existsSync(folder) && SERVICES.some((service) => living(folder, service).length > 0);
}
