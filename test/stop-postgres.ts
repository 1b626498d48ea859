import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { living } from "../platform/database/embedded/claims.ts";
import { findPostmaster, stopPostmaster } from "../platform/database/embedded/postmaster.ts";

/** Stops the folder's PostgreSQL server if no process uses it, such as one that outlived a crash of its last user. */
export async function stopUnusedServer(dataFolder: string): Promise<void> {
  const folder = realpathSync(dataFolder);
  const processes = join(folder, "processes");
  const running = findPostmaster(join(folder, "postgres"));
  if (running && (!existsSync(processes) || living(processes, "user").length === 0)) await stopPostmaster(running);
}
