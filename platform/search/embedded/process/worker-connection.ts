import { connect, type Socket } from "node:net";
import { type SearchAnswer, SearchRejected, type SearchSignal, SearchUnavailable } from "../../port.ts";
import { FRAME, FrameParser, frameHeader } from "./frames.ts";
import { isGone } from "./socket-folder.ts";

/** Bytes of an answer that may wait for a slow reader, in addition to the socket's buffers. */
const MAX_WAITING_BYTES = 256 * 1024;

/** The worker no longer listens. The search has not reached it. */
export class WorkerGone extends SearchUnavailable {}

/** The worker has ended during the search, which may be the reason. */
export class WorkerEnded extends SearchUnavailable {}

export interface ConnectionEvents {
  /** The answer was read to its end: the connection can be reused. */
  idle(connection: WorkerConnection): void;
  closed(connection: WorkerConnection): void;
}

/** A connection to a search worker. It carries one search at a time. */
export class WorkerConnection {
  readonly #socket: Socket;
  readonly #on: ConnectionEvents;
  #incoming: IncomingAnswer | undefined;
  #isClosedHere = false;

  constructor(path: string, on: ConnectionEvents) {
    this.#on = on;
    this.#socket = connect(path);
    const parser = new FrameParser((kind, part, isLast) => this.#incoming?.take(kind, part, isLast));
    this.#socket.on("data", (data: Buffer) => parser.push(data));
    let isWorkerGone = false;
    this.#socket.on("error", (error) => {
      isWorkerGone = isGone(error);
      this.#socket.destroy();
    });
    this.#socket.once("close", () => {
      on.closed(this);
      const why = "the search was interrupted";
      // A living worker closes a connection only once it has begun to answer.
      const hasEnded = !this.#isClosedHere && this.#incoming?.hasBegun === false;
      const Failure = isWorkerGone ? WorkerGone : hasEnded ? WorkerEnded : SearchUnavailable;
      this.#incoming?.fail(new Failure(why));
    });
  }

  /**
   * Sends a search. Resolves when its answer begins.
   * @throws SearchRejected
   * @throws WorkerGone, WorkerEnded
   * @throws SearchUnavailable when the engine is not ready or the connection closes, also when the signal aborts
   * @throws Error for a defect in the worker
   */
  async search(body: Uint8Array, signal: SearchSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    if (this.#socket.destroyed) throw new SearchUnavailable("the search was interrupted");
    const leave = (): void => this.close();
    const incoming = new IncomingAnswer(this.#socket, (isComplete) => {
      signal.removeEventListener("abort", leave);
      this.#incoming = undefined;
      if (isComplete && !this.#socket.destroyed) this.#on.idle(this);
      else this.close();
    });
    this.#incoming = incoming;
    signal.addEventListener("abort", leave);
    this.#socket.cork();
    this.#socket.write(frameHeader(FRAME.search, body.length));
    this.#socket.write(body);
    this.#socket.uncork();
    return incoming.begun;
  }

  /** Whether the worker computes a search for it. It does not while the reader pauses the answer. */
  get isComputing(): boolean {
    return this.#incoming?.isComputed === true && !this.#socket.isPaused();
  }

  close(): void {
    this.#isClosedHere = true;
    this.#socket.destroy();
  }
}

/** The answer of a search as it arrives. The socket is paused while the reader is behind. */
class IncomingAnswer {
  readonly begun: Promise<SearchAnswer>;
  /** Whether the worker still has to compute parts of it, rather than copy them. */
  isComputed = true;
  readonly #socket: Socket;
  readonly #onEnd: (isComplete: boolean) => void;
  #begin: (answer: SearchAnswer) => void = () => undefined;
  #refuse: (error: Error) => void = () => undefined;
  readonly #body = this.#read();
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #hasBegun = false;
  #isComplete = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  /** Content of the current frame so far, unless it is a chunk. */
  readonly #parts: Buffer[] = [];

  constructor(socket: Socket, onEnd: (isComplete: boolean) => void) {
    this.#socket = socket;
    this.#onEnd = onEnd;
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
  }

  take(kind: number, part: Buffer, isLast: boolean): void {
    if (kind === FRAME.chunk || kind === FRAME.computed) {
      if (!this.#hasBegun) this.isComputed = kind === FRAME.computed;
      this.#push(part);
      return;
    }
    this.isComputed = false;
    this.#parts.push(part);
    if (!isLast) return;
    this.#isComplete = true;
    if (kind === FRAME.end) this.#beginAnswer();
    else {
      this.#onEnd(true);
      this.#refuse(refusal(kind, Buffer.concat(this.#parts).toString("utf8")));
    }
    this.#wake();
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  fail(error: Error): void {
    if (this.#isComplete) return;
    this.#failure = error;
    this.#refuse(error);
    this.#wake();
  }

  #push(part: Buffer): void {
    this.#chunks.push(part);
    this.#bytes += part.length;
    if (this.#bytes > MAX_WAITING_BYTES) this.#socket.pause();
    this.#beginAnswer();
    this.#wake();
  }

  #beginAnswer(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#begin({ body: this.#body, isComputed: this.isComputed });
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    let isRead = false;
    try {
      for (;;) {
        for (let chunk = this.#chunks.shift(); chunk; chunk = this.#chunks.shift()) {
          this.#bytes -= chunk.length;
          if (this.#bytes <= MAX_WAITING_BYTES && this.#socket.isPaused()) this.#socket.resume();
          yield chunk;
        }
        isRead = this.#isComplete;
        if (isRead) return;
        if (this.#failure) throw this.#failure;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#onEnd(isRead);
    }
  }
}

function refusal(kind: number, content: string): Error {
  if (kind === FRAME.unavailable) return new SearchUnavailable(content);
  if (kind !== FRAME.rejected) return new Error(`a search failed: ${content}`);
  const { status, error } = JSON.parse(content);
  return new SearchRejected(status, error);
}
