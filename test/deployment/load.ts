import { z } from "zod";
import { manglerud, nitrogenDioxide } from "../end-to-end/network-samples.ts";
import { facility, record } from "../end-to-end/samples.ts";
import { Facilities, Found, Newest, Series, Stations, Titled, TitledHits, titleRevision } from "./answers.ts";
import { Client } from "./client.ts";
import { january, PERIOD, windows } from "./january.ts";
import type { LoadReport } from "./load-report.ts";
import { Pace } from "./pace.ts";
import { LIVE_FACILITY, Writes } from "./writes.ts";

/** Which releases may answer. */
export type Serving = "old" | "new" | "either";

const READING = { perSecond: 50, clients: 25 };
const WRITING = { perSecond: 20, clients: 10 };
const BATCH = 1_000;
const STATIONS = 8;
const SEARCH = "/api/metadata/search";

const Id = z.object({ id: z.number() });

/** Clients that read and write at fixed rates, and check every answer. */
export class Load {
  readonly #baseline: number;
  readonly #client: Client;
  readonly #writes: Writes;
  #serving: Serving = "old";
  #paces: readonly Pace[] = [];

  /** `baseline`: records that exist before, and do not change. */
  constructor(url: string, password: string, baseline: number) {
    this.#baseline = baseline;
    this.#client = new Client(url, password);
    this.#writes = new Writes(this.#client);
  }

  set serving(serving: Serving) {
    this.#serving = serving;
  }

  /**
   * Set while the only process is stopped or not ready yet: then it refuses connections, and reads of views that it has not
   * loaded.
   */
  set mayRefuse(mayRefuse: boolean) {
    this.#client.mayRefuse = mayRefuse;
  }

  /** Reads may wait while the projector is killed and replaced, and until the next one has had time to take over. */
  whileProjectorIsReplaced(replace: () => Promise<void>): Promise<void> {
    return this.#client.whileProjectorIsReplaced(replace);
  }

  /** Adds everything that is not changed later. */
  async fill(): Promise<void> {
    for (const identifier of ["base", LIVE_FACILITY]) await this.#client.send("facilities/add", facility(identifier));
    for (let first = 0; first < this.#baseline; first += BATCH) {
      const count = Math.min(BATCH, this.#baseline - first);
      const batch = Array.from({ length: count }, (_, index) =>
        record(`base-${first + index}`, { campaign: `c${(first + index) % 10}`, facility: { identifier: "base" } }),
      );
      await this.#client.send("metadata/add", batch);
    }
    for (let index = 0; index < STATIONS; index++) {
      const { id: station } = Id.parse(
        await this.#client.send("stations/add", manglerud({ name: `Station ${index}` })),
      );
      const { id: series } = Id.parse(await this.#client.send("timeseries/add", nitrogenDioxide(station)));
      this.#writes.add(station, series);
      await this.#client.send("observations/add", [{ timeseries: series, values: january() }]);
    }
    for (const write of this.#writes.writers()) await write();
    // Everything is visible before clients count on it.
    await this.#client.send("facilities/add", facility("last"), { Prefer: "wait=60" });
  }

  start(): void {
    const onFailure = (error: unknown) => this.#client.fail(`${described(error)}, at ${new Date().toISOString()}`);
    this.#paces = [
      new Pace(this.#readers(), { ...READING, onFailure }),
      new Pace(this.#writes.writers(), { ...WRITING, onFailure }),
    ];
  }

  async stop(): Promise<LoadReport> {
    await Promise.all(this.#paces.map((pace) => pace.stop()));
    return { ...this.#client.report, leftOut: this.#paces.reduce((sum, { leftOut }) => sum + leftOut, 0) };
  }

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
      const answer = await this.#client.read(SEARCH, { body: { search: { size: 0, query } } });
      return answer && Found.parse(await answer.json()).response.hits.total.value;
    };
    await this.#checked("a search", read, expected);
  }

  async #readMeans(): Promise<void> {
    const counts = { old: windows(6) * STATIONS, new: windows(4) * STATIONS };
    const read = async () => {
      const series = await this.#client.readKept(`/agg/max8hour/${PERIOD}/all?coverage=0`, Series);
      return series?.flatMap(({ values }) => values).reduce((sum, { count }) => sum + count, 0);
    };
    await this.#checked("means", read, counts);
  }

  /** Reads answers in which both releases have a number, which may differ. */
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
    if (!allowed.includes(found)) this.#client.fail(`${what} tells ${found}, not ${allowed.join(" or ")}`);
  }

  async #readRecord(): Promise<void> {
    const [pid, { revision, position }] = this.#writes.someRecord();
    const titled = await this.#client.readKept(`/api/metadata/record?pid=${pid}`, Titled, position);
    if (titled) this.#expectRevision("a record", titleRevision(titled), revision);
  }

  async #findRecord(): Promise<void> {
    const [pid, { revision, position }] = this.#writes.someRecord();
    const query = { term: { "identification.identifier.pid.keyword": pid } };
    const answer = await this.#client.read(SEARCH, { body: { search: { query } }, position });
    if (!answer) return;
    const [hit] = TitledHits.parse(await answer.json()).response.hits.hits;
    this.#expectRevision("a hit", hit ? titleRevision(hit._source) : 0, revision);
  }

  async #readNewest(): Promise<void> {
    const [id, { revision, position }] = this.#writes.someSeries();
    const newest = await this.#client.readKept("/aq/utd", Newest, position);
    if (!newest) return;
    if (newest.length !== STATIONS) this.#client.fail(`/aq/utd has ${newest.length} series`);
    this.#expectRevision("/aq/utd", newest.find((each) => each.id === id)?.value ?? 0, revision);
  }

  async #readStations(): Promise<void> {
    const [id, { revision, position }] = this.#writes.someStation();
    const stations = await this.#client.readKept("/lookup/stations", Stations, position);
    if (!stations) return;
    if (stations.length !== STATIONS) this.#client.fail(`/lookup/stations has ${stations.length} stations`);
    this.#expectRevision("/lookup/stations", Number(stations.find((each) => each.id === id)?.owner), revision);
  }

  async #readFacilities(): Promise<void> {
    const { revision, position } = this.#writes.facility;
    const facilities = await this.#client.readKept("/api/facilities", Facilities, position);
    if (!facilities) return;
    const live = facilities.find(({ identifier }) => identifier === LIVE_FACILITY);
    this.#expectRevision("/api/facilities", Number(live?.name), revision);
  }

  #expectRevision(what: string, found: number, written: number): void {
    if (!(found >= written)) this.#client.fail(`${what} is stale`);
  }
}

/** The reason of a failed request. */
function described(error: unknown): string {
  return error instanceof Error && error.cause ? `${error}: ${error.cause}` : String(error);
}
