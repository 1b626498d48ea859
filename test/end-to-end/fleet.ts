import { type Gateway, readRoutes, startGateway } from "../compose/gateway.ts";
import type { Environment } from "./engines.ts";
import { SpawnedService } from "./spawned-service.ts";

const NAMES = ["command", "projector", "query"];

/** Processes of the compiled program, one service each, behind a gateway that has them take turns. */
export class Fleet {
  readonly #services: readonly SpawnedService[];
  readonly #gateway: Gateway;

  private constructor(services: readonly SpawnedService[], gateway: Gateway) {
    this.#services = services;
    this.#gateway = gateway;
  }

  /** So many processes of each service; resolves when every one is ready. */
  static async start(environment: Environment, copies: number): Promise<Fleet> {
    // Reads are counted by each process: where they are limited, one counts them all.
    const readers = environment["AIRLOG_RATE_LIMIT"] === "off" ? copies : 1;
    const started = await Promise.all(
      NAMES.map(async (name) => {
        const length = name === "query" ? readers : copies;
        const starting = Array.from({ length }, () => SpawnedService.start(name, environment));
        return [name, await Promise.all(starting)] as const;
      }),
    );
    const byName = new Map(started);
    const services = started.flatMap(([, copies]) => copies);
    await Promise.all(services.map((service) => service.ready()));
    let turn = 0;
    const takeTurns = (name: string): string => {
      const copies = byName.get(name) ?? [];
      return copies[turn++ % copies.length]?.url ?? "";
    };
    // What the gateway keeps to itself is tested too.
    const routes = readRoutes().filter(({ service }) => service !== undefined);
    const gateway = await startGateway(takeTurns, routes);
    return new Fleet(services, gateway);
  }

  get url(): string {
    return this.#gateway.url;
  }

  async close(): Promise<void> {
    await this.#gateway.close();
    await Promise.all(this.#services.map((service) => service.stop()));
  }
}
