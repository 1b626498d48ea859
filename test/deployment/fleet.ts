import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Gateway, readRoutes, startGateway } from "../compose/gateway.ts";
import { SpawnedService } from "../spawned-service.ts";
import { type Release, runCommand } from "./release.ts";

type Role = "command" | "projector" | "query";

export interface FleetOptions {
  readonly databaseUrl: string;
  readonly password: string;
  /** Folder of the processes' data; removed by the caller. */
  readonly folder: string;
}

/** One command, one projector and two query processes behind a gateway, replaced one by one. */
export class DeployedFleet {
  readonly #options: FleetOptions;
  readonly #members: Record<Role, SpawnedService[]> = { command: [], projector: [], query: [] };
  #gateway: Gateway | undefined;
  #started = 0;
  #requests = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  /** Starts the processes of the release; resolves when all are ready. */
  async start(release: Release): Promise<void> {
    for (const role of ["command", "projector", "query", "query"] as const) {
      this.#members[role].push(await this.#spawn(release, role));
    }
    await Promise.all(Object.values(this.#members).flatMap((members) => members.map((member) => member.ready())));
    const choose = (role: string): string => {
      const members = this.#members[role as Role];
      return members[this.#requests++ % members.length]?.url ?? "";
    };
    const routes = readRoutes().filter(({ service }) => service !== undefined);
    this.#gateway = await startGateway(choose, routes);
  }

  get url(): string {
    return this.#gateway?.url ?? "";
  }

  /**
   * Replaces every process, one after the other: the gateway changes to the new one only when it is ready. The old projector
   * feeds the builds of its release until nobody reads them.
   */
  async replaceAll(release: Release): Promise<void> {
    const projector = await this.#spawn(release, "projector");
    await projector.ready();
    for (const role of ["query", "query", "command"] as const) {
      const next = await this.#spawn(release, role);
      await next.ready();
      const old = this.#members[role].shift();
      this.#members[role].push(next);
      if (!old) continue;
      await this.#gateway?.left(old.url);
      await old.stop();
    }
    const old = this.#members.projector.splice(0, 1, projector);
    await Promise.all(old.map((member) => member.stop()));
  }

  /** Kills the projector, and starts another one. */
  async killProjector(release: Release): Promise<void> {
    const [projector] = this.#members.projector.splice(0);
    await projector?.kill();
    this.#members.projector.push(await this.#spawn(release, "projector"));
  }

  /** Runs a command of the release. @throws Error with its output when it fails */
  run(release: Release, command: string, ...words: readonly string[]): Promise<string> {
    return runCommand(release, this.#environment("commands"), command, ...words);
  }

  async close(): Promise<void> {
    await this.#gateway?.close();
    await Promise.all(Object.values(this.#members).flatMap((members) => members.map((member) => member.stop())));
  }

  #spawn(release: Release, role: Role): Promise<SpawnedService> {
    const environment = this.#environment(`${role}-${++this.#started}`);
    return SpawnedService.run([release.program(`services/${role}/main`)], environment);
  }

  /** Each process has a folder of its own, since query processes keep snapshots there. */
  #environment(name: string) {
    const { databaseUrl, password, folder } = this.#options;
    const data = join(folder, name);
    mkdirSync(data, { recursive: true });
    return {
      ...{ DATABASE_URL: databaseUrl, AIRLOG_DATA: data, AIRLOG_SIGNING_KEY_FILE: join(folder, "key.pem"), PORT: "0" },
      ...{ AIRLOG_ADMIN_PASSWORD: password, AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
    };
  }
}
