import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import { fingerprint, holds, REVALIDATE } from "./conditional.ts";

export type Encoding = "identity" | "gzip" | "br";

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
};

/** The bytes of an answer to many requests, compressed once. */
export class PreparedContent {
  readonly type: string;
  readonly #bytes: Buffer;
  readonly #fingerprint: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `type` is the content type. */
  constructor(content: string, type: string) {
    this.type = type;
    this.#bytes = Buffer.from(content);
    this.#fingerprint = fingerprint(this.#bytes);
  }

  /** Bytes, uncompressed. */
  get size(): number {
    return this.#bytes.length;
  }

  /** A strong tag, so each encoding has its own. */
  etag(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.#fingerprint}"` : `"${this.#fingerprint}-${encoding}"`;
  }

  /** Compressed on first use. */
  bytes(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (encoded === undefined) {
      encoded = compress[encoding](this.#bytes);
      this.#encoded.set(encoding, encoded);
    }
    return encoded;
  }
}

/** Answers with the content, or 304 when the client has it. `vary` names the request headers that the content depends on. */
export async function sendPrepared(
  request: Request,
  response: Response,
  content: PreparedContent,
  vary = "Accept-Encoding",
): Promise<void> {
  const encoding = encodingFor(request);
  const tag = content.etag(encoding);
  response.setHeader("Cache-Control", `${REVALIDATE}, no-transform`);
  response.setHeader("Vary", vary);
  response.setHeader("ETag", tag);
  if (holds(request, tag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const bytes = await content.bytes(encoding);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Type", content.type);
  response.send(bytes);
}

function encodingFor(request: Request): Encoding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const accepted = request.acceptsEncodings("br", "gzip", "identity");
  return accepted === "br" || accepted === "gzip" ? accepted : "identity";
}
