import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { FORMATS } from "../../contracts/formats.ts";
import type { Permit } from "../admission/places.ts";
import { withTimeout } from "../async/timeout.ts";
import { type BodyMemory, type HeldMemory, MAX_SMALL_BODY_BYTES } from "./body-memory.ts";
import { problem } from "./problem.ts";
import { inviteBody } from "./server.ts";

/** Minimum rate of a body in bytes a second, apart from pauses of `MAX_PAUSE_MS` in total. */
const MIN_RATE = 4096;
const MAX_PAUSE_MS = 15_000;

/**
 * While others wait for memory, a body must fill the memory that it holds in this time, apart from pauses of
 * `MAX_WANTED_PAUSE_MS`.
 */
const WANTED_FILL_MS = 30_000;
const MAX_WANTED_PAUSE_MS = 5000;

/** Waits until the body may be processed. @throws HttpProblem 503 when that takes too long. */
export async function acquireWork({ work }: BodyMemory, { bytes }: Body, signal: AbortSignal): Promise<Permit> {
  const permit = await work.acquire(bytes.length <= MAX_SMALL_BODY_BYTES ? 0 : bytes.length, signal);
  if (!permit) throw tooBusy();
  return permit;
}

/** A request's body, decompressed. It holds its memory until it is disposed of. */
export interface Body extends Disposable {
  /** The whole of an ArrayBuffer of its own, or the beginning of one. Empty once disposed of. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256 in hexadecimal, if requested. */
  readonly hash: string | undefined;
}

export interface BodyOptions {
  readonly memory: BodyMemory;
  /** The party that shares the memory with others: a provider, or an address without an account. */
  readonly sender: string;
  /** Maximum bytes of the body, compressed and uncompressed. */
  readonly maxBytes: number;
  readonly hashed: boolean;
  /** Whether the route also accepts lines of JSON, for the answer to other types. */
  readonly takesLines: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads a JSON body, as fast as memory becomes free.
 * @throws HttpProblem 413 when it is too large, compressed or uncompressed, 415 for other types and encodings, 408 when
 * it arrives too slowly, 503 when too many large ones of the sender wait for their work and when no memory becomes free
 * in time.
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<Body> {
  if (hasBody(request)) requireJson(request.headers["content-type"], options);
  const packed = isPacked(request.headers["content-encoding"]);
  const declared = Number(request.headers["content-length"] ?? Number.NaN);
  if (declared > options.maxBytes) throw tooLarge(options.maxBytes);
  if (declared > MAX_SMALL_BODY_BYTES && !options.memory.mayComeLarge(options.sender)) throw tooBusy();
  inviteBody(request);
  const collector = new Collector(options, packed ? Number.NaN : declared);
  try {
    if (packed) await unpack(request, collector, options.maxBytes);
    else await collect(request, collector);
    if (!collector.memory.complete()) throw tooBusy();
    return collector.body();
  } catch (error) {
    collector[Symbol.dispose]();
    discardRest(request);
    if (request.destroyed && !request.complete) {
      throw problem("body-not-json", "The connection was closed before the body was complete.", { cause: error });
    }
    throw error;
  }
}

async function collect(request: IncomingMessage, collector: Collector): Promise<void> {
  // Node hands over the part that came with the headers next, mostly the whole body, so no wait needs to be timed.
  await Promise.resolve();
  const first: Buffer | null = request.read();
  if (first) await collector.add(first);
  if (collector.isComplete) request.resume();
  else for await (const chunk of steadily(chunksOf(request), collector.memory)) await collector.add(chunk);
}

/** Reads the rest and drops it. Node does not do so for a partly read body, and the next request would wait. */
function discardRest(request: IncomingMessage): void {
  // One turn later the stream has noticed that its reader has left.
  setImmediate(() => request.resume());
}

/**
 * Passes on the chunks while they arrive fast enough, also for the held memory while others wait for it. Time between
 * chunks counts, time for processing a chunk does not.
 */
async function* steadily(chunks: AsyncIterable<Buffer>, memory: HeldMemory): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  const pause = new Pause(0, MAX_PAUSE_MS);
  const wantedPause = new Pause(-MAX_WANTED_PAUSE_MS, MAX_WANTED_PAUSE_MS);
  try {
    for (;;) {
      const began = performance.now();
      const next = memory.unlessWanted(wantedPause.leftMs, source.next(), () =>
        tooSlow(`Others wait for memory; a body must then arrive within about ${WANTED_FILL_MS / 1000} s.`),
      );
      const { done, value } = await withTimeout(pause.leftMs, next, () => {
        throw tooSlow(`A body must arrive at ${MIN_RATE} bytes a second at least.`);
      });
      if (done) return;
      const tookMs = performance.now() - began;
      yield value;
      pause.count(tookMs, (value.length / MIN_RATE) * 1000);
      wantedPause.count(tookMs, (value.length / memory.size) * WANTED_FILL_MS);
    }
  } finally {
    // Not awaited: it would wait for the next chunk of a body that is too slow.
    void source.return?.();
  }
}

/** Time that a body may pause: it earns time with its bytes, within limits. A negative time is owed. */
class Pause {
  readonly #minMs: number;
  readonly #maxMs: number;
  leftMs: number;

  constructor(minMs: number, maxMs: number) {
    this.#minMs = minMs;
    this.#maxMs = maxMs;
    this.leftMs = maxMs;
  }

  count(tookMs: number, earnedMs: number): void {
    this.leftMs = Math.min(this.#maxMs, Math.max(this.#minMs, this.leftMs - tookMs) + earnedMs);
  }
}

function tooSlow(detail: string) {
  return problem("body-too-slow", detail, { headers: { Connection: "close" } });
}

/** The stream's chunks; leaving early leaves the stream open, so that an answer can still be sent. */
export function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => stream.iterator({ destroyOnReturn: false }) };
}

async function unpack(request: IncomingMessage, collector: Collector, maxBytes: number): Promise<void> {
  const gunzip = createGunzip();
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > maxBytes) gunzip.destroy(tooLarge(maxBytes));
  };
  const cut = (): void => {
    if (!request.complete) gunzip.destroy(new Error("the connection was closed"));
  };
  request.on("data", count).once("close", cut);
  request.pipe(gunzip);
  try {
    for await (const chunk of steadily(chunksOf(gunzip), collector.memory)) await collector.add(chunk);
  } catch (error) {
    if (!isPackingError(error)) throw error;
    throw problem("body-not-json", "The body is not valid gzip.", { cause: error });
  } finally {
    request.unpipe(gunzip).off("data", count).off("close", cut);
    gunzip.destroy();
  }
}

/** Whether decompression failed because of the data. */
export function isPackingError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

/** Maximum memory that a body gets at first. */
const FIRST_BYTES = 16 * 1024;

/** Collects chunks in memory that is taken as they arrive. */
class Collector implements Disposable {
  readonly memory: HeldMemory;
  readonly #maxBytes: number;
  readonly #declared: number;
  readonly #hash: Hash | undefined;
  #bytes = new Uint8Array(0);
  #length = 0;

  /** `declared`: declared length of the body, NaN where unknown. */
  constructor({ memory, sender, signal, maxBytes, hashed }: BodyOptions, declared: number) {
    this.#maxBytes = maxBytes;
    this.#declared = declared;
    this.memory = memory.open(sender, signal);
    this.#hash = hashed ? createHash("sha256") : undefined;
  }

  /** Whether all declared bytes have arrived. */
  get isComplete(): boolean {
    return this.#length === this.#declared;
  }

  async add(chunk: Uint8Array): Promise<void> {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw tooLarge(this.#maxBytes);
    if (length > this.#bytes.length) await this.#grow(length);
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    this.#hash?.update(chunk);
  }

  body(): Body {
    let bytes = this.#bytes.subarray(0, this.#length);
    return {
      get bytes() {
        return bytes;
      },
      hash: this.#hash?.digest("hex"),
      [Symbol.dispose]: () => {
        bytes = new Uint8Array(0);
        this[Symbol.dispose]();
      },
    };
  }

  [Symbol.dispose](): void {
    this.#bytes = new Uint8Array(0);
    this.memory[Symbol.dispose]();
  }

  /** Doubles the memory, so that the body is copied only a few times. */
  async #grow(length: number): Promise<void> {
    const expected = Number.isNaN(this.#declared) ? this.#maxBytes : this.#declared;
    const size = Math.min(expected, Math.max(length, 2 * this.#bytes.length, FIRST_BYTES));
    if (!(await this.memory.grow(size))) throw tooBusy();
    const larger = new Uint8Array(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function requireJson(contentType: string | undefined, { takesLines }: BodyOptions): void {
  if (contentType === undefined) return;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  if (!/^\s*application\/(?:[\w.+-]+\+)?json\s*$/.test(type)) {
    const wanted = takesLines ? `${FORMATS.json} or ${FORMATS.ndjson}` : FORMATS.json;
    throw problem("content-type-unsupported", `Send ${wanted}, not ${type.trim()}.`);
  }
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    throw problem("content-type-unsupported", `Send JSON in UTF-8, not in ${charset}.`);
  }
}

/** @throws HttpProblem 415 for unknown encodings. */
export function isPacked(contentEncoding: string | undefined): boolean {
  switch (contentEncoding?.trim().toLowerCase() ?? "identity") {
    case "":
    case "identity":
      return false;
    case "gzip":
    case "x-gzip":
      return true;
    default:
      throw problem("content-type-unsupported", `A body may be compressed with gzip, not with ${contentEncoding}.`);
  }
}

/** The request may be repeated later. */
export function tooBusy() {
  return problem("busy", "Too many large bodies are being sent at once; try again.", {
    headers: { "Retry-After": "5" },
  });
}

function tooLarge(maxBytes: number) {
  return problem(
    "body-too-large",
    `A body may have ${maxBytes} bytes, also after decompression; send several requests.`,
  );
}
