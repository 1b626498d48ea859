import { setTimeout as sleep } from "node:timers/promises";
import { record } from "../../records.ts";

/** Statuses that a client may get while a container is lost or starts: it tries again. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);
/** A search for every record, which asks only for their number. */
export const COUNT_ALL = `/api/metadata/search?source=${encodeURIComponent('{"size":0,"query":{"match_all":{}}}')}`;
const READS = ["/api/facilities", COUNT_ALL, "/lookup/components"];
const ANSWER_TIMEOUT_MS = 60_000;
const TOKEN_AGE_MS = 120_000;
const VISIBLE_TIMEOUT_MS = 60_000;

/** Adds records one after another as the administrator, and reads them, as separate clients do. */
export class Traffic {
  readonly #url: string;
  readonly #password: string;
  readonly #name: string;
  readonly #acknowledged: string[] = [];
  /** Answers that no client should get, by their kind. */
  readonly wrong: string[] = [];
  /** Statuses of reads and writes that were refused; 0 without an answer. */
  readonly refusedReads: number[] = [];
  readonly refusedWrites: number[] = [];
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

  /** Stops after the answers to requests under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** The number of records that were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** Acknowledged records that do not become visible, or have more than one event in the log. */
  async lostOrDoubled(): Promise<readonly string[]> {
    const odd: string[] = [];
    const deadline = Date.now() + VISIBLE_TIMEOUT_MS;
    for (const pid of this.#acknowledged) {
      let versions = await this.#versionsOf(pid);
      while (versions === 0 && Date.now() < deadline) {
        await sleep(500);
        versions = await this.#versionsOf(pid);
      }
      if (versions !== 1) odd.push(`${pid}: ${versions}`);
    }
    return odd;
  }

  /** A request as the administrator. @throws Error when there is no answer */
  async send(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const ofBody = { "Content-Type": "application/json", ...headers };
    return this.#ask(path, { method: "POST", body: JSON.stringify(body), headers: await this.#authorised(ofBody) });
  }

  /** The same without a body, of something that is deleted. */
  async remove(path: string): Promise<Response> {
    return this.#ask(path, { method: "DELETE", headers: await this.#authorised({}) });
  }

  async #authorised(headers: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    return { ...headers, Authorization: `Bearer ${await this.#freshToken()}` };
  }

  async #write(): Promise<void> {
    while (!this.#isStopping) {
      const pid = `${this.#name}/${this.#acknowledged.length}`;
      const answer = await this.send("/api/provider/metadata/add", [record(pid)]).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 200) {
        this.#acknowledged.push(pid);
        await sleep(50);
      } else {
        this.refusedWrites.push(answer?.status ?? 0);
        if (answer !== undefined && !UNAVAILABLE.has(answer.status)) this.wrong.push(`write ${answer.status} ${text}`);
        await sleep(200);
      }
    }
  }

  async #read(): Promise<void> {
    while (!this.#isStopping) {
      for (const path of READS) {
        const answer = await this.#ask(path).catch(() => undefined);
        const text = await answer?.text().catch(() => undefined);
        if (answer?.status === 200 && text !== undefined) continue;
        this.refusedReads.push(text === undefined ? 0 : (answer?.status ?? 0));
        if (answer !== undefined && !UNAVAILABLE.has(answer.status))
          this.wrong.push(`${path} ${answer.status} ${text}`);
      }
      await sleep(50);
    }
  }

  async #versionsOf(pid: string): Promise<number> {
    const answer = await this.#ask(`/api/metadata/history?pid=${encodeURIComponent(pid)}`).catch(() => undefined);
    const text = await answer?.text();
    return answer?.status === 200 && text !== undefined ? (JSON.parse(text) as unknown[]).length : 0;
  }

  #ask(path: string, request: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, { ...request, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
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
