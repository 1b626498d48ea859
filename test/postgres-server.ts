import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { living, mark } from "../platform/database/embedded/claims.ts";
import { stopUnusedServer } from "./stop-postgres.ts";
import { makeServerWithSuperuser } from "./superuser.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Data folder of the PostgreSQL server that all test files of a run share. */
    postgresFolder: string;
  }
}

const prefix = "airlog-tests-";

/** Creates the run's data folder; the first test that needs the server starts it (`postgres.ts`). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const share = mark(join(folder, "processes"), "user");
  await makeServerWithSuperuser(folder);
  project.provide("postgresFolder", folder);
  return async () => {
    share.remove();
    await removeFolder(folder);
  };
}

/** Removes the servers and folders of killed runs. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    try {
      if (living(join(folder, "processes"), "user").length === 0) await removeFolder(folder);
    } catch {
      // The folder belongs to another user, or another run is removing it.
    }
  }
}

async function removeFolder(folder: string): Promise<void> {
  await stopUnusedServer(folder);
  rmSync(folder, { recursive: true, force: true });
}
