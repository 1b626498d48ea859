import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import type { EmbeddedServer } from "../../platform/database/embedded/server.ts";
import type { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { folderUntil } from "../folder.ts";
import { SpawnedService } from "../spawned-service.ts";
import { joinServerWithSuperuser } from "../superuser.ts";

export const PASSWORD = "a long enough password";

/** The engines of one system, and the process that runs its services. */
export interface Machines {
  /** PostgreSQL's data are in `postgres` below this folder. */
  readonly dataFolder: string;
  readonly server: EmbeddedServer;
  readonly environment: Readonly<Record<string, string>>;
  readonly service: SpawnedService;
}

/** Starts a PostgreSQL server on the folder, and the services. */
export async function startMachines(
  variables: Readonly<Record<string, string>>,
  dataFolder = folderUntil(afterAll),
): Promise<Machines> {
  const server = await joinServerWithSuperuser(dataFolder);
  const environment = {
    ...{ DATABASE_URL: server.connection.connectionString, AIRLOG_DATA: folderUntil(afterAll), PORT: "0" },
    ...{ AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn", AIRLOG_ADMIN_PASSWORD: PASSWORD, ...variables },
  };
  const service = await SpawnedService.start(environment);
  await service.ready();
  return { dataFolder, server, environment, service };
}

export async function stopMachines({ server, service }: Machines, eventStore?: EventStoreDouble): Promise<void> {
  await service.stop();
  eventStore?.goDown();
  await server.leave();
}

/** Runs a command with `text` as its input. Returns its output. @throws Error with its output when it fails */
export async function runCommand(
  environment: Readonly<Record<string, string>>,
  name: string,
  words: readonly string[],
  text = "",
): Promise<string> {
  const env = { PATH: process.env["PATH"], ...environment };
  const running = promisify(execFile)(process.execPath, ["dist/cli/main.js", name, ...words], { env });
  running.child.stdin?.end(text);
  return (await running).stdout;
}

/** The status, position and body of the answer to a POST. */
export async function send(url: string, token: string, path: string, body: unknown) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, position: answer.headers.get("Event-Position"), body: text && JSON.parse(text) };
}
