import { connect, type Socket } from "node:net";
import { scaled } from "./harness.ts";

const CONNECTIONS = 8;
const SECONDS = scaled(4_000) / 1_000;
/** Bytes that hold the head of any answer. */
const HEAD = 4 * 1024;

/**
 * One HTTP connection with one request after the other and reused buffers. The client takes little of the machine, so mostly
 * the server is timed. Answers must have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket;
  #head = "";
  /** Bytes of the answer that are still to come; -1 before its head is whole. */
  #missing = -1;
  #done: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  private constructor(url: URL, connected: () => void) {
    const onread = {
      buffer: Buffer.alloc(64 * 1024),
      callback: (length: number, bytes: Uint8Array) => this.#take(length, bytes),
    };
    this.#socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true, onread }, connected);
    this.#socket.on("error", (error) => this.#done?.reject(error));
    this.#socket.on("close", () => this.#done?.reject(new Error("the connection was closed")));
  }

  static open(url: URL): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = new Connection(url, () => resolve(connection));
      connection.#done = { resolve: () => undefined, reject };
    });
  }

  /** The status of the answer, once all of the answer has arrived. */
  exchange(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
      this.#head = "";
      this.#missing = -1;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #take(length: number, bytes: Uint8Array): boolean {
    if (this.#missing >= 0) this.#missing -= length;
    else {
      const before = this.#head.length;
      this.#head += Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, HEAD)).toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      const announced = /content-length: (\d+)/i.exec(this.#head)?.[1] ?? "0";
      this.#missing = end + 4 + Number(announced) - before - length;
    }
    if (this.#missing > 0) return true;
    const done = this.#done;
    this.#done = undefined;
    // "HTTP/1.1 200 OK"
    done?.resolve(Number(this.#head.slice(9, 12)));
    return true;
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

/** Repeats a GET on each of eight connections. Returns the answers a second. */
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
