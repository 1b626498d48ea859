import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request } from "express";
import { type ReadyAnswer, setHeaders } from "../../../platform/http/ready-answers.ts";
import { fingerprint, holds, REVALIDATE } from "./conditional.ts";
import type { SentRead } from "./read.ts";

export type Encoding = "identity" | "gzip" | "br";

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
};

interface Caching {
  /** The request headers that the content depends on. */
  readonly vary?: string;
  readonly cacheControl?: string;
}

/** The bytes of an answer to many requests, compressed once. */
export class PreparedContent {
  readonly #type: string;
  readonly #cached: readonly string[];
  readonly #bytes: Buffer;
  readonly #fingerprint: string;
  readonly #encoded = new Map<Encoding, EncodedContent>();

  /** `type` is the content type. */
  constructor(content: string, type: string, { vary = "Accept-Encoding", cacheControl = REVALIDATE }: Caching = {}) {
    this.#type = type;
    this.#cached = ["Cache-Control", `${cacheControl}, no-transform`, "Vary", vary];
    this.#bytes = Buffer.from(content);
    this.#fingerprint = fingerprint(this.#bytes);
  }

  /** Bytes, uncompressed. */
  get size(): number {
    return this.#bytes.length;
  }

  encoded(encoding: Encoding): EncodedContent {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    // A strong tag, so each encoding has its own.
    const tag = encoding === "identity" ? `"${this.#fingerprint}"` : `"${this.#fingerprint}-${encoding}"`;
    const cached = [...this.#cached, "ETag", tag];
    const ofBytes = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    const headers = { cached, ofBytes: [...ofBytes, "Content-Type", this.#type] };
    const encoded = new EncodedContent(this.#bytes, encoding, tag, headers);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** Names and values in turn: those that a 304 has too, and those of the bytes. */
interface Headers {
  readonly cached: readonly string[];
  readonly ofBytes: readonly string[];
}

/** Prepared content in one encoding, with the answers made from it. */
class EncodedContent {
  readonly tag: string;
  /** The answer to a client that has the content already. */
  readonly unchanged: ReadyAnswer;
  readonly #bytes: Buffer;
  readonly #encoding: Encoding;
  readonly #headers: Headers;
  #making: Promise<WholeAnswer> | undefined;
  #whole: WholeAnswer | undefined;

  constructor(bytes: Buffer, encoding: Encoding, tag: string, headers: Headers) {
    this.tag = tag;
    this.unchanged = { status: 304, headers: headers.cached };
    this.#bytes = bytes;
    this.#encoding = encoding;
    this.#headers = headers;
    if (encoding === "identity") this.#whole = this.#answer(bytes);
  }

  /** The answer to other clients; undefined until the content is compressed. */
  get whole(): WholeAnswer | undefined {
    return this.#whole;
  }

  /** The same, compressed on first use. */
  async made(): Promise<WholeAnswer> {
    this.#making ??= compress[this.#encoding](this.#bytes).then((bytes) => this.#answer(bytes));
    this.#whole ??= await this.#making;
    return this.#whole;
  }

  #answer(body: Buffer): WholeAnswer {
    const { cached, ofBytes } = this.#headers;
    return { status: 200, headers: [...cached, ...ofBytes, "Content-Length", String(body.length)], body };
  }
}

export interface WholeAnswer extends ReadyAnswer {
  readonly body: Buffer;
}

interface SendOptions {
  /** Another way to send the answer. */
  readonly send?: (answer: WholeAnswer) => Promise<void>;
  /** The content for the next equal request, while that is prepared. */
  readonly again?: () => PreparedContent | undefined;
  /** Whether that answer may be sent at once. */
  readonly mayBeSentAtOnce?: (answer: WholeAnswer) => boolean;
}

/** Answers with the content, or 304 when the client has it. @throws what `send` does */
export async function sendPrepared(
  read: SentRead,
  content: PreparedContent,
  { send, again, mayBeSentAtOnce = () => true }: SendOptions = {},
): Promise<void> {
  const { request, response } = read;
  if (again) {
    read.noteReady((next) => {
      const encoded = again()?.encoded(encodingFor(next));
      if (encoded && holds(next, encoded.tag)) return encoded.unchanged;
      return encoded?.whole && mayBeSentAtOnce(encoded.whole) ? encoded.whole : undefined;
    });
  }
  const encoded = content.encoded(encodingFor(request));
  if (holds(request, encoded.tag)) {
    setHeaders(response, encoded.unchanged.headers);
    response.status(304).end();
    return;
  }
  const whole = await encoded.made();
  if (send) return send(whole);
  setHeaders(response, whole.headers);
  response.end(whole.body);
}

/** Encodings by the text that clients accept: few texts differ. */
const encodings = new Map<string, Encoding>();
const MAX_ENCODINGS = 100;

function encodingFor(request: Request): Encoding {
  const header = request.headers["accept-encoding"];
  if (header === undefined) return "identity";
  const known = encodings.get(header);
  if (known) return known;
  const accepted = request.acceptsEncodings("br", "gzip", "identity");
  const encoding = accepted === "br" || accepted === "gzip" ? accepted : "identity";
  if (header.length < 100 && encodings.size < MAX_ENCODINGS) encodings.set(header, encoding);
  return encoding;
}
