import { setTimeout as sleep } from "node:timers/promises";
import { record } from "../../records.ts";

/** What a client may meet while a container is lost or starts: it tries again. */
const LOST: ReadonlySet<number> = new Set([502, 503, 504]);
const ANSWER_TIMEOUT_MS = 60_000;
const TOKEN_AGE_MS = 120_000;

/** Adds one record after another as the administrator, and reads them, as clients beside one another do. */
export class Traffic {
  readonly #url: string;
  readonly #password: string;
  readonly #name: string;
  readonly #acknowledged: string[] = [];
  /** Answers that no client should get, by what they are. */
  readonly wrong: string[] = [];
  /** Reads that were refused, or had no answer, as long as something was lost. */
  refusedReads = 0;
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();
  #token = "";
  #tokenUntil = 0;

  /** PIDs begin with `name`. */
  constructor(url: string, password: string, name: string) {
    this.#url = url;
    this.#password = password;
    this.#name = name;
  }

  begin(): void {
    this.#isStopping = false;
    this.#running = Promise.all([this.#write(), this.#read()]);
  }

  /** Ends with the answer to what is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** PIDs whose records were acknowledged. */
  get acknowledged(): readonly string[] {
    return this.#acknowledged;
  }

  /** Acknowledged records that are not found, or of which the log has more than one event. */
  async lostOrDoubled(): Promise<readonly string[]> {
    const odd: string[] = [];
    for (const pid of this.#acknowledged) {
      const answer = await this.#ask(`/api/metadata/history?pid=${encodeURIComponent(pid)}`);
      const history = answer?.status === 200 ? ((await answer.json()) as unknown[]) : [];
      if (history.length !== 1) odd.push(`${pid}: ${history.length}`);
    }
    return odd;
  }

  /** A request as the administrator. @throws Error when there is no answer */
  async send(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${await this.#freshToken()}`, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
  }

  async #write(): Promise<void> {
    for (let count = 0; !this.#isStopping; ) {
      const pid = `${this.#name}/${count}`;
      const answer = await this.send("/api/provider/metadata/add", [record(pid)]).catch(() => undefined);
      if (answer?.status === 200) {
        this.#acknowledged.push(pid);
        count += 1;
        await sleep(50);
      } else {
        if (answer !== undefined && !LOST.has(answer.status)) await this.#note("write", answer);
        await sleep(200);
      }
    }
  }

  async #read(): Promise<void> {
    while (!this.#isStopping) {
      for (const path of ["/api/facilities", "/api/metadata/search", "/lookup/components"]) {
        const answer = await this.#ask(path);
        if (answer === undefined || LOST.has(answer.status)) this.refusedReads += 1;
        else if (answer.status !== 200) await this.#note(path, answer);
        await answer?.body?.cancel();
      }
      await sleep(50);
    }
  }

  #ask(path: string): Promise<Response | undefined> {
    return fetch(`${this.#url}${path}`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => undefined);
  }

  async #note(what: string, answer: Response): Promise<void> {
    this.wrong.push(`${what} ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  }

  async #freshToken(): Promise<string> {
    if (Date.now() < this.#tokenUntil) return this.#token;
    const answer = await fetch(`${this.#url}/api/auth/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "admin", password: this.#password }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    if (answer.status !== 200) throw new Error(`no token: ${answer.status}`);
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
    this.#tokenUntil = Date.now() + TOKEN_AGE_MS;
    return this.#token;
  }
}
