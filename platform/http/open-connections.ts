import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The connections of a server with their current answers. Kept-alive connections would bring requests to a server that
 * has stopped listening, until they are cut in the middle of an answer. So once it closes, each connection ends with
 * its current answer.
 */
export class OpenConnections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The current answer on a connection, until it is completely sent. */
  readonly #answers = new Map<Socket, ServerResponse>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    // Closing calls this too, and Node's own cuts answers that have ended but are not sent yet.
    server.closeIdleConnections = () => undefined;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#answers.set(socket, response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.on("close", () => {
      this.#answers.delete(socket);
      // Requests sent behind this one come first.
      if (this.#isClosing) setImmediate(() => this.#answers.has(socket) || socket.destroySoon());
    });
  }

  /** Accepts no new connections, gives answers `graceMs` to end, then cuts the remaining connections. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) {
      const answer = this.#answers.get(socket);
      if (answer) answer.shouldKeepAlive = false;
      else socket.destroy();
    }
    const cut = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
  }
}
