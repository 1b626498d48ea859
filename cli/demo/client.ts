import { z } from "zod";

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

/** A minimal client of the write API. */
export class ProviderClient {
  readonly #url: string;
  readonly #credentials: { username: string; password: string };
  #token: { value: string; renewAt: number } | undefined;

  constructor(url: string, credentials: { username: string; password: string }) {
    this.#url = url;
    this.#credentials = credentials;
  }

  /** @throws Error with the service's own message when it refuses. */
  async post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await this.send(path, JSON.stringify(body), headers);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    return response;
  }

  /** Returns any answer, refusals included. A stream is sent as it comes. */
  async send(
    path: string,
    body: string | ReadableStream<Uint8Array>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const access = { "Content-Type": "application/json", Authorization: `Bearer ${await this.#access()}` };
    const streaming = typeof body === "string" ? {} : { duplex: "half" as const };
    return fetch(this.#url + path, { method: "POST", headers: { ...access, ...headers }, body, ...streaming });
  }

  /** Tokens live for five minutes: a client that goes on longer logs in again before a token ends. */
  async #access(): Promise<string> {
    if (this.#token && Date.now() < this.#token.renewAt) return this.#token.value;
    const response = await fetch(`${this.#url}/api/auth/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(this.#credentials),
    });
    if (!response.ok) throw new Error(`the login was refused: ${await response.text()}`);
    const { access_token, expires_in } = Token.parse(await response.json());
    this.#token = { value: access_token, renewAt: Date.now() + (expires_in - 60) * 1000 };
    return access_token;
  }
}
