import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pino } from "pino";
import { findBinaries } from "../platform/database/embedded/binaries.ts";
import { findPostmaster, stopPostmaster } from "../platform/database/embedded/postmaster.ts";
import { type EmbeddedServer, joinEmbeddedServer } from "../platform/database/embedded/server.ts";
import { chooseServerUser } from "../platform/database/embedded/server-user.ts";
import { toolEnvironment } from "../platform/environment.ts";

// The one of postgres.ts can be imported by test files only.
const silent = pino({ level: "silent" });

/**
 * Gives the role of a folder's server the rights that tests need beyond the product: to make databases and roles, change
 * settings and read statistics. An empty folder gets its data first. Leaves the server stopped.
 */
export async function makeServerWithSuperuser(dataFolder: string): Promise<void> {
  await (await joinEmbeddedServer(dataFolder, silent)).leave();
  const cluster = join(dataFolder, "postgres");
  // Another process may have marked the folder as used already.
  const running = findPostmaster(cluster);
  if (running !== undefined) await stopPostmaster(running);
  const { postgres } = await findBinaries();
  const user = chooseServerUser([postgres], dataFolder, cluster);
  const { file, args, ...identity } = user.command(postgres, ["--single", "-D", cluster, "postgres"]);
  const input = "alter role airlog superuser\n";
  execFileSync(file, args, { ...identity, input, env: toolEnvironment, cwd: "/", stdio: ["pipe", "ignore", "pipe"] });
}

/** Joins a server with such a role in a new folder. */
export async function joinServerWithSuperuser(dataFolder: string): Promise<EmbeddedServer> {
  await makeServerWithSuperuser(dataFolder);
  return joinEmbeddedServer(dataFolder, silent);
}
