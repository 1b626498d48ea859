import type { SearchAnswer, SearchSignal } from "../../port.ts";
import type { SocketFolder } from "./socket-folder.ts";
import { WorkerConnection } from "./worker-connection.ts";

/** A thread that searches, and the connections to it. */
export class SearchWorker {
  readonly #folder: SocketFolder;
  readonly #open = new Set<WorkerConnection>();
  readonly #idle = new Set<WorkerConnection>();

  constructor(folder: SocketFolder) {
    this.#folder = folder;
  }

  /** Searches that the thread computes. */
  get computing(): number {
    let count = 0;
    for (const { isComputing } of this.#open) if (isComputing) count++;
    return count;
  }

  async search(body: Uint8Array, signal: SearchSignal): Promise<SearchAnswer> {
    return this.#connection().search(body, signal);
  }

  close(): void {
    for (const connection of this.#open) connection.close();
    this.#folder.close();
  }

  #connection(): WorkerConnection {
    for (const idle of this.#idle) {
      this.#idle.delete(idle);
      return idle;
    }
    const made = new WorkerConnection(this.#folder.socket, {
      idle: (connection) => this.#idle.add(connection),
      closed: (connection) => {
        this.#open.delete(connection);
        this.#idle.delete(connection);
      },
    });
    this.#open.add(made);
    return made;
  }
}
