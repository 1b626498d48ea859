import { type IncomingHttpHeaders, request } from "node:http";

export interface ExchangeOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent, perhaps compressed. */
  readonly bytes: Buffer;
}

/** Uses `node:http`, since `fetch` adds headers, decompresses bodies and normalises paths. */
export function exchange(
  base: string,
  method: string,
  path: string,
  { headers, body }: ExchangeOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const length = body === undefined ? {} : { "Content-Length": String(body.byteLength) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...length, ...headers } }, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
      } catch (error) {
        reject(error);
      }
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
