import { once } from "node:events";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { listenLocally } from "./listen.ts";

/** A TCP proxy to an engine that tests can cut, stop and mend, to simulate an outage. */
export class Wire {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  #cut = false;
  #stopped = false;

  private constructor(address: string, server: Server, sockets: Set<Socket>) {
    this.url = `http://${address}`;
    this.#server = server;
    this.#sockets = sockets;
  }

  static async to(target: string): Promise<Wire> {
    const { hostname, port } = new URL(target);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      if (wire.#cut) return near.destroy();
      if (wire.#stopped) {
        sockets.add(near);
        return near.pause().on("error", () => undefined);
      }
      const far = dial(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
      return undefined;
    });
    const wire = new Wire(await listenLocally(server), server, sockets);
    return wire;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** As if the engine's process were stopped: connections are made and stay, but nothing passes. */
  stop(): void {
    this.#stopped = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Connections from before the outage end; new ones pass. */
  mend(): void {
    if (this.#stopped) this.cut();
    this.#cut = false;
    this.#stopped = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
