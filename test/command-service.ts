import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll } from "vitest";
import type { RoleName } from "../contracts/access.ts";
import { READ_VERSIONS, type WrittenVersions } from "../contracts/events.ts";
import { readConfig } from "../platform/config.ts";
import type { Database } from "../platform/database/port.ts";
import { engineWatches } from "../platform/engine-watch.ts";
import type { EventStore, RecordedEvent } from "../platform/event-store/port.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { createApplication } from "../platform/http/application.ts";
import { listen } from "../platform/http/server.ts";
import type { FirstAccount } from "../platform/lifecycle/first-account.ts";
import { openAccounts } from "../services/command/accounts/accounts.ts";
import { openCommand } from "../services/command/service.ts";
import { databaseUntil } from "./postgres.ts";

export const PASSWORD = "correct horse battery";

/** The write side over real HTTP, on a real database of its own, until the end of the test file. */
export interface CommandService {
  readonly url: string;
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly metrics: Registry;
  readonly firstAccount: FirstAccount | undefined;
  /** The lines of the service's log. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  /** Advances the service's clock. */
  pass(milliseconds: number): void;
  /** Sends JSON as the account; without one, without a token. */
  send(method: string, path: string, options?: SendOptions): Promise<Sent>;
  addAccount(name: string, provider: string, roles: readonly RoleName[]): Promise<void>;
  token(name: string): Promise<string>;
  events(stream: string): Promise<RecordedEvent[]>;
  /** Makes it write these versions of events from now on; until then it writes the newest ones. */
  write(versions: WrittenVersions): void;
}

export interface SendOptions {
  readonly as?: string;
  /** Bytes and text are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it has none. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

export async function startCommandService(environment: Readonly<Record<string, string>> = {}): Promise<CommandService> {
  const dataFolder = await mkdtemp(join(tmpdir(), "airlog-command-"));
  const database = await databaseUntil(afterAll);
  const eventStore = await openPostgresEventStore(database);
  const config = readConfig({ AIRLOG_DATA: dataFolder, PORT: "0", AIRLOG_ADMIN_PASSWORD: PASSWORD, ...environment });
  const metrics = new Registry();
  const logged: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  let shift = 0;
  const clock = (): Date => new Date(Date.now() + shift);
  let written: WrittenVersions = READ_VERSIONS;
  const writtenVersions = () => written;
  const service = await openCommand({
    config,
    log,
    metrics,
    watchOf: engineWatches(log, metrics),
    database,
    eventStore,
    clock,
    writtenVersions,
  });
  const firstAccount = await service.addFirstAccount?.();
  const { routes = [] } = service;
  const server = await listen(createApplication({ config, log, metrics, routes }), config.host, config.port);
  const accounts = await openAccounts(database);
  const tokens = new Map<string, string>();

  const send: CommandService["send"] = async (method, path, { as, body, headers } = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(as === undefined ? {} : { Authorization: `Bearer ${await tokenOf(as)}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, json };
  };

  const login = async (name: string): Promise<string> => {
    const { json } = await send("POST", "/api/auth/token", { body: { username: name, password: PASSWORD } });
    return String(json?.["access_token"]);
  };
  const tokenOf = async (name: string): Promise<string> => {
    const token = tokens.get(name) ?? (await login(name));
    tokens.set(name, token);
    return token;
  };

  afterAll(async () => {
    await server.close(1000);
    await service.close();
    await eventStore.close();
    await rm(dataFolder, { recursive: true });
  });
  return {
    url: server.url,
    database,
    eventStore,
    metrics,
    firstAccount,
    logged,
    pass: (milliseconds) => {
      shift += milliseconds;
      tokens.clear();
    },
    send,
    addAccount: async (name, provider, roles) => void (await accounts.add({ name, provider, roles }, PASSWORD)),
    token: tokenOf,
    events: async (stream) => {
      const events: RecordedEvent[] = [];
      for await (const event of eventStore.read(stream)) events.push(event);
      return events;
    },
    write: (versions) => {
      written = versions;
    },
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
