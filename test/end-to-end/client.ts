import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { exchange } from "../exchange.ts";
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
    const raw = await exchange(this.#urlOf(path), method, path, {
      headers: {
        ...(bytes && { "Content-Type": "application/json" }),
        ...this.#headers,
        ...(after !== undefined && { "Min-Event-Position": after }),
        ...headers,
      },
      body: bytes,
    });
    const pairs = Object.entries(raw.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    );
    const received = new Headers(pairs);
    const text = await decompressed(raw.bytes, received.get("Content-Encoding"));
    this.#validator.check({ method, path, status: raw.status, headers: received, body: text });
    return {
      status: raw.status,
      headers: received,
      text,
      json: () => JSON.parse(text),
      get position() {
        const position = received.get("Event-Position");
        if (position === null) throw new Error(`${method} ${path} answered ${raw.status} without a position: ${text}`);
        return position;
      },
    };
  }
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

async function decompressed(bytes: Buffer, encoding: string | null): Promise<string> {
  switch (bytes.length === 0 ? null : encoding) {
    case "gzip":
      return (await promisify(gunzip)(bytes)).toString();
    case "br":
      return (await promisify(brotliDecompress)(bytes)).toString();
    default:
      return bytes.toString();
  }
}
