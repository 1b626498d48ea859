import type { Database } from "../../platform/database/port.ts";
import type { EventStore } from "../../platform/event-store/port.ts";

export const PASSWORD = "killed-again-and-again";

/** No response came; it is unknown whether the request took effect. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A system that tests kill and interrupt. */
export interface SystemUnderTest {
  /** Sends a request as the administrator. @throws NoAnswer */
  send(path: string, sent?: Sent): Promise<Response>;
  /** Opens a pool on its database, which the caller closes. */
  database(): Promise<Database>;
  /** Opens its event store, which the caller closes. `database`: an open pool on its database. */
  eventStore(database: Database): Promise<EventStore>;
  /** The end of its log. */
  readonly log: string;
}

/** An HTTP client with the administrator's account. */
export class Operator {
  readonly #urlOf: (path: string) => string;
  #token: Promise<string> | undefined;

  constructor(urlOf: (path: string) => string) {
    this.#urlOf = urlOf;
  }

  /** Logs in before the first request, and again when the token has expired. @throws NoAnswer */
  async send(path: string, sent: Sent = {}): Promise<Response> {
    const answer = await this.#send(path, sent);
    if (answer.status !== 401) return answer;
    this.forget();
    return this.#send(path, sent);
  }

  /** Drops the token, so that the next request logs in. */
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
    if (answer.status === 503) throw new NoAnswer("no token at present");
    if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
    return JSON.parse(await answer.text()).access_token;
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
