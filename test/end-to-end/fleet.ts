import { type Gateway, readRoutes, startGateway } from "../compose/gateway.ts";
import { SpawnedService } from "../spawned-service.ts";
import type { Environment } from "./engines.ts";

const NAMES = ["command", "projector", "query"];

/** Processes of the compiled program, one service each, behind a gateway that balances them round-robin. */
export class Fleet {
  readonly #services: readonly SpawnedService[];
  readonly #gateway: Gateway;
  /** The address of a query process, without the gateway before it. */
  readonly queryUrl: string;

  private constructor(services: readonly SpawnedService[], gateway: Gateway, queryUrl: string) {
    this.#services = services;
    this.#gateway = gateway;
    this.queryUrl = queryUrl;
  }

  /** Starts `copies` processes of each service; resolves when every one is ready. */
  static async start(environment: Environment, copies: number): Promise<Fleet> {
    // Each process counts reads for itself, so a rate limit needs a single query process.
    const readers = environment["AIRLOG_RATE_LIMIT"] === "off" ? copies : 1;
    const started = await Promise.all(
      NAMES.map(async (name) => {
        const length = name === "query" ? readers : copies;
        const starting = Array.from({ length }, () => SpawnedService.start(environment, name));
        return [name, await Promise.all(starting)] as const;
      }),
    );
    const byName = new Map(started);
    const services = started.flatMap(([, copies]) => copies);
    await Promise.all(services.map((service) => service.ready()));
    let requests = 0;
    const roundRobin = (name: string): string => {
      const copies = byName.get(name) ?? [];
      return copies[requests++ % copies.length]?.url ?? "";
    };
    // Without the locations that the gateway answers itself, such as /metrics, which the suites request.
    const routes = readRoutes().filter(({ service }) => service !== undefined);
    const gateway = await startGateway(roundRobin, routes);
    return new Fleet(services, gateway, roundRobin("query"));
  }

  get url(): string {
    return this.#gateway.url;
  }

  async close(): Promise<void> {
    await this.#gateway.close();
    await Promise.all(this.#services.map((service) => service.stop()));
  }
}
