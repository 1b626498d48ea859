import type { Database } from "../../platform/database/port.ts";

export const PASSWORD = "killed-again-and-again";

/** What happened to the request is not known. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A system to be treated badly, as its clients and those who look into it see it. */
export interface TreatedSystem {
  /** A write or read by the administrator. @throws NoAnswer */
  send(path: string, sent?: Sent): Promise<Response>;
  /** Its database, from outside. */
  database(): Promise<Database>;
  /** The newest of what it wrote into its log. */
  readonly errors: string;
}

/** The administrator, who writes and reads as long as somebody answers. */
export class Operator {
  readonly #urlOf: (path: string) => string;
  #token: Promise<string> | undefined;

  constructor(urlOf: (path: string) => string) {
    this.#urlOf = urlOf;
  }

  /** The token is got when it is first needed, and again when it is too old. @throws NoAnswer */
  async send(path: string, sent: Sent = {}): Promise<Response> {
    const answer = await this.#send(path, sent);
    if (answer.status !== 401) return answer;
    this.forget();
    return this.#send(path, sent);
  }

  /** Logs in again next time. */
  forget(): void {
    this.#token = undefined;
  }

  async #send(path: string, { method = "GET", body, headers: given }: Sent): Promise<Response> {
    const headers = new Headers(given);
    headers.set("Authorization", `Bearer ${await this.#access()}`);
    return this.#fetch(path, { method, headers }, body);
  }

  async #access(): Promise<string> {
    this.#token ??= this.#login();
    try {
      return await this.#token;
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }

  async #login(): Promise<string> {
    const credentials = { username: "admin", password: PASSWORD };
    const answer = await this.#fetch("/api/auth/token", { method: "POST" }, credentials);
    if (answer.status === 503) throw new NoAnswer("no token just now");
    if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async #fetch(path: string, init: RequestInit, body: unknown): Promise<Response> {
    const headers = new Headers(init.headers);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await fetch(this.#urlOf(path) + path, { ...init, ...sent, headers });
    } catch (cause) {
      throw new NoAnswer("the connection was refused or lost", { cause });
    }
  }
}
