import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { FORMATS } from "../../../contracts/routes/tabular.ts";
import { Limiter, type Permit } from "../../../platform/async/limiter.ts";
import { problem } from "../../../platform/http/problem.ts";

/** Bodies up to this size are read, parsed and checked at once; larger ones queue for memory and a worker thread. */
export const MAX_SMALL_BODY_BYTES = 256 * 1024;

/** How long a request waits for memory before it gets 503. */
const MEMORY_TIMEOUT_MS = 10_000;

/** Bytes of small bodies in memory at a time. */
const MAX_SMALL_BODIES_BYTES = 64 * 1024 ** 2;

/** Large bodies in memory at a time, counted in bodies of the largest size. */
const MAX_LARGEST_BODIES = 3;

/** How long a large body that was read waits until it is worked on. */
const WORK_TIMEOUT_MS = 30_000;

/** Uploads of lines at a time; each holds at most two chunks. */
const MAX_UPLOADS = 64;

/** Limits of the memory that bodies take. */
export interface BodyMemory {
  readonly small: Limiter;
  readonly large: Limiter;
  /** Large bodies that are worked on, which takes several times their size: one of the largest at a time. */
  readonly work: Limiter;
  /** Uploads of lines, of any length, counted. */
  readonly uploads: Limiter;
}

/** `maxBytes`: of one body. */
export function bodyMemory(maxBytes: number): BodyMemory {
  return {
    small: new Limiter(Math.max(MAX_SMALL_BODIES_BYTES, MAX_SMALL_BODY_BYTES), MEMORY_TIMEOUT_MS),
    large: new Limiter(MAX_LARGEST_BODIES * maxBytes, MEMORY_TIMEOUT_MS),
    work: new Limiter(maxBytes, WORK_TIMEOUT_MS),
    uploads: new Limiter(MAX_UPLOADS, MEMORY_TIMEOUT_MS),
  };
}

/** Waits until the body may be worked on. @throws HttpProblem 503 when that took too long. */
export async function acquireWork({ work }: BodyMemory, { bytes }: Body, signal: AbortSignal): Promise<Permit> {
  const permit = await work.acquire(bytes.length <= MAX_SMALL_BODY_BYTES ? 0 : bytes.length, signal);
  if (!permit) throw tooBusy();
  return permit;
}

/** A request's body, unpacked. It holds its permit of the memory until it is disposed of. */
export interface Body extends Disposable {
  /** The whole of an ArrayBuffer of its own, or the beginning of one. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-256, hex, where it was asked for. */
  readonly hash: string | undefined;
}

export interface BodyOptions {
  readonly memory: BodyMemory;
  /** Bytes that the body may have, packed and unpacked. */
  readonly maxBytes: number;
  readonly hashed: boolean;
  /** Whether the route also takes lines of JSON; for the answer to other types. */
  readonly takesLines: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads a JSON body, as fast as memory becomes free. @throws HttpProblem 413 when it is too large, packed or unpacked,
 * 415 for other types and encodings, 503 when no memory becomes free in time.
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<Body> {
  if (hasBody(request)) requireJson(request.headers["content-type"], options);
  const packed = isPacked(request.headers["content-encoding"]);
  const declared = Number(request.headers["content-length"] ?? Number.NaN);
  if (declared > options.maxBytes) throw tooLarge(options.maxBytes);
  const collector = new Collector(options);
  try {
    if (packed) {
      await unpack(request, collector, options.maxBytes);
    } else {
      await collector.reserve(Number.isNaN(declared) ? 0 : declared);
      for await (const chunk of chunksOf(request)) await collector.add(chunk);
    }
    return collector.body();
  } catch (error) {
    collector[Symbol.dispose]();
    if (request.destroyed && !request.complete) {
      throw problem("body-not-json", "The connection was closed before the body was complete.", { cause: error });
    }
    throw error;
  }
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
    for await (const chunk of chunksOf(gunzip)) await collector.add(chunk);
  } catch (error) {
    if (!isPackingError(error)) throw error;
    throw problem("body-not-json", "The body is not valid gzip.", { cause: error });
  } finally {
    request.unpipe(gunzip).off("data", count).off("close", cut);
    gunzip.destroy();
  }
}

/** Whether unpacking failed because of the data. */
export function isPackingError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

/** Collects chunks in memory that was reserved for them. */
class Collector implements Disposable {
  readonly #options: BodyOptions;
  readonly #hash: Hash | undefined;
  #bytes = new Uint8Array(0);
  #length = 0;
  #permit: Permit | undefined;

  constructor(options: BodyOptions) {
    this.#options = options;
    this.#hash = options.hashed ? createHash("sha256") : undefined;
  }

  /** Makes room for `size` bytes in all. */
  async reserve(size: number): Promise<void> {
    const { memory, signal } = this.#options;
    const lane = size <= MAX_SMALL_BODY_BYTES ? memory.small : memory.large;
    const permit = await lane.acquire(size, signal);
    if (!permit) throw tooBusy();
    this.#permit?.[Symbol.dispose]();
    this.#permit = permit;
    const larger = new Uint8Array(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  async add(chunk: Uint8Array): Promise<void> {
    const length = this.#length + chunk.length;
    if (length > this.#options.maxBytes) throw tooLarge(this.#options.maxBytes);
    if (length > this.#bytes.length) await this.reserve(this.#sizeFor(length));
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    this.#hash?.update(chunk);
  }

  body(): Body {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      hash: this.#hash?.digest("hex"),
      [Symbol.dispose]: () => this[Symbol.dispose](),
    };
  }

  [Symbol.dispose](): void {
    this.#permit?.[Symbol.dispose]();
  }

  /** Memory for a body of unknown size is doubled, so that it is copied a few times only. */
  #sizeFor(length: number): number {
    return Math.min(this.#options.maxBytes, Math.max(length, 2 * this.#bytes.length, 16 * 1024));
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

/** @throws HttpProblem 415 for encodings that are not known. */
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
