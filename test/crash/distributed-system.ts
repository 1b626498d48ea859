import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "../../platform/database/connect.ts";
import type { Database } from "../../platform/database/port.ts";
import { SpawnedService } from "../end-to-end/spawned-service.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";
import { Operator, PASSWORD, type Sent, type TreatedSystem } from "./operator.ts";

/** Processes of a distributed system: two projectors, so that one can take over from the other. */
export const PROCESSES = ["command", "first projector", "second projector", "query"] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** The services in processes of their own on engines that they share, to be treated badly. */
export class DistributedSystem implements TreatedSystem {
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

  /** On a PostgreSQL database of its own and the engines that the variables name. */
  static async start(engines: Readonly<Record<string, string>>): Promise<DistributedSystem> {
    const folder = await mkdtemp(join(tmpdir(), "airlog-distributed-"));
    const system = new DistributedSystem(await freshDatabase(), folder, engines);
    await system.startMissing();
    return system;
  }

  /** Starts the processes that are not there; resolves when they listen. */
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

  /** An address where nobody listens, while the process is not there. */
  urlOf(name: ProcessName): string {
    return this.#running.get(name)?.url ?? "http://127.0.0.1:1";
  }

  /** What a process says of a component. */
  async health(name: ProcessName, component: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const answer = await fetch(`${this.urlOf(name)}/health/ready`);
    const { components } = (await answer.json()) as { components: Record<string, Record<string, unknown>> };
    return components[component];
  }

  send(path: string, sent?: Sent): Promise<Response> {
    return this.#operator.send(path, sent);
  }

  async database(): Promise<Database> {
    return connectDatabase({ connectionString: this.#fresh.url }, { logger: silent, poolSize: 3 });
  }

  /** Its processes write into the log of the tests. */
  get errors(): string {
    return "see above";
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#running.values()].map((service) => service.stop()));
    await this.#fresh.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Again, as any supervisor does, where an engine was not quick enough for a start. */
  async #start(name: ProcessName, attempts = 3): Promise<SpawnedService> {
    const [service = name] = name.split(" ").slice(-1);
    try {
      return await SpawnedService.start(service, this.#environment());
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
