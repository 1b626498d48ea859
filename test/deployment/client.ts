import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { codeOf } from "../../platform/errors.ts";
import { tokenOf } from "../views/content.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { LoadReport } from "./load-report.ts";

/** Timeout for the answer of a read, and for a write to become visible. */
const MAX_WAIT_MS = 20_000;
/** Another projector takes over within ten seconds; reads that began before that wait for five. */
const TAKE_OVER_MS = 15_000;
const WRITES = "/api/provider/";
/** No process listens, or a stopping process closes a connection before it answers. */
const REFUSED_CONNECTION: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"]);
/** Problems of reads while the process is not ready yet: it has not opened the view, or not read it into memory. */
const NOT_READY: ReadonlySet<string> = new Set(["view-building", "engine-unavailable"]);
const TOKEN_AGE_MS = 120_000;

const Problem = z.object({ code: z.string() });

interface ReadOptions {
  readonly body?: object;
  /** What the answer must show. */
  readonly position?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the requests of the load, keeps answers, and counts answers and failures. */
export class Client {
  readonly #url: string;
  readonly #password: string;
  readonly #kept = new KeptAnswers();
  readonly #failures = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #unchanged = new Map<string, number>();
  #mayRefuse = false;
  /** When the first request of the present outage was refused. */
  #refusedAt: number | undefined;
  #longestOutageMs = 0;
  #mayWaitUntil = 0;
  #token: Promise<string> = Promise.resolve("");
  #tokenUntil = 0;
  #reads = 0;
  #writes = 0;
  #waited = 0;

  constructor(url: string, password: string) {
    this.#url = url;
    this.#password = password;
  }

  /**
   * Set while the only process is stopped or not ready yet: then it refuses connections, and reads of views that it has not
   * loaded.
   */
  set mayRefuse(mayRefuse: boolean) {
    this.#mayRefuse = mayRefuse;
    if (mayRefuse) this.#refusedAt = undefined;
  }

  /** Reads may wait while the projector is killed and replaced, and until the next one has had time to take over. */
  async whileProjectorIsReplaced(replace: () => Promise<void>): Promise<void> {
    this.#mayWaitUntil = Number.POSITIVE_INFINITY;
    try {
      await replace();
    } finally {
      this.#mayWaitUntil = Date.now() + TAKE_OVER_MS;
    }
  }

  /** The counts so far. */
  get report(): Omit<LoadReport, "leftOut"> {
    return {
      ...{ reads: this.#reads, writes: this.#writes, waited: this.#waited, unchanged: this.#unchanged },
      ...{ refused: this.#refused, longestOutageMs: this.#longestOutageMs, failures: this.#failures },
    };
  }

  fail(what: string): void {
    count(this.#failures, what);
  }

  /**
   * Writes as the administrator. Returns the answer's content; undefined if it has none, or if the request was refused and
   * may be.
   */
  async send(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    onAnswer: (answer: Response) => void = () => undefined,
  ): Promise<unknown> {
    const answer = await this.#fetch(WRITES + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${await this.#accessToken()}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer) return undefined;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    this.#writes += 1;
    onAnswer(answer);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Reads the path, mostly by revalidating an earlier answer. Returns the content that the client then has. */
  async readKept<Content>(path: string, schema: z.ZodType<Content>, position?: string): Promise<Content | undefined> {
    const tag = this.#kept.choose(path);
    const kept = tag === undefined ? undefined : this.#kept.contentOf(path, tag);
    const answer = await this.read(path, { position, headers: tag === undefined ? {} : { "If-None-Match": tag } });
    if (!answer) return undefined;
    if (answer.status === 304) {
      count(this.#unchanged, routeOf(path));
      return schema.parse(kept);
    }
    const content = schema.parse(await answer.json());
    const etag = answer.headers.get("ETag");
    if (etag === null) this.fail(`${routeOf(path)} has no ETag`);
    else this.#kept.keep(path, etag, content);
    return content;
  }

  /** An answer of 200 or 304; undefined after a failure, or if the request was refused and may be. */
  async read(path: string, { body, position, headers }: ReadOptions): Promise<Response | undefined> {
    this.#reads += 1;
    const begun = performance.now();
    for (;;) {
      const mayWait = this.#mayWait;
      const answer = await this.#fetch(path, {
        headers: {
          ...(position && { "Min-Event-Position": position }),
          "Content-Type": "application/json",
          ...headers,
        },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      });
      if (!answer) return undefined;
      if (answer.status === 200 || answer.status === 304) return answer;
      const { code, detail } = (await answer.json()) as { readonly code?: string; readonly detail?: string };
      if (code !== "not-yet-visible" || performance.now() - begun > MAX_WAIT_MS) {
        this.fail(`${routeOf(path)} answered ${answer.status} ${code}: ${detail}`);
        return undefined;
      }
      if (!mayWait && !this.#mayWait) this.fail(`${routeOf(path)} waits while a projector runs`);
      this.#waited += 1;
      await sleep(Number(answer.headers.get("Retry-After")) * 1_000);
    }
  }

  /**
   * One login for all writers: a login for each would be more at once than the service lets wait. If it fails, it fails for
   * all that wait for it; the next writer tries again.
   */
  #accessToken(): Promise<string> {
    // A login may not be refused: a token outlives the restarts.
    if (Date.now() > this.#tokenUntil && !this.#mayRefuse) {
      this.#tokenUntil = Date.now() + TOKEN_AGE_MS;
      this.#token = tokenOf(this.#url, "admin", this.#password).catch((error: unknown) => {
        this.#tokenUntil = 0;
        throw error;
      });
    }
    return this.#token;
  }

  /** Undefined if the request was refused and may be. */
  async #fetch(path: string, init: RequestInit): Promise<Response | undefined> {
    const mayRefuse = this.#mayRefuse;
    const isRefusal = (code: string | undefined, codes: ReadonlySet<string>): code is string => {
      return (mayRefuse || this.#mayRefuse) && code !== undefined && codes.has(code);
    };
    const answer = await fetch(this.#url + path, init).catch((error: unknown): undefined => {
      const code = codeOf(error instanceof Error ? error.cause : undefined);
      if (!isRefusal(code, REFUSED_CONNECTION)) throw error;
      this.#countRefusal(code);
    });
    if (answer?.status !== 503) return answer;
    const { code } = Problem.parse(await answer.clone().json());
    if (path.startsWith(WRITES) || !isRefusal(code, NOT_READY)) return answer;
    this.#countRefusal(code);
    return undefined;
  }

  #countRefusal(code: string): void {
    count(this.#refused, code);
    const now = performance.now();
    this.#refusedAt ??= now;
    this.#longestOutageMs = Math.max(this.#longestOutageMs, now - this.#refusedAt);
  }

  /** Whether a write may stay invisible for more than five seconds. */
  get #mayWait(): boolean {
    return this.#mayRefuse || Date.now() <= this.#mayWaitUntil;
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const routeOf = (path: string): string => path.split("?")[0] ?? path;
