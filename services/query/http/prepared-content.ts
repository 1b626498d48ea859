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

interface SendOptions {
  /** The request headers that the content depends on. */
  readonly vary?: string;
  /** Writes the answer with its headers. */
  readonly write?: (bytes: Buffer, headers: Record<string, string>) => Promise<void>;
}

/** Answers with the content, or 304 when the client has it. @throws what `write` does */
export async function sendPrepared(
  request: Request,
  response: Response,
  content: PreparedContent,
  { vary = "Accept-Encoding", write }: SendOptions = {},
): Promise<void> {
  const encoding = encodingFor(request);
  const tag = content.etag(encoding);
  const headers = { "Cache-Control": `${REVALIDATE}, no-transform`, Vary: vary, ETag: tag };
  if (holds(request, tag)) {
    response.set(headers).status(304).end();
    return;
  }
  const bytes = await content.bytes(encoding);
  const ofContent = {
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Type": content.type,
  };
  if (write) await write(bytes, { ...headers, ...ofContent });
  else response.set({ ...headers, ...ofContent }).send(bytes);
}

function encodingFor(request: Request): Encoding {
  if (request.headers["accept-encoding"] === undefined) return "identity";
  const accepted = request.acceptsEncodings("br", "gzip", "identity");
  return accepted === "br" || accepted === "gzip" ? accepted : "identity";
}
