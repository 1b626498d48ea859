import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { withTimeout } from "../../../platform/async/timeout.ts";
import { chunksOf, isPacked, isPackingError } from "../../../platform/http/body.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { UploadPlace } from "../../../platform/http/uploads.ts";

/** Bytes of whole lines in one chunk, about. */
const CHUNK_BYTES = 512 * 1024;

/** How long a line waits for others, so that values that come slowly can be read soon. */
const MAX_LINE_DELAY_MS = 500;

/** How long an upload may pause before it is ended. */
const SILENCE_TIMEOUT_MS = 60_000;

export interface LinesOptions {
  readonly place: Pick<UploadPlace, "takenBack" | "noteLines">;
  /** A longer line is cut off, but stays longer than this. */
  readonly maxLineBytes: number;
}

/** A request whose body is lines: the part that is read. */
export type BodyRequest = Readable & Pick<IncomingMessage, "headers" | "complete">;

const types: ReadonlySet<string> = new Set(["application/x-ndjson", "application/ndjson"]);

/** Whether the request declares its body as NDJSON. */
export function sendsLines({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  return types.has(type.trim().toLowerCase());
}

/**
 * The lines of a request's body as they come in, unpacked, in chunks that end with a whole line; only the last may lack
 * its end. At most one chunk is read ahead. @throws HttpProblem 415 for unknown encodings, 400 for broken ones, 408 when the
 * body stops coming or is cut off, and when its place is taken back. Whole lines that came before are returned first.
 */
export async function* linesOf(
  request: BodyRequest,
  { place, maxLineBytes }: LinesOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const source = unpacked(request);
  const collector = new LineCollector(maxLineBytes);
  const chunks = chunksOf(source.stream)[Symbol.asyncIterator]();
  const nextChunk = () => unlessTakenBack(place, chunks.next());
  try {
    let arriving = nextChunk();
    // Awaited below; it may fail while the reader is busy.
    arriving.catch(() => undefined);
    let since = 0;
    for (;;) {
      const waiting =
        collector.lines > 0 ? Math.max(0, since + MAX_LINE_DELAY_MS - performance.now()) : SILENCE_TIMEOUT_MS;
      const arrived = await withTimeout(waiting, arriving, () => "late" as const);
      if (arrived === "late") {
        if (collector.lines === 0) throw incomplete(`no byte came for ${SILENCE_TIMEOUT_MS / 1000} s`);
        yield collector.take();
        place.noteLines();
        continue;
      }
      if (arrived.done) break;
      const { lines } = collector;
      if (lines === 0) since = performance.now();
      collector.add(arrived.value);
      if (collector.lines > lines) place.noteLines();
      arriving = nextChunk();
      arriving.catch(() => undefined);
      if (collector.lines > 0 && (collector.size >= CHUNK_BYTES || performance.now() - since >= MAX_LINE_DELAY_MS)) {
        yield collector.take();
        place.noteLines();
      }
    }
    if (collector.size > 0) yield collector.takeAll();
  } catch (error) {
    if (collector.lines > 0) yield collector.take();
    throw source.explain(error);
  } finally {
    source.leave();
  }
}

/** The result of `work`. @throws HttpProblem 408 when the place is taken back before. */
async function unlessTakenBack<Result>({ takenBack }: LinesOptions["place"], work: Promise<Result>): Promise<Result> {
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(incomplete("its place was needed for another provider"));
  });
  if (takenBack.aborted) end();
  else takenBack.addEventListener("abort", end);
  try {
    return await Promise.race([work, ended]);
  } finally {
    takenBack.removeEventListener("abort", end);
  }
}

interface Source {
  readonly stream: Readable;
  explain(error: unknown): unknown;
  leave(): void;
}

function unpacked(request: BodyRequest): Source {
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

const NEWLINE = 0x0a;

/** Memory that a chunk gets first. */
const FIRST_BYTES = 16 * 1024;

/**
 * Collects lines from pieces that end anywhere. They are copied together as they come: kept one by one, pieces of a byte
 * would take some two hundred times their size.
 */
class LineCollector {
  readonly #maxLineBytes: number;
  #bytes = new Uint8Array(0);
  #length = 0;
  /** Bytes up to the end of the last whole line. */
  #whole = 0;
  /** Within a line that is too long: the rest of it is dropped. */
  #skipping = false;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes of whole lines. */
  get lines(): number {
    return this.#whole;
  }

  get size(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    if (this.#skipping) {
      const end = piece.indexOf(NEWLINE);
      if (end < 0) return;
      this.#keep(piece.subarray(end));
    } else {
      this.#keep(piece);
    }
    this.#skipping = this.#length - this.#whole > this.#maxLineBytes;
  }

  /** The whole lines. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#whole);
    // A copy: the lines that were taken are still in use when more come.
    this.#bytes = this.#bytes.slice(this.#whole, this.#length);
    this.#length = this.#bytes.length;
    this.#whole = 0;
    return taken;
  }

  /** The whole lines and the beginning of another. */
  takeAll(): Uint8Array<ArrayBuffer> {
    this.#whole = this.#length;
    return this.take();
  }

  #keep(piece: Buffer): void {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end > 0) this.#whole = this.#length + end;
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** Memory is doubled, so that received bytes are copied only a few times. */
  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length, FIRST_BYTES));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
