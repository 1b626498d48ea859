import { UndiciConnection } from "@elastic/elasticsearch";
import type { SearchSignal } from "../port.ts";

export interface NodeRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its query string. */
  readonly path: string;
  readonly body: Buffer | string | undefined;
  readonly contentType: string;
  readonly signal: SearchSignal | undefined;
  /** Makes the error for the reader of the answer when the connection fails midway. */
  readonly failure: (cause: unknown) => unknown;
}

export interface NodeAnswer {
  readonly status: number;
  /** The answer says that it comes from Elasticsearch. */
  readonly isElasticsearch: boolean;
  /** Chunks with back-pressure. Must be read to its end, left by `return`, or ended by the signal. */
  readonly body: AsyncIterableIterator<Buffer>;
}

/**
 * The client's connections to one node: its option `Connection` takes a subclass, and undici's Pool a handler for each
 * request. The client's own request makes a Readable, an AbortController and their listeners, and takes twice the
 * processor time.
 */
export class NodeConnection extends UndiciConnection {
  readonly #origin = this.url.origin;
  readonly #prefix = this.url.pathname.replace(/\/$/, "");
  /** What is the same in all requests: who we are, and what the node needs to know to believe it. */
  readonly #headers = [...Object.entries(this.headers).flatMap(([name, value]) => [name, String(value)]), ...ACCEPT];

  /**
   * Sends a request and resolves when the head of its answer is there.
   * @throws the connection's own error, one that `isOverdue` when the node took too long; while the body is read,
   * `failure` of it.
   */
  exchange(request: NodeRequest): Promise<NodeAnswer> {
    const { method, path, body = null, contentType } = request;
    const headers = body === null ? this.#headers : [...this.#headers, "content-type", contentType];
    const options = { origin: this.#origin, method, path: this.#prefix + path, headers, body };
    return new Promise((resolve, reject) => this.pool.dispatch(options, new Exchange(request, resolve, reject)));
  }
}

const ACCEPT = ["accept", "application/json"];

/** The node took longer than it may to begin its answer. */
export function isOverdue(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "UND_ERR_HEADERS_TIMEOUT";
}

/** Buffered bytes of an answer at which reading from the socket pauses. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Undici's handler of one exchange, and the iterator over the body of its answer. */
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
    // Others announce only that more is to come.
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
    // Whichever of the two waits.
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

  /** Before its end: undici then closes the connection, and with it the work in the engine. */
  #end(why: Error): void {
    if (this.#over) return;
    this.#chunks = [];
    this.#failure = why;
    // Before it has a connection, undici reports nothing.
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
