import { UndiciConnection } from "@elastic/elasticsearch";
import type { SearchSignal } from "../port.ts";

export interface NodeRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its query string. */
  readonly path: string;
  readonly body: Buffer | string | undefined;
  readonly contentType: string;
  readonly signal: SearchSignal | undefined;
  /** Creates the reader's error when the connection fails in the middle of the answer. */
  readonly failure: (cause: unknown) => unknown;
}

export interface NodeAnswer {
  readonly status: number;
  /** Whether the answer has Elasticsearch's product header. */
  readonly isElasticsearch: boolean;
  /** Chunks with back-pressure. Must be read to the end, left by `return`, or cancelled by the signal. */
  readonly body: AsyncIterableIterator<Buffer>;
}

/**
 * Connections to one node. Requests go directly to undici's Pool: the client's own method creates a Readable, an
 * AbortController and their listeners for each request, which doubles the CPU time.
 */
export class NodeConnection extends UndiciConnection {
  readonly #origin = this.url.origin;
  readonly #prefix = this.url.pathname.replace(/\/$/, "");
  /** Headers of all requests, credentials included. */
  readonly #headers = [...Object.entries(this.headers).flatMap(([name, value]) => [name, String(value)]), ...ACCEPT];

  /**
   * Sends a request. Resolves when the headers of its answer have arrived. If reading the body fails later, it throws
   * what `request.failure` returns.
   * @throws the connection's error; see `isOverdue`
   */
  exchange(request: NodeRequest): Promise<NodeAnswer> {
    const { method, path, body = null, contentType } = request;
    const headers = body === null ? this.#headers : [...this.#headers, "content-type", contentType];
    const options = { origin: this.#origin, method, path: this.#prefix + path, headers, body };
    return new Promise((resolve, reject) => this.pool.dispatch(options, new Exchange(request, resolve, reject)));
  }
}

const ACCEPT = ["accept", "application/json"];

/** Whether the node did not begin its answer in time. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_HEADERS_TIMEOUT";
}

/** Bytes of an answer that are buffered before reading from the socket pauses. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Undici's handler of one request, and the iterator over the body of its answer. */
class Exchange implements AsyncIterableIterator<Buffer> {
  readonly #request: NodeRequest;
  readonly #answered: (answer: NodeAnswer) => void;
  readonly #failed: (error: unknown) => void;
  readonly #leave = (): void => this.#end(new Error("the request was ended"));
  #abort: ((error?: Error) => void) | undefined;
  #resume: () => void = () => {};
  #chunks: Buffer[] = [];
  #held = 0;
  #over = false;
  #failure: Error | undefined;
  /** The pending `next()`. */
  #reader: { take(piece: IteratorResult<Buffer, undefined>): void; fail(reason: unknown): void } | undefined;

  constructor(request: NodeRequest, answered: (answer: NodeAnswer) => void, failed: (error: unknown) => void) {
    this.#request = request;
    this.#answered = answered;
    this.#failed = failed;
    request.signal?.addEventListener("abort", this.#leave);
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    if (this.#failure) abort(this.#failure);
  }

  onHeaders(status: number, headers: readonly Buffer[], resume: () => void): boolean {
    this.#resume = resume;
    // 1xx: the answer follows.
    if (status >= 200) this.#answered({ status, isElasticsearch: isElasticsearch(headers), body: this });
    return true;
  }

  onData(chunk: Buffer): boolean {
    const reader = this.#reader;
    if (reader) {
      this.#reader = undefined;
      reader.take({ done: false, value: chunk });
      return true;
    }
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    return this.#held < MAX_BUFFERED_BYTES;
  }

  onComplete(): void {
    this.#settle();
    this.#reader?.take(END);
  }

  onError(error: Error): void {
    this.#settle();
    this.#failure ??= error;
    // The caller waits for either the headers or a chunk.
    this.#failed(this.#failure);
    this.#reader?.fail(this.#request.failure(this.#failure));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Buffer, undefined>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      const paused = this.#held >= MAX_BUFFERED_BYTES;
      this.#held -= chunk.length;
      if (paused && this.#held < MAX_BUFFERED_BYTES) this.#resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#failure) return Promise.reject(this.#request.failure(this.#failure));
    if (this.#over) return Promise.resolve(END);
    return new Promise((take, fail) => {
      this.#reader = { take, fail };
    });
  }

  return(): Promise<IteratorResult<Buffer, undefined>> {
    this.#leave();
    return Promise.resolve(END);
  }

  /** Ends the exchange early. Undici then closes the connection, which cancels the work in the engine. */
  #end(why: Error): void {
    if (this.#over) return;
    this.#chunks = [];
    this.#failure = why;
    // Before `onConnect`, undici reports nothing.
    if (this.#abort) this.#abort(why);
    else this.onError(why);
  }

  #settle(): void {
    this.#over = true;
    this.#request.signal?.removeEventListener("abort", this.#leave);
  }
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Raw headers alternate between names and values. */
function isElasticsearch(headers: readonly Buffer[]): boolean {
  return headers.some(
    (name, place) =>
      place % 2 === 0 &&
      name.length === PRODUCT.length &&
      name.toString("latin1").toLowerCase() === PRODUCT &&
      headers[place + 1]?.toString("latin1") === "Elasticsearch",
  );
}

const PRODUCT = "x-elastic-product";
