import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { problem } from "../../../platform/http/problem.ts";
import { chunksOf, isPacked, isPackingError } from "./body.ts";

/** Bytes of whole lines that are taken at once, about. */
const CHUNK = 512 * 1024;

/** Milliseconds that a line waits for others: what comes slowly shall be readable soon. */
const GATHERING = 500;

/** Milliseconds without a byte that end an upload. */
const SILENCE = 60_000;

export interface LinesOptions {
  /** Bytes of a line that are kept; a longer one comes cut off, but longer than this. */
  readonly longest: number;
  /** Milliseconds without a byte that end it; else a minute. */
  readonly silence?: number;
}

const types: ReadonlySet<string> = new Set(["application/x-ndjson", "application/ndjson"]);

/** Whether the request's body is NDJSON, by what it says. */
export function sendsLines({ headers }: IncomingMessage): boolean {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  return types.has(type.trim().toLowerCase());
}

/**
 * The lines of a request's body as they come in, unpacked, each run of them ending with a whole line; only the last may
 * lack its end. Nothing more is read while the reader is busy with more than one run. @throws HttpProblem 415 for unknown
 * encodings, 400 for broken ones, 408 when the body stops coming or is cut off; what had come whole was handed out then.
 */
export async function* linesOf(
  request: IncomingMessage,
  { longest, silence = SILENCE }: LinesOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const source = unpacked(request);
  const collector = new LineCollector(longest);
  const chunks = chunksOf(source.stream)[Symbol.asyncIterator]();
  try {
    let arriving = chunks.next();
    // Awaited below; it may fail while the reader is busy.
    arriving.catch(() => undefined);
    let since = 0;
    for (;;) {
      const waiting = collector.lines > 0 ? Math.max(0, since + GATHERING - Date.now()) : silence;
      const arrived = await within(waiting, arriving);
      if (arrived === "late") {
        if (collector.lines === 0) throw incomplete(`no byte came for ${silence / 1000} s`);
        yield collector.take();
        continue;
      }
      if (arrived.done) break;
      if (collector.lines === 0) since = Date.now();
      collector.add(arrived.value);
      arriving = chunks.next();
      arriving.catch(() => undefined);
      if (collector.lines > 0 && (collector.size >= CHUNK || Date.now() - since >= GATHERING)) yield collector.take();
    }
    if (collector.size > 0) yield collector.takeAll();
  } catch (error) {
    if (collector.lines > 0) yield collector.take();
    throw source.explain(error);
  } finally {
    source.leave();
  }
}

interface Source {
  readonly stream: Readable;
  explain(error: unknown): unknown;
  leave(): void;
}

function unpacked(request: IncomingMessage): Source {
  const cutOff = (error: unknown): unknown =>
    request.destroyed && !request.complete ? incomplete("the connection was closed", error) : error;
  if (!isPacked(request.headers["content-encoding"])) {
    return { stream: request, explain: cutOff, leave: () => undefined };
  }
  const gunzip = createGunzip();
  const cut = (): void => {
    if (!request.complete) gunzip.destroy(new Error("the connection was closed"));
  };
  request.once("close", cut).pipe(gunzip);
  return {
    stream: gunzip,
    explain: (error) =>
      isPackingError(error) ? problem("body-not-json", "The body is not valid gzip.", { cause: error }) : cutOff(error),
    leave: () => {
      request.off("close", cut).unpipe(gunzip);
      gunzip.destroy();
    },
  };
}

function incomplete(reason: string, cause?: unknown) {
  return problem(
    "upload-incomplete",
    `The upload ended early: ${reason}. What came before is stored; with an Idempotency-Key, sending all of it again adds what is missing.`,
    { cause },
  );
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const NEWLINE = 0x0a;

/** Puts lines together from pieces that end anywhere. */
class LineCollector {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  /** Bytes up to the end of the last whole line. */
  #whole = 0;
  /** Bytes after it. */
  #open = 0;
  /** Within a line that is too long, of which no more is kept. */
  #skipping = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Bytes of whole lines. */
  get lines(): number {
    return this.#whole;
  }

  get size(): number {
    return this.#whole + this.#open;
  }

  add(piece: Buffer): void {
    if (this.#skipping) {
      const end = piece.indexOf(NEWLINE);
      if (end < 0) return;
      this.#skipping = false;
      this.#keep(piece.subarray(end));
    } else {
      this.#keep(piece);
    }
    this.#skipping = this.#open > this.#longest;
  }

  /** The whole lines. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#copy(0, this.#whole);
    this.#pieces = this.#open > 0 ? [Buffer.from(this.#copy(this.#whole, this.size).buffer)] : [];
    this.#whole = 0;
    return taken;
  }

  /** The whole lines and the beginning of another. */
  takeAll(): Uint8Array<ArrayBuffer> {
    const all = this.#copy(0, this.size);
    this.#pieces = [];
    this.#whole = 0;
    this.#open = 0;
    return all;
  }

  #keep(piece: Buffer): void {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      this.#whole += this.#open + end;
      this.#open = piece.length - end;
    } else {
      this.#open += piece.length;
    }
    this.#pieces.push(piece);
  }

  #copy(from: number, to: number): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(to - from);
    let at = -from;
    for (const piece of this.#pieces) {
      const part = piece.subarray(Math.max(0, -at), Math.max(0, copy.length - at));
      if (part.length > 0) copy.set(part, Math.max(0, at));
      at += piece.length;
    }
    return copy;
  }
}
