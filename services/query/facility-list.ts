import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { fingerprint } from "./conditional.ts";

/** A facility as the view keeps it: its identifier and its JSON. */
export interface FacilityRow {
  readonly identifier: string;
  readonly document: string;
}

export type Encoding = "identity" | "gzip" | "br";

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
};

/** The registry as it is served at one moment: one text for the whole list, compressed once. */
export class FacilityList {
  readonly #documents: ReadonlyMap<string, string>;
  readonly #bytes: Buffer;
  readonly #fingerprint: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** Rows in the order in which they are listed. */
  constructor(rows: readonly FacilityRow[]) {
    this.#documents = new Map(rows.map(({ identifier, document }) => [identifier, document]));
    this.#bytes = Buffer.from(`[${rows.map(({ document }) => document).join(",")}]`);
    this.#fingerprint = fingerprint(this.#bytes);
  }

  /** One facility's JSON. */
  document(identifier: string): string | undefined {
    return this.#documents.get(identifier);
  }

  /** Strong, so each encoding has its own. */
  etag(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.#fingerprint}"` : `"${this.#fingerprint}-${encoding}"`;
  }

  /** The whole list, compressed when it is first asked for. */
  bytes(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (encoded === undefined) {
      encoded = compress[encoding](this.#bytes);
      this.#encoded.set(encoding, encoded);
    }
    return encoded;
  }
}
