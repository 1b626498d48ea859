import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { codeOf } from "../../platform/errors.ts";
import { hour, manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { tokenOf } from "../views/content.ts";
import { Facilities, Found, Newest, Series, Stations, Titled, TitledHits, titleRevision } from "./answers.ts";
import { january, PERIOD, windows } from "./january.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { LoadReport } from "./load-report.ts";

/** Which releases may answer. */
export type Serving = "old" | "new" | "either";

const READS_PER_SECOND = 50;
const WRITES_PER_SECOND = 20;
const BATCH = 1_000;
const STATIONS = 8;
const LIVE_RECORDS = 40;
const LIVE_FACILITY = "live";
const MAX_WAIT_MS = 20_000;
/** Another projector takes over within ten seconds; reads that began before wait for five. */
const TAKE_OVER_MS = 15_000;
const SEARCH = "/api/metadata/search";
const WRITES = "/api/provider/";
/** No process listens, or the one that stops closes a connection on which no answer has begun. */
const REFUSED_CONNECTION: ReadonlySet<string> = new Set(["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"]);
/** Problems of reads while the process is not ready yet: it has not opened the view, or not read it into memory. */
const NOT_READY: ReadonlySet<string> = new Set(["view-building", "engine-unavailable"]);
const TOKEN_AGE_MS = 240_000;

/** What was acknowledged of one record, series or station: the newest revision, and where it is visible. */
interface Acknowledged {
  revision: number;
  position: string;
  isPending: boolean;
}

const unwritten = (): Acknowledged => ({ revision: 0, position: "", isPending: false });

const Id = z.object({ id: z.number() });
const Problem = z.object({ code: z.string() });

/** Clients that read and write at fixed rates, and know what each answer must be. */
export class Load {
  readonly #url: string;
  readonly #password: string;
  readonly #baseline: number;
  readonly #records = Array.from({ length: LIVE_RECORDS }, unwritten);
  readonly #series = new Map<number, Acknowledged>();
  readonly #stations = new Map<number, Acknowledged>();
  readonly #failures = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #facility = unwritten();
  readonly #kept = new KeptAnswers();
  readonly #unchanged = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  #serving: Serving = "old";
  #mayRefuse = false;
  #mayWaitUntil = 0;
  #timers: NodeJS.Timeout[] = [];
  #token = { text: "", until: 0 };
  #reads = 0;
  #writes = 0;
  #waited = 0;

  /** `baseline`: records that are there before, and do not change. */
  constructor(url: string, password: string, baseline: number) {
    this.#url = url;
    this.#password = password;
    this.#baseline = baseline;
  }

  set serving(serving: Serving) {
    this.#serving = serving;
  }

  /** Whether the only process is stopped or not ready yet: then it refuses connections, and reads of views that it has not read. */
  set mayRefuse(mayRefuse: boolean) {
    this.#mayRefuse = mayRefuse;
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

  /** Adds everything that is not changed later. */
  async fill(): Promise<void> {
    for (const identifier of ["base", LIVE_FACILITY]) await this.#send("facilities/add", facility(identifier));
    for (let first = 0; first < this.#baseline; first += BATCH) {
      const count = Math.min(BATCH, this.#baseline - first);
      const batch = Array.from({ length: count }, (_, index) =>
        record(`base-${first + index}`, { campaign: `c${(first + index) % 10}`, facility: { identifier: "base" } }),
      );
      await this.#send("metadata/add", batch);
    }
    for (let index = 0; index < STATIONS; index++) {
      const { id: station } = Id.parse(await this.#send("stations/add", manglerud({ name: `Station ${index}` })));
      const { id: series } = Id.parse(await this.#send("timeseries/add", nitrogenDioxide(station)));
      this.#stations.set(station, unwritten());
      this.#series.set(series, unwritten());
      await this.#send("observations/add", [{ timeseries: series, values: january() }]);
    }
    for (const write of [...this.#writers()]) await write();
    // Everything is visible before clients count on it.
    await this.#send("facilities/add", facility("last"), { Prefer: "wait=60" });
  }

  start(): void {
    const readers = this.#readers();
    const writers = this.#writers();
    let [read, write] = [0, 0];
    const run = (work: () => Promise<void>) => {
      const begun = new Date().toISOString();
      const running = work().catch((error: unknown) => this.#fail(`${described(error)}, begun ${begun}`));
      this.#running.add(running);
      void running.then(() => this.#running.delete(running));
    };
    this.#timers = [
      setInterval(() => run(readers[read++ % readers.length] ?? this.#never), 1_000 / READS_PER_SECOND),
      setInterval(() => run(writers[write++ % writers.length] ?? this.#never), 1_000 / WRITES_PER_SECOND),
    ];
  }

  async stop(): Promise<LoadReport> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
    return {
      ...{ reads: this.#reads, writes: this.#writes, waited: this.#waited, unchanged: this.#unchanged },
      ...{ refused: this.#refused, failures: this.#failures },
    };
  }

  /** Undefined when the request was refused, as it may be. */
  async #fetch(path: string, init: RequestInit): Promise<Response | undefined> {
    const mayRefuse = this.#mayRefuse;
    const isRefusal = (code: string | undefined, codes: ReadonlySet<string>): code is string => {
      return (mayRefuse || this.#mayRefuse) && code !== undefined && codes.has(code);
    };
    const answer = await fetch(this.#url + path, init).catch((error: unknown): undefined => {
      const code = codeOf(error instanceof Error ? error.cause : undefined);
      if (!isRefusal(code, REFUSED_CONNECTION)) throw error;
      count(this.#refused, code);
    });
    if (answer?.status !== 503) return answer;
    const { code } = Problem.parse(await answer.clone().json());
    if (path.startsWith(WRITES) || !isRefusal(code, NOT_READY)) return answer;
    count(this.#refused, code);
    return undefined;
  }

  readonly #never = async (): Promise<void> => undefined;

  #readers(): readonly (() => Promise<void>)[] {
    return [
      () =>
        this.#count({ term: { "facility.identifier.keyword": "base" } }, { old: this.#baseline, new: this.#baseline }),
      () => this.#count({ term: { "campaign.keyword": "c3" } }, { old: 0, new: Math.ceil((this.#baseline - 3) / 10) }),
      () => this.#readRecord(),
      () => this.#findRecord(),
      () => this.#readNewest(),
      () => this.#readMeans(),
      () => this.#readStations(),
      () => this.#readFacilities(),
    ];
  }

  async #count(query: object, expected: Readonly<Record<"old" | "new", number>>): Promise<void> {
    const read = async () => {
      const answer = await this.#read(SEARCH, { body: { search: { size: 0, query } } });
      return answer && Found.parse(await answer.json()).response.hits.total.value;
    };
    await this.#checked("a search", read, expected);
  }

  async #readMeans(): Promise<void> {
    const counts = { old: windows(6) * STATIONS, new: windows(4) * STATIONS };
    const read = async () => {
      const series = await this.#readKept(`/agg/max8hour/${PERIOD}/all?coverage=0`, Series);
      return series?.flatMap(({ values }) => values).reduce((sum, { count }) => sum + count, 0);
    };
    await this.#checked("means", read, counts);
  }

  /** Reads what both releases answer with a number, which may be different. */
  async #checked(
    what: string,
    read: () => Promise<number | undefined>,
    expected: Readonly<Record<"old" | "new", number>>,
  ): Promise<void> {
    const before = this.#serving;
    const found = await read();
    if (found === undefined) return;
    const may = (release: "old" | "new") =>
      [before, this.#serving].some((each) => each === release || each === "either");
    const allowed = (["old", "new"] as const).filter(may).map((release) => expected[release]);
    if (!allowed.includes(found)) this.#fail(`${what} tells ${found}, not ${allowed.join(" or ")}`);
  }

  async #readRecord(): Promise<void> {
    const [pid, { revision, position }] = this.#someRecord();
    const titled = await this.#readKept(`/api/metadata/record?pid=${pid}`, Titled, position);
    if (titled) this.#expectRevision("a record", titleRevision(titled), revision);
  }

  async #findRecord(): Promise<void> {
    const [pid, { revision, position }] = this.#someRecord();
    const query = { term: { "identification.identifier.pid.keyword": pid } };
    const answer = await this.#read(SEARCH, { body: { search: { query } }, position });
    if (!answer) return;
    const [hit] = TitledHits.parse(await answer.json()).response.hits.hits;
    this.#expectRevision("a hit", hit ? titleRevision(hit._source) : 0, revision);
  }

  async #readNewest(): Promise<void> {
    const [id, { revision, position }] = this.#oneOf([...this.#series]);
    const newest = await this.#readKept("/aq/utd", Newest, position);
    if (!newest) return;
    if (newest.length !== STATIONS) this.#fail(`/aq/utd has ${newest.length} series`);
    this.#expectRevision("/aq/utd", newest.find((each) => each.id === id)?.value ?? 0, revision);
  }

  async #readStations(): Promise<void> {
    const [id, { revision, position }] = this.#oneOf([...this.#stations]);
    const stations = await this.#readKept("/lookup/stations", Stations, position);
    if (!stations) return;
    if (stations.length !== STATIONS) this.#fail(`/lookup/stations has ${stations.length} stations`);
    this.#expectRevision("/lookup/stations", Number(stations.find((each) => each.id === id)?.owner), revision);
  }

  async #readFacilities(): Promise<void> {
    const { revision, position } = { ...this.#facility };
    const facilities = await this.#readKept("/api/facilities", Facilities, position);
    if (!facilities) return;
    const live = facilities.find(({ identifier }) => identifier === LIVE_FACILITY);
    this.#expectRevision("/api/facilities", Number(live?.name), revision);
  }

  #expectRevision(what: string, found: number, written: number): void {
    if (!(found >= written)) this.#fail(`${what} is stale`);
  }

  #writers(): readonly (() => Promise<void>)[] {
    const writers = [
      ...this.#records.map(
        (known, index) => () =>
          this.#write(known, (revision) => {
            const { identification, ...members } = record(`live-${index}`);
            return ["metadata/add", [{ ...members, identification: { ...identification, title: `${revision}` } }]];
          }),
      ),
      ...[...this.#series].map(
        ([timeseries, known]) =>
          () =>
            this.#write(known, (revision) => ["observations/add", [{ timeseries, values: [hour(-1, revision)] }]]),
      ),
      ...[...this.#stations].map(
        ([id, known], index) =>
          () =>
            this.#write(known, (revision) => {
              return ["stations/update", { ...manglerud({ name: `Station ${index}` }), id, owner: `${revision}` }];
            }),
      ),
      () =>
        this.#write(this.#facility, (revision) => {
          return ["facilities/update", facility(LIVE_FACILITY, { name: `${revision}` })];
        }),
    ];
    // Alternately of each kind.
    return writers.map((_, index) => writers[(index * 5) % writers.length] ?? this.#never);
  }

  async #write(known: Acknowledged, make: (revision: number) => readonly [path: string, body: object]): Promise<void> {
    if (known.isPending) return;
    known.isPending = true;
    try {
      const revision = known.revision + 1;
      const [path, body] = make(revision);
      let position: string | undefined;
      await this.#send(path, body, {}, (answer) => {
        position = answer.headers.get("Event-Position") ?? "";
      });
      if (position !== undefined) Object.assign(known, { revision, position });
    } finally {
      known.isPending = false;
    }
  }

  async #send(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    onAnswer: (answer: Response) => void = () => undefined,
  ): Promise<unknown> {
    // A login may not be refused: a token outlives the restarts.
    if (Date.now() > this.#token.until && !this.#mayRefuse) {
      const until = Date.now() + TOKEN_AGE_MS;
      this.#token = { text: await tokenOf(this.#url, "admin", this.#password), until };
    }
    const answer = await this.#fetch(WRITES + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.#token.text}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer) return undefined;
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    this.#writes += 1;
    onAnswer(answer);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Reads the path, mostly by asking whether an earlier answer still holds. Returns what the client then has. */
  async #readKept<Content>(path: string, schema: z.ZodType<Content>, position?: string): Promise<Content | undefined> {
    const tag = this.#kept.choose(path);
    const kept = tag === undefined ? undefined : this.#kept.contentOf(path, tag);
    const answer = await this.#read(path, { position, headers: tag === undefined ? {} : { "If-None-Match": tag } });
    if (!answer) return undefined;
    if (answer.status === 304) {
      count(this.#unchanged, routeOf(path));
      return schema.parse(kept);
    }
    const content = schema.parse(await answer.json());
    const etag = answer.headers.get("ETag");
    if (etag === null) this.#fail(`${routeOf(path)} has no ETag`);
    else this.#kept.keep(path, etag, content);
    return content;
  }

  /** An answer of 200 or 304; undefined after a failure, or when the request was refused as it may be. */
  async #read(
    path: string,
    {
      body,
      position,
      headers,
    }: { body?: object; position?: string | undefined; headers?: Readonly<Record<string, string>> },
  ): Promise<Response | undefined> {
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
      });
      if (!answer) return undefined;
      if (answer.status === 200 || answer.status === 304) return answer;
      const { code, detail } = (await answer.json()) as { readonly code?: string; readonly detail?: string };
      if (code !== "not-yet-visible" || performance.now() - begun > MAX_WAIT_MS) {
        this.#fail(`${routeOf(path)} answered ${answer.status} ${code}: ${detail}`);
        return undefined;
      }
      if (!mayWait && !this.#mayWait) this.#fail(`${routeOf(path)} waits while a projector runs`);
      this.#waited += 1;
      await sleep(Number(answer.headers.get("Retry-After")) * 1_000);
    }
  }

  /** Whether what was written may not be visible within five seconds. */
  get #mayWait(): boolean {
    return this.#mayRefuse || Date.now() <= this.#mayWaitUntil;
  }

  #someRecord(): readonly [pid: string, Acknowledged] {
    const [index, known] = this.#oneOf([...this.#records.entries()]);
    return [`live-${index}`, { ...known }];
  }

  #oneOf<Key>(known: readonly (readonly [Key, Acknowledged])[]): readonly [Key, Acknowledged] {
    const chosen = known[Math.floor(Math.random() * known.length)];
    if (!chosen) throw new Error("nothing was written");
    return [chosen[0], { ...chosen[1] }];
  }

  #fail(what: string): void {
    count(this.#failures, what);
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const routeOf = (path: string): string => path.split("?")[0] ?? path;

/** With what a failed request failed of. */
function described(error: unknown): string {
  return error instanceof Error && error.cause ? `${error}: ${error.cause}` : String(error);
}
