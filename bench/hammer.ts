import { connect, type Socket } from "node:net";

const CONNECTIONS = 8;
const SECONDS = 4;

/**
 * One HTTP connection, one request after the other, as bytes: so the client takes little of the machine, and what is
 * timed is the server. Answers must have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #missing = -1;
  #done: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("error", (error) => this.#done?.reject(error));
    socket.on("close", () => this.#done?.reject(new Error("the connection was closed")));
    socket.on("data", (chunk) => this.#take(chunk));
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () => resolve(new Connection(socket)));
      socket.once("error", reject);
    });
  }

  /** The status that the request is answered with, when all of the answer is there. */
  exchange(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
      this.#received = [];
      this.#missing = -1;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    if (this.#missing >= 0) this.#missing -= chunk.length;
    else {
      const answer = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      const end = answer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(answer.subarray(0, end).toString("latin1"))?.[1] ?? "0";
      this.#missing = end + 4 + Number(length) - answer.length;
    }
    if (this.#missing > 0) return;
    const done = this.#done;
    this.#done = undefined;
    // "HTTP/1.1 200 OK"
    done?.resolve(Number(this.#received[0]?.subarray(9, 12).toString("latin1")));
  }
}

/** A request's bytes. */
export function requestBytes(
  url: URL,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Buffer {
  const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: url.host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** The same GET again and again on each of eight connections: how often a second it is answered. */
export async function requestsPerSecond(
  url: URL,
  path: string,
  status: number,
  headers: Record<string, string>,
): Promise<number> {
  const request = requestBytes(url, "GET", path, headers);
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = await Connection.open(url);
      let count = 0;
      while (performance.now() < until) {
        const answered = await connection.exchange(request);
        if (answered !== status) throw new Error(`${path} answered ${answered}`);
        count += 1;
      }
      connection.close();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}
