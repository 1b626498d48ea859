import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../../platform/database/connect.ts";
import type { Database } from "../../platform/database/port.ts";
import { openEventStore } from "../../platform/event-store/open.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import { readHealth } from "../health.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";
import { SpawnedService } from "../spawned-service.ts";
import { Operator, PASSWORD, type Sent, type SystemUnderTest } from "./operator.ts";

/** The processes of a distributed system; two projectors, so that one can take over from the other. */
export const PROCESSES = ["command", "first projector", "second projector", "query"] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** Services in separate processes on shared engines, which tests kill and restart. */
export class DistributedSystem implements SystemUnderTest {
  readonly #fresh: FreshDatabase;
  readonly #folder: string;
  readonly #engines: Readonly<Record<string, string>>;
  readonly #running = new Map<ProcessName, SpawnedService>();
  readonly #operator = new Operator((path) => this.urlOf(isWrite(path) ? "command" : "query"));

  private constructor(fresh: FreshDatabase, folder: string, engines: Readonly<Record<string, string>>) {
    this.#fresh = fresh;
    this.#folder = folder;
    this.#engines = engines;
  }

  /** Starts on a new PostgreSQL database and the engines that the variables name. */
  static async start(engines: Readonly<Record<string, string>>): Promise<DistributedSystem> {
    const folder = await mkdtemp(join(tmpdir(), "airlog-distributed-"));
    const system = new DistributedSystem(await freshDatabase(), folder, engines);
    await system.startMissing();
    return system;
  }

  /** Starts the processes that do not run; resolves when they listen. */
  async startMissing(): Promise<void> {
    await Promise.all(
      PROCESSES.filter((name) => !this.#running.has(name)).map(async (name) => {
        this.#running.set(name, await this.#start(name));
      }),
    );
  }

  async kill(...names: readonly ProcessName[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        await this.#running.get(name)?.kill();
        this.#running.delete(name);
      }),
    );
  }

  /** While the process does not run, an address at which nothing listens. */
  urlOf(name: ProcessName): string {
    return this.#running.get(name)?.url ?? "http://127.0.0.1:1";
  }

  /** A component of the process's `/health/ready`. */
  async health(name: ProcessName, component: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    return (await readHealth(this.urlOf(name))).components[component];
  }

  send(path: string, sent?: Sent): Promise<Response> {
    return this.#operator.send(path, sent);
  }

  async database(): Promise<Database> {
    return connectDatabase({ connectionString: this.#fresh.url }, { logger: silent, poolSize: 3 });
  }

  eventStore(database: Database): Promise<EventStore> {
    return openEventStore({ url: this.#engines["EVENTSTORE_URL"], database });
  }

  /** The ends of its processes' logs. */
  get log(): string {
    return [...this.#running].map(([name, { log }]) => `${name}: ${log}`).join("\n");
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#running.values()].map((service) => service.stop()));
    await this.#fresh.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Retries a start that failed because an engine was not ready, as a supervisor does. */
  async #start(name: ProcessName, attempts = 3): Promise<SpawnedService> {
    const [service = name] = name.split(" ").slice(-1);
    try {
      return await SpawnedService.start(this.#environment(), service);
    } catch (error) {
      if (attempts === 1) throw error;
      return this.#start(name, attempts - 1);
    }
  }

  #environment(): Readonly<Record<string, string>> {
    return {
      PORT: "0",
      DATABASE_URL: this.#fresh.url,
      AIRLOG_DATA: this.#folder,
      AIRLOG_ADMIN_PASSWORD: PASSWORD,
      AIRLOG_RATE_LIMIT: "off",
      AIRLOG_LOG_LEVEL: "fatal",
      ...this.#engines,
    };
  }
}

function isWrite(path: string): boolean {
  return path.startsWith("/api/provider/") || path.startsWith("/api/auth/");
}
