import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { slugOf } from "../../contracts/slug.ts";
import { listenLocally } from "../listen.ts";

export type Kind = "record" | "facility" | "station" | "timeseries" | "observations";

/** How a request fails. */
export type Fault = "unavailable" | "cut" | "broken" | "not lines" | "silent loss";

interface Thing {
  readonly kind: Kind;
  readonly subject: string;
  readonly position: number;
  /** JSON; undefined once it is deleted. */
  readonly data: string | undefined;
}

const FOLDERS: Readonly<Record<Kind, string | undefined>> = {
  record: "records",
  facility: "facilities",
  station: "stations",
  timeseries: "timeseries",
  observations: undefined,
};
const AS_OF = "2026-11-26T20:00:00Z";
const POLL_MS = 10;

/** A server with the feed of changes of a catalogue, which its test changes, and whose requests the test lets fail. */
export class ChangeFeed implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #things = new Map<string, Thing>();
  #position = 0;
  #log = 1;
  url = "";
  /** Changes of a page, at most. */
  pageSize = 1_000;
  /** Seconds that an unavailable feed asks for. */
  retryAfter = "0";
  /** Whether its views are behind: then it answers nothing. */
  isBehind = false;
  /** Of the next requests, one each. */
  readonly faults: Fault[] = [];
  /** What happens before the next pages are read, one each. */
  readonly meanwhile: (() => void)[] = [];
  /** The query of each request. */
  readonly asked: URLSearchParams[] = [];

  static async start(): Promise<ChangeFeed> {
    const feed = new ChangeFeed();
    feed.url = `http://${await listenLocally(feed.#server)}`;
    return feed;
  }

  put(kind: Kind, subject: string, data: string): void {
    this.#change({ kind, subject, data });
  }

  delete(kind: Kind, subject: string): void {
    if (this.#things.get(`${kind} ${subject}`)?.data !== undefined) this.#change({ kind, subject, data: undefined });
  }

  /** From now on the address has a log in which nothing is yet. */
  changeLog(): void {
    this.#log += 1;
    this.#position = 0;
    this.#things.clear();
  }

  /** The log goes back to the position of an earlier time: what was changed since is as if it had never been. */
  loseEnd(since: number): void {
    this.#position = since;
    for (const [name, { position }] of this.#things) if (position > since) this.#things.delete(name);
  }

  /** What a folder has that is equal to the catalogue: contents by file. */
  get files(): Readonly<Record<string, string>> {
    const files: Record<string, string> = {};
    for (const { kind, subject, data } of this.#things.values()) {
      const name = kind === "record" || kind === "facility" ? slugOf(subject) : subject;
      if (data !== undefined && FOLDERS[kind]) files[`${FOLDERS[kind]}/${name}.json`] = data;
    }
    return files;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #change(thing: Omit<Thing, "position">): void {
    const name = `${thing.kind} ${thing.subject}`;
    this.#position += 1;
    // The order of the map is that of the last changes.
    this.#things.delete(name);
    this.#things.set(name, { ...thing, position: this.#position });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", this.url);
    this.asked.push(query);
    if (pathname !== "/api/changes") {
      problem(response, 404, "not-found");
      return;
    }
    const fault = this.faults.shift();
    if (fault === "unavailable") {
      response.setHeader("Retry-After", this.retryAfter);
      problem(response, 503, "not-yet-visible");
      return;
    }
    if (fault === "broken") {
      response.destroy();
      return;
    }
    if (fault === "not lines") {
      response.setHeader("Content-Type", "application/x-ndjson").end("<html>\n</html>\n");
      return;
    }
    this.meanwhile.shift()?.();
    const [log, position = 0] = this.#parse(query.get("after"));
    if (log !== this.#log) {
      response.setHeader("Link", `<${this.url}/api/changes>; rel="restart"`);
      problem(response, 410, "position-of-another-log");
      return;
    }
    if (this.isBehind || position > this.#position) {
      problem(response, 503, "not-yet-visible");
      return;
    }
    await this.#untilChanged(position, Number(query.get("wait")), response);
    this.#write(position, query, fault, response);
  }

  async #untilChanged(position: number, seconds: number, response: ServerResponse): Promise<void> {
    const deadline = performance.now() + 1_000 * seconds;
    const log = this.#log;
    while (this.#position <= position && this.#log === log && performance.now() < deadline && !response.destroyed) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #write(after: number, query: URLSearchParams, fault: Fault | undefined, response: ServerResponse): void {
    const types = query.get("types")?.split(",");
    const following = [...this.#things.values()].filter(({ position }) => position > after);
    const wanted = following.filter(({ kind }) => types?.includes(kind) ?? true);
    const page = wanted.slice(0, Math.min(this.pageSize, Number(query.get("limit") ?? 1_000)));
    const more = page.length < wanted.length;
    const next = this.#positionText(more ? (page.at(-1)?.position ?? after) : Math.max(after, this.#position));
    const lines = page.map((thing) => this.#line(thing, query.get("include") === "content"));
    lines.push(JSON.stringify({ next, more, asOf: AS_OF }));
    response.setHeader("Content-Type", "application/x-ndjson");
    const text = lines.map((line) => `${line}\n`).join("");
    if (fault === "cut") response.write(text.slice(0, text.length / 2), () => response.destroy());
    else if (fault === "silent loss")
      response.end(
        lines
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(""),
      );
    else response.end(text);
  }

  #line({ kind, subject, position, data }: Thing, wantsContent: boolean): string {
    const at = this.#positionText(position);
    const type = `airlog.${kind}.${data === undefined ? "deleted" : "changed"}`;
    const event = {
      specversion: "1.0",
      id: `${at}.${kind}.1`,
      source: this.url,
      type,
      subject,
      time: AS_OF,
      position: at,
    };
    if (data === undefined || !wantsContent) return JSON.stringify(event);
    return `${JSON.stringify({ ...event, datacontenttype: "application/json" }).slice(0, -1)},"data":${data}}`;
  }

  #positionText(position: number): string {
    return `${this.#logText(this.#log)}.${"0".repeat(16)}${position.toString(16).padStart(16, "0")}`;
  }

  #logText = (log: number): string => createHash("sha256").update(`${log}`).digest("hex").slice(0, 12);

  #parse(after: string | null): readonly [log: number | undefined, position?: number] {
    if (after === null) return [this.#log, 0];
    if (after === "now") return [this.#log, this.#position];
    const [log, digits = ""] = after.split(".");
    return log === this.#logText(this.#log) ? [this.#log, Number.parseInt(digits, 16)] : [undefined];
  }
}

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ status, code, detail: `The detail of ${code}.` }));
}
