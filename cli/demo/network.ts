import { z } from "zod";
import type { ProviderClient } from "./client.ts";
import { type DemoSeries, demoSeries, demoStations, demoValues, HOUR, newTimeSeries } from "./observations.ts";
import { progressBars } from "./progress.ts";

const DAY = 24 * HOUR;
/** Days of hourly values before now. */
export const DAYS = 365;
/** Hours of one series in a line: a month. */
const LINE = 30 * 24 * HOUR;
/** How often the clock is read while the demonstration runs. */
const CLOCK_INTERVAL_MS = 20_000;

const KnownSeries = z.object({ id: z.number(), station: z.string(), component: z.string(), toTime: z.string() });
const Added = z.object({ id: z.number().optional(), detail: z.string().optional() });
const Stored = z.object({ refused: z.number().optional(), detail: z.string().optional() });

/** Stations, series and hourly values of a monitoring network, sent through the write API. */
export class DemoNetwork {
  readonly #series = demoSeries();
  readonly #client: ProviderClient;
  readonly #url: string;
  readonly #offset: number;
  #ids: ReadonlyMap<DemoSeries, number> = new Map();
  readonly #span: number;
  #reported = 0;

  /** `offset` is the network's, in minutes; `days` of values are sent. */
  constructor(client: ProviderClient, url: string, offset: number, days = DAYS) {
    this.#client = client;
    this.#url = url;
    this.#offset = offset;
    this.#span = days * DAY;
  }

  /** Brings everything up to the last full hour; what is there already stays, so a run that was cut off is completed. */
  async fill(): Promise<void> {
    const until = lastHour();
    const latest = await this.#latest();
    if (latest.size < this.#series.length) this.#ids = await this.#register();
    else this.#ids = new Map([...latest].map(([series, { id }]) => [series, id]));
    const from = Math.min(...this.#series.map((series) => latest.get(series)?.until ?? until - this.#span));
    await this.#send(Math.max(from, until - this.#span), until);
    this.#reported = until;
  }

  /** Reports each hour when it is over. Returns a function that stops this. */
  goOn(onError: (error: unknown) => void): () => void {
    let sending = false;
    const timer = setInterval(() => {
      const until = lastHour();
      if (sending || until <= this.#reported) return;
      sending = true;
      this.#post(linesOf(this.#ids, this.#reported, until, this.#offset))
        .then(() => {
          this.#reported = until;
        }, onError)
        .finally(() => {
          sending = false;
        });
    }, CLOCK_INTERVAL_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** The series that have values, and where these end. */
  async #latest(): Promise<Map<DemoSeries, { id: number; until: number }>> {
    const response = await fetch(`${this.#url}/lookup/timeseries`);
    const known = KnownSeries.array().parse(await response.json());
    const byName = new Map(known.map((one) => [`${one.station}/${one.component}`, one]));
    const found = new Map<DemoSeries, { id: number; until: number }>();
    for (const series of this.#series) {
      const one = byName.get(`${series.station}/${series.component}`);
      if (one) found.set(series, { id: one.id, until: Date.parse(one.toTime) / 1000 });
    }
    return found;
  }

  async #register(): Promise<Map<DemoSeries, number>> {
    const stations = new Map<string, number>();
    for (const station of demoStations()) stations.set(station.name, await this.#add("stations", station));
    const ids = new Map<DemoSeries, number>();
    for (const series of this.#series) {
      ids.set(series, await this.#add("timeseries", newTimeSeries(series, stations.get(series.station) ?? 0)));
    }
    return ids;
  }

  /** The id of what is added, or was there already. */
  async #add(what: "stations" | "timeseries", body: unknown): Promise<number> {
    const response = await this.#client.send(`/api/provider/${what}/add`, JSON.stringify(body));
    const answer = Added.parse(await response.json());
    if (answer.id !== undefined && (response.ok || response.status === 409)) return answer.id;
    throw new Error(`${what}/add answered ${response.status}: ${answer.detail}`);
  }

  async #send(from: number, until: number): Promise<void> {
    if (from >= until) return;
    const bars = progressBars();
    const bar = bars.create(Math.round((until - from) / HOUR) * this.#ids.size, 0, { name: "values    " });
    for (let begin = from; begin < until; begin += LINE) {
      const end = Math.min(begin + LINE, until);
      await this.#post(linesOf(this.#ids, begin, end, this.#offset));
      bar.increment(Math.round((end - begin) / HOUR) * this.#ids.size);
    }
    bars.stop();
  }

  async #post(lines: Iterable<string>): Promise<void> {
    const response = await this.#client.send("/api/provider/observations/add", stream(lines), {
      "Content-Type": "application/x-ndjson",
      Prefer: "wait=60",
    });
    const answer = Stored.parse(await response.json());
    if (response.ok && answer.refused === 0) return;
    throw new Error(`observations/add answered ${response.status}: ${JSON.stringify(answer)}`);
  }
}

/** One line a series: its values from `from` to `until`. */
function* linesOf(ids: ReadonlyMap<DemoSeries, number>, from: number, until: number, offset: number) {
  const now = Date.now() / 1000;
  for (const [series, id] of ids) {
    const values = demoValues(series, from, until, { now, offset });
    if (values.length > 0) yield `${JSON.stringify({ timeseries: id, values })}\n`;
  }
}

function stream(lines: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.iterator]();
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

const lastHour = () => Math.floor(Date.now() / 1000 / HOUR) * HOUR;
