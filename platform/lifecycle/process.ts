import { createServer } from "node:net";
import { type Config, ConfigInvalid, printable, type ServiceName } from "../config.ts";
import { refuseServed } from "../database/embedded/served-folder.ts";
import type { Components } from "../health.ts";
import { logUnreadable } from "../http/access-log.ts";
import { createApplication } from "../http/application.ts";
import { healthRoutes } from "../http/health-routes.ts";
import { listen } from "../http/server.ts";
import { openLog } from "../log.ts";
import { unusable } from "../start-failure.ts";
import { scarceDescriptors } from "./descriptors.ts";
import { engineFailure } from "./engine-failure.ts";
import { introductionOf } from "./first-account.ts";
import { engineHealth, healthOfViews } from "./health.ts";
import { openPlatform } from "./open-platform.ts";
import { Opened } from "./opened.ts";
import type { OpenService, Platform, Service } from "./service.ts";
import { runUntilStopped, type StartParts } from "./stopping.ts";
import { isHelpWanted } from "./usage.ts";

export type Openers = Partial<Readonly<Record<ServiceName, OpenService>>>;

export interface RunningProcess {
  readonly url: string;
  readonly platform: Platform;
  /** Stops accepting requests, finishes running ones, closes everything. */
  close(): Promise<void>;
}

/** Maximum time for running requests to end when the process stops. */
const STOP_TIMEOUT_MS = 10_000;

/** The program of a service in `dist/services`, which takes no arguments. */
export async function runProgram(name: string, openers: Openers): Promise<void> {
  if (!isHelpWanted(name)) await runProcess(openers);
}

/** Runs the configured services among those of the program, until the process is stopped. */
export async function runProcess(openers: Openers): Promise<void> {
  await runUntilStopped(async (config, parts) => {
    await startProcess(config, openers, parts);
  });
}

/** Tests the port, then opens the engines, the services and the port. Closes everything again when a later step fails. */
export async function startProcess(config: Config, openers: Openers, parts?: StartParts): Promise<RunningProcess> {
  const { log, opened } = parts ?? {
    log: await openLog(config.logLevel, config.logFormat),
    opened: new Opened(),
  };
  try {
    const names = servicesOf(config, openers);
    log.info({ config: { ...printable(config), services: names } }, "airlog starts");
    const scarcity = scarceDescriptors();
    if (scarcity !== undefined) log.warn(scarcity);
    // Before anything is created or a password printed.
    if (config.databaseUrl === undefined) await refuseServed(config.dataFolder, names);
    await tryPort(config);
    // Printed first, so that a reader who has left is noticed when the address is printed.
    announce(`services: ${names.join(", ")}`);
    announce(`data: ${config.databaseUrl === undefined ? config.dataFolder : "the PostgreSQL of DATABASE_URL"}`);
    const platform = await openPlatform(config, names, { log, opened });
    const services: Service[] = [];
    for (const name of names) {
      const service = await openers[name]?.(platform).catch((error: unknown) => {
        throw engineFailure(config, error);
      });
      if (!service) continue;
      services.push(service);
      opened.add(() => service.close());
    }
    const url = await introduced(config, services, () => serve(platform, services, opened));
    announce(`airlog listens on ${url}`);
    return { url, platform, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** @throws ConfigInvalid when the program has none of the configured services */
function servicesOf({ services }: Config, openers: Openers): readonly ServiceName[] {
  const names = services.filter((name) => openers[name]);
  if (names.length > 0) return names;
  throw new ConfigInvalid([`AIRLOG_SERVICES names none of ${Object.keys(openers).join(", ")}, which this program has`]);
}

/** Starts serving, then prints the first account, which was made before, directly before the address. */
async function introduced(
  config: Config,
  services: readonly Service[],
  serving: () => Promise<string>,
): Promise<string> {
  const adding = services.find(({ addFirstAccount }) => addFirstAccount);
  const first = await adding?.addFirstAccount?.().catch((error: unknown) => {
    throw engineFailure(config, error);
  });
  try {
    return await serving();
  } finally {
    if (first) announce(introductionOf(first, config.logFormat));
  }
}

/** Prints to standard output, for the user who started the process, not to the log. */
function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @throws StartFailure for a host without an address, the system's error, such as EADDRINUSE */
async function tryPort({ host, port }: Config): Promise<void> {
  if (port === 0) return;
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.syscall === "getaddrinfo" ? unusable("HOST", error) : error);
    });
    trial.listen({ host, port }, () => trial.close(() => resolve()));
  });
}

async function serve(platform: Platform, services: readonly Service[], opened: Opened): Promise<string> {
  const { config, log, metrics, tracing } = platform;
  const views = healthOfViews(platform, services);
  const health = healthRoutes(metrics, () => everyHealth(platform, services, views));
  const routes = [...health, ...services.flatMap(({ routes = [] }) => routes)];
  const sendFailurePage = services.find((service) => service.sendFailurePage)?.sendFailurePage;
  const application = createApplication({ config, log, metrics, routes, tracing, sendFailurePage });
  const server = await listen(application, config.host, config.port, (request) => logUnreadable(log, request));
  opened.add(() => {
    for (const service of services) service.endStreams?.();
    return server.close(STOP_TIMEOUT_MS);
  });
  for (const service of services) service.listens?.(server.url);
  return server.url;
}

async function everyHealth(
  platform: Platform,
  services: readonly Service[],
  views: () => Promise<Components>,
): Promise<Components> {
  const found = await Promise.all([
    engineHealth(platform, services),
    views(),
    ...services.map((service) => service.health()),
  ]);
  return Object.assign({}, ...found);
}
