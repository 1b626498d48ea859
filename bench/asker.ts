import { Agent, type IncomingMessage, request } from "node:http";
import { scaled } from "./harness.ts";

/** A search with many bodies. None is sent twice, since engines cache answers. */
export interface Search {
  readonly name: string;
  readonly body: (call: number) => object;
}

/** Milliseconds of one measurement. */
export const SPAN = scaled(800);
/** Answers in one measurement, at least. */
export const ANSWERS = scaled(50);

/** Asks one side for searches. */
export class Asker {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #url: URL;
  readonly #path: string;
  readonly #wrap: (body: string) => string;
  #calls: number;

  /** `calls` is the number of the first search: the sides share an index, and with it the engine's caches. */
  constructor(url: URL, path: string, calls: number, wrap: (body: string) => string = (body) => body) {
    this.#url = url;
    this.#path = path;
    this.#calls = calls;
    this.#wrap = wrap;
  }

  /** Number of searches sent so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Answers a second to `connections` connections, each waiting for its answer, measured for `span` milliseconds. */
  async rate(search: Search, connections: number, span = SPAN): Promise<number> {
    let answers = 0;
    const begin = performance.now();
    const client = async () => {
      for (; performance.now() - begin < span || answers < ANSWERS; answers++) await this.latency(search);
    };
    await Promise.all(Array.from({ length: connections }, client));
    return answers / ((performance.now() - begin) / 1000);
  }

  /** Milliseconds of each answer, with `connections` connections. */
  async latencies(search: Search, span = SPAN, connections = 1): Promise<number[]> {
    const taken: number[] = [];
    const begin = performance.now();
    const client = async () => {
      while (performance.now() - begin < span || taken.length < ANSWERS) taken.push(await this.latency(search));
    };
    await Promise.all(Array.from({ length: connections }, client));
    return taken;
  }

  /** Milliseconds until the answer is complete. */
  async latency(search: Search): Promise<number> {
    const body = this.#wrap(JSON.stringify(search.body(this.#calls++)));
    const sent = performance.now();
    const answer = await this.#ask(body);
    await new Promise((resolve, reject) => answer.resume().once("end", resolve).once("error", reject));
    return performance.now() - sent;
  }

  /** The answer to a body. */
  async answer(body: object): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#ask(this.#wrap(JSON.stringify(body)))) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The head of the answer. @throws Error when it is refused. */
  #ask(body: string): Promise<IncomingMessage> {
    const { hostname: host, port } = this.#url;
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const sent = request({ agent: this.#agent, host, port, method: "POST", path: this.#path, headers }, (answer) => {
        if (answer.statusCode === 200) resolve(answer);
        else answer.resume().once("end", () => reject(new Error(`${this.#path} answers ${answer.statusCode}`)));
      });
      sent.once("error", reject);
      sent.end(body);
    });
  }
}
