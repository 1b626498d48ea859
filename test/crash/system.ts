import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../../platform/database/connect.ts";
import { findPostmaster } from "../../platform/database/embedded/postmaster.ts";
import type { Database } from "../../platform/database/port.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { silent } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { stopUnusedServer } from "../stop-postgres.ts";
import { Operator, PASSWORD, type Sent, type SystemUnderTest } from "./operator.ts";

/** The process that gets SIGKILL. */
export type Victim = "node" | "postmaster" | "both";

/** The whole system in one child process on its own data folder, which tests kill and restart. */
export class System implements SystemUnderTest {
  readonly folder: string;
  readonly #databaseUrl: string | undefined;
  readonly #eventStoreUrl: string | undefined;
  readonly #operator = new Operator(() => this.url);
  #process: SpawnedService | undefined;

  /**
   * Uses the embedded database in the folder unless a database is given; the events are in the same database unless they lie
   * elsewhere.
   */
  constructor(folder: string, databaseUrl?: string, eventStoreUrl?: string) {
    this.folder = folder;
    this.#databaseUrl = databaseUrl;
    this.#eventStoreUrl = eventStoreUrl;
  }

  static async create(databaseUrl?: string, eventStoreUrl?: string): Promise<System> {
    return new System(await mkdtemp(join(tmpdir(), "airlog-crash-")), databaseUrl, eventStoreUrl);
  }

  /** Starts it on its existing data; resolves when it listens. @throws Error with the end of its log when it exits. */
  async start(): Promise<void> {
    this.#operator.forget();
    this.#process = await SpawnedService.start({
      PORT: "0",
      AIRLOG_DATA: this.folder,
      AIRLOG_ADMIN_PASSWORD: PASSWORD,
      AIRLOG_RATE_LIMIT: "off",
      AIRLOG_LOG_LEVEL: "warn",
      ...(this.#databaseUrl !== undefined && { DATABASE_URL: this.#databaseUrl }),
      ...(this.#eventStoreUrl !== undefined && { EVENTSTORE_URL: this.#eventStoreUrl }),
    });
  }

  /** Changes with every start. */
  get url(): string {
    return this.#process?.url ?? "";
  }

  /** The end of its log. */
  get log(): string {
    return this.#process?.log ?? "";
  }

  get running(): boolean {
    return this.#process?.running ?? false;
  }

  async kill(victim: Victim): Promise<void> {
    if (victim !== "node") this.signalPostmaster("SIGKILL");
    if (victim !== "postmaster") await this.#process?.kill();
  }

  signalPostmaster(signal: NodeJS.Signals): void {
    const postmaster = findPostmaster(join(this.folder, "postgres"));
    if (postmaster) process.kill(postmaster.pid, signal);
  }

  send(path: string, sent?: Sent): Promise<Response> {
    return this.#operator.send(path, sent);
  }

  /** Opens a pool on its database, which the caller closes; the server must run. */
  async database(): Promise<Database> {
    const connectionString = this.#databaseUrl ?? (await readFile(join(this.folder, "postgres.url"), "utf8")).trim();
    return connectDatabase({ connectionString }, { logger: silent, poolSize: 3 });
  }

  eventStore(database: Database): Promise<EventStore> {
    return openEventStore({ url: this.#eventStoreUrl, database });
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.#process?.stop();
    if (this.#databaseUrl === undefined) await stopUnusedServer(this.folder);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
