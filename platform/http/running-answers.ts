import type { Server, ServerResponse } from "node:http";

/**
 * The answers that a server is making. Connections that clients keep would bring requests to a server that has stopped
 * listening until they are cut, in the middle of an answer: once it closes, each connection ends with the answer on it.
 */
export class RunningAnswers {
  readonly #answers = new Set<ServerResponse>();
  #closing: Server | undefined;

  add(response: ServerResponse): void {
    this.#answers.add(response);
    response.once("close", () => {
      this.#answers.delete(response);
      // Where the headers had been sent before.
      this.#closing?.closeIdleConnections();
    });
    if (this.#closing) response.shouldKeepAlive = false;
  }

  /** Accepts no new connections, gives answers `graceMs` to end, then cuts the connections that are left. */
  async close(server: Server, graceMs: number): Promise<void> {
    this.#closing = server;
    for (const response of this.#answers) response.shouldKeepAlive = false;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
  }
}
