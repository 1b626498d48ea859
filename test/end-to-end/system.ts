import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RoleName } from "../../contracts/access.ts";
import { readConfig } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/open.ts";
import type { Database } from "../../platform/database/port.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import { type RunningProcess, startProcess } from "../../platform/lifecycle/process.ts";
import type { OpenService } from "../../platform/lifecycle/service.ts";
import { openAccounts } from "../../services/command/accounts/accounts.ts";
import { openCommand } from "../../services/command/service.ts";
import { openProjector } from "../../services/projector/service.ts";
import { openQuery } from "../../services/query/service.ts";
import { untilReady } from "../health.ts";
import { AnswerValidator } from "../openapi-validation.ts";
import { freshDatabase, silent } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { Client } from "./client.ts";
import { type Environment, obtainEngines } from "./engines.ts";
import { Fleet } from "./fleet.ts";

/** The accounts of every test system. */
export const ACCOUNTS = {
  provider: { provider: "clu", roles: ["metadata_provider"] },
  colleague: { provider: "clu", roles: ["metadata_provider"] },
  other: { provider: "ares", roles: ["metadata_provider"] },
  curator: { provider: "airlog", roles: ["metadata_admin"] },
  registrar: { provider: "airlog", roles: ["facility_admin"] },
  forecaster: { provider: "met", roles: ["forecast_provider"] },
  bystander: { provider: "clu", roles: ["station_admin"] },
  network: { provider: "airlog", roles: ["station_admin"] },
  instruments: { provider: "nilu", roles: ["observation_provider"] },
  rival: { provider: "fmi", roles: ["observation_provider"] },
} as const satisfies Record<string, { provider: string; roles: readonly RoleName[] }>;

export type AccountName = keyof typeof ACCOUNTS;

export const PASSWORD = "a long enough password";

/** A running system and its clients. */
export interface System {
  /** A client without a token. */
  readonly reader: Client;
  /** A client with the account's token. */
  as(account: AccountName): Client;
  /** A client with these headers only. */
  with(headers: Readonly<Record<string, string>>): Client;
  urlOf(path: string): string;
  /** The address of a process that answers reads, without a gateway before it. */
  readonly queryUrl: string;
  close(): Promise<void>;
}

export interface Profile {
  readonly name: string;
  /** Resolves when the system is ready. `variables` are added to the default environment. */
  readonly start: (variables?: Environment) => Promise<System>;
}

/** All services in this process on a new database, or the processes and engines that `chooseEngines` was given. */
export const oneProcess: Profile = { name: "one process", start: startOneProcess };

/** The same with a clock of tests for its reads. */
export const oneProcessAt = (clock: () => Date): Profile => ({
  name: "one process",
  start: (variables) => startOneProcess(variables, clock),
});

/** Three processes of the compiled program on one data folder with the embedded PostgreSQL. */
export const threeProcesses: Profile = { name: "three processes", start: startThreeProcesses };

/** Environment variables of every test process. */
export const USUAL = {
  PORT: "0",
  AIRLOG_ADMIN_PASSWORD: PASSWORD,
  AIRLOG_RATE_LIMIT: "off",
  AIRLOG_LOG_LEVEL: "silent",
};

async function startOneProcess(variables: Environment = {}, clock?: () => Date): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-end-to-end-"));
  const [fresh, engines] = await Promise.all([freshDatabase(), obtainEngines()]);
  const own = { DATABASE_URL: fresh.url, AIRLOG_DATA: folder };
  const environment = { ...USUAL, ...own, ...engines.variables, ...variables };
  const running = await (engines.copies === undefined
    ? startHere(environment, clock)
    : Fleet.start(environment, engines.copies));
  const database = await fresh.open();
  await addAccounts(database);
  const logId = await readLogId(database, engines.variables);
  await database.close();
  return systemAt(
    () => running.url,
    async () => {
      await running.close();
      await engines.close(logId);
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
    running instanceof Fleet ? running.queryUrl : running.url,
  );
}

/** All services in this process, reads by the clock if one is given. */
export function startHere(environment: Environment, clock?: () => Date): Promise<RunningProcess> {
  const query: OpenService = (platform) => openQuery(clock === undefined ? platform : { ...platform, clock });
  return startProcess(readConfig(environment), { command: openCommand, projector: openProjector, query });
}

async function startThreeProcesses(variables: Environment = {}): Promise<System> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-end-to-end-"));
  const engines = await obtainEngines();
  const environment = { ...USUAL, AIRLOG_DATA: folder, ...engines.variables, ...variables };
  const names = ["command", "projector", "query"] as const;
  const services = await Promise.all(names.map((name) => SpawnedService.start(environment, name)));
  const [command, , query] = services;
  const database = await openDatabase({ dataFolder: folder, logger: silent });
  await addAccounts(database);
  const logId = await readLogId(database, engines.variables);
  await database.close();
  const isWrite = (path: string) => /^\/+api\/+(provider|auth)\/|^\/\.well-known\//.test(path);
  return systemAt(
    (path) => (isWrite(path) ? command?.url : query?.url) ?? "",
    async () => {
      await Promise.all(services.map((service) => service.stop()));
      await engines.close(logId);
      await rm(folder, { recursive: true, force: true });
    },
  );
}

/** The id of the log in the database, or in the event store that the variables name. */
export async function readLogId(database: Database, { EVENTSTORE_URL: url }: Environment = {}): Promise<string> {
  const eventStore = await openEventStore({ url, database });
  await eventStore.close();
  return eventStore.logId;
}

/** Adds the accounts that the clients log in with. */
export async function addAccounts(database: Database): Promise<void> {
  const accounts = await openAccounts(database);
  await Promise.all(Object.entries(ACCOUNTS).map(([name, account]) => accounts.add({ name, ...account }, PASSWORD)));
}

/** Connects to a system that was started already; resolves when it is ready. */
export async function systemAt(
  urlOf: (path: string) => string,
  close: () => Promise<void>,
  queryUrl = urlOf("/api/version"),
): Promise<System> {
  await untilReady(urlOf("/health/ready"));
  const described = await fetch(`${urlOf("/openapi.json")}/openapi.json`);
  const validator = new AnswerValidator(JSON.parse(await described.text()));
  const withHeaders = (headers: Readonly<Record<string, string>>) => new Client(urlOf, validator, headers);
  const reader = withHeaders({});
  const clients = new Map<string, Client>();
  for (const name of Object.keys(ACCOUNTS)) {
    const login = await reader.post("/api/auth/token", { username: name, password: PASSWORD });
    const { access_token } = login.json<{ access_token: string }>();
    clients.set(name, withHeaders({ Authorization: `Bearer ${access_token}` }));
  }
  return {
    reader,
    as: (account) => clients.get(account) ?? reader,
    with: withHeaders,
    urlOf,
    queryUrl,
    close,
  };
}
