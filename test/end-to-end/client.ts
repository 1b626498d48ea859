import { request as httpRequest } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { AnswerValidator } from "../openapi-validation.ts";

export interface Sending {
  /** Bytes and text are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `Min-Event-Position`. */
  readonly after?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The decompressed body. */
  readonly text: string;
  /** The body as JSON. @throws when it is not. */
  json<Value = Record<string, unknown>>(): Value;
  /** Its `Event-Position` header. @throws when it is missing. */
  readonly position: string;
}

/** An HTTP client that checks every response against the OpenAPI description. */
export class Client {
  readonly #urlOf: (path: string) => string;
  readonly #validator: AnswerValidator;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    urlOf: (path: string) => string,
    validator: AnswerValidator,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#urlOf = urlOf;
    this.#validator = validator;
    this.#headers = headers;
  }

  get(path: string, sending: Sending = {}): Promise<Answer> {
    return this.send("GET", path, sending);
  }

  post(path: string, body: unknown, sending: Sending = {}): Promise<Answer> {
    return this.send("POST", path, { ...sending, body });
  }

  delete(path: string, sending: Sending = {}): Promise<Answer> {
    return this.send("DELETE", path, sending);
  }

  /** The PIDs of a search's hits, and the total number of hits. */
  async search(search: object, sending: Sending = {}): Promise<{ total: number; pids: string[]; answer: Answer }> {
    const answer = await this.post("/api/metadata/search", { search }, sending);
    if (answer.status !== 200) throw new Error(`the search answered ${answer.status}: ${answer.text}`);
    const { hits } = answer.json<{ response: { hits: { total: { value: number }; hits: { _id: string }[] } } }>()
      .response;
    return { total: hits.total.value, pids: hits.hits.map(({ _id }) => _id), answer };
  }

  async send(method: string, path: string, { body, headers, after }: Sending = {}): Promise<Answer> {
    const bytes = body === undefined ? undefined : toBytes(body);
    const raw = await exchange(this.#urlOf(path), path, method, bytes, {
      ...(bytes && { "Content-Type": "application/json" }),
      ...this.#headers,
      ...(after !== undefined && { "Min-Event-Position": after }),
      ...headers,
    });
    const text = await unpacked(raw);
    this.#validator.check({ method, path, status: raw.status, headers: raw.headers, body: text });
    return {
      status: raw.status,
      headers: raw.headers,
      text,
      json: () => JSON.parse(text),
      get position() {
        const position = raw.headers.get("Event-Position");
        if (position === null) throw new Error(`${method} ${path} answered ${raw.status} without a position: ${text}`);
        return position;
      },
    };
  }
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Uses `node:http`, since `fetch` adds headers, decompresses bodies and normalises paths. */
function exchange(
  base: string,
  path: string,
  method: string,
  body: Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(body.byteLength) };
    const sent = httpRequest({ hostname, port, path, method, headers: { ...length, ...headers } }, async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        );
        resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

async function unpacked({ headers, body }: RawAnswer): Promise<string> {
  switch (body.length === 0 ? null : headers.get("Content-Encoding")) {
    case "gzip":
      return (await promisify(gunzip)(body)).toString();
    case "br":
      return (await promisify(brotliDecompress)(body)).toString();
    default:
      return body.toString();
  }
}
