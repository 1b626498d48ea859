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

const KnownSeries = z.object({
  id: z.number(),
  station: z.string(),
  component: z.string(),
  timestep: z.number(),
  /** Null for a series without values. */
  fromTime: z.string().nullable(),
  toTime: z.string().nullable(),
});
const Added = z.object({ id: z.number().optional(), detail: z.string().optional() });
const Refused = z.object({ message: z.string() });
const Stored = z.object({ refused: z.number(), errors: z.array(Refused).default([]) });
/** Message for a series that takes no values of the demonstration, because others have registered it before. */
const OWNED_BY_ANOTHER = /belongs to another provider/;

/** An existing series, and the time that its values span; undefined without values. Seconds since 1970. */
interface HeldSeries {
  readonly id: number;
  readonly span: Span | undefined;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

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

  /** Brings everything up to the last full hour. Existing values stay, so a run that was cut off is completed. */
  async fill(): Promise<void> {
    const until = lastHour(this.#offset);
    const whole = { from: until - this.#span, until };
    const held = await this.#held();
    if (held.size < this.#series.length) this.#ids = await this.#register();
    else this.#ids = new Map([...held].map(([series, { id }]) => [series, id]));
    await this.#send(new Map(this.#series.map((series) => [series, missing(whole, held.get(series)?.span)])));
    this.#reported = until;
  }

  /** Sends the values of each hour when it is over. Returns a function that stops this. */
  goOn(onError: (error: unknown) => void): () => void {
    let sending = false;
    const timer = setInterval(() => {
      const until = lastHour(this.#offset);
      if (sending || until <= this.#reported) return;
      sending = true;
      const hours = [{ from: this.#reported, until }];
      this.#post(this.#lines(new Map(this.#series.map((series) => [series, hours]))))
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

  /** The series that exist. */
  async #held(): Promise<Map<DemoSeries, HeldSeries>> {
    const response = await fetch(`${this.#url}/lookup/timeseries`);
    const hourly = KnownSeries.array()
      .parse(await response.json())
      .filter(({ timestep }) => timestep === HOUR);
    const byName = new Map(hourly.map((one) => [`${one.station}/${one.component}`, one]));
    const found = new Map<DemoSeries, HeldSeries>();
    for (const series of this.#series) {
      const one = byName.get(`${series.station}/${series.component}`);
      if (one) found.set(series, { id: one.id, span: spanOf(one) });
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

  /** The id of the resource, whether it is added or exists already. */
  async #add(what: "stations" | "timeseries", body: unknown): Promise<number> {
    const response = await this.#client.send(`/api/provider/${what}/add`, JSON.stringify(body));
    const answer = Added.parse(await response.json());
    if (answer.id !== undefined && (response.ok || response.status === 409)) return answer.id;
    throw new Error(`${what}/add answered ${response.status}: ${answer.detail}`);
  }

  /** Sends the values of these times, a month at a time. */
  async #send(times: ReadonlyMap<DemoSeries, readonly Span[]>): Promise<void> {
    const spans = [...times.values()].flat();
    if (spans.length === 0) return;
    const from = spans.reduce((first, span) => Math.min(first, span.from), Number.POSITIVE_INFINITY);
    const until = spans.reduce((last, span) => Math.max(last, span.until), 0);
    const bars = progressBars();
    const bar = bars.create(hoursOf(spans), 0, { name: "values    " });
    for (let begin = from; begin < until; begin += LINE) {
      const month = { from: begin, until: Math.min(begin + LINE, until) };
      const parts = new Map([...times].map(([series, own]) => [series, own.flatMap((span) => common(span, month))]));
      await this.#post(this.#lines(parts));
      bar.increment(hoursOf([...parts.values()].flat()));
    }
    bars.stop();
  }

  /** A line for each span of a series that has values in it. */
  *#lines(times: ReadonlyMap<DemoSeries, readonly Span[]>): Generator<string> {
    const now = Date.now() / 1000;
    for (const [series, spans] of times) {
      for (const { from, until } of spans) {
        const values = demoValues(series, from, until, { now, offset: this.#offset });
        if (values.length > 0) yield `${JSON.stringify({ timeseries: this.#ids.get(series), values })}\n`;
      }
    }
  }

  /** Values of a series that others have registered before are left out. */
  async #post(lines: Iterator<string>): Promise<void> {
    const first = lines.next();
    if (first.done) return;
    const response = await this.#client.send("/api/provider/observations/add", stream(first.value, lines), {
      "Content-Type": "application/x-ndjson",
      Prefer: "wait=60",
    });
    const text = await response.text();
    const stored = response.ok ? Stored.parse(JSON.parse(text)) : undefined;
    if (stored?.errors.every(({ message }) => OWNED_BY_ANOTHER.test(message))) return;
    throw new Error(`observations/add answered ${response.status}: ${text}`);
  }
}

function spanOf({ fromTime, toTime }: z.infer<typeof KnownSeries>): Span | undefined {
  if (fromTime === null || toTime === null) return undefined;
  return { from: Date.parse(fromTime) / 1000, until: Date.parse(toTime) / 1000 };
}

/**
 * The missing spans of the whole. A missing day at its beginning may be maintenance, and leaves the whole as time goes on.
 */
function missing(whole: Span, held: Span | undefined): Span[] {
  if (held === undefined) return [whole];
  const before = held.from - whole.from > DAY ? common(whole, { from: whole.from, until: held.from }) : [];
  return [...before, ...common(whole, { from: held.until, until: whole.until })];
}

/** The span that two spans share; none if they don't meet. */
function common(one: Span, other: Span): Span[] {
  const [from, until] = [Math.max(one.from, other.from), Math.min(one.until, other.until)];
  return from < until ? [{ from, until }] : [];
}

const hoursOf = (spans: readonly Span[]): number =>
  Math.round(spans.reduce((sum, { from, until }) => sum + until - from, 0) / HOUR);

/** Generated while it is sent: the values of a month take 15 MB, and the system runs in the same process. */
function stream(first: string, rest: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    pull: (controller) => {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

/** When the last full hour of the network's clocks ended; `offset` in minutes. */
function lastHour(offset: number): number {
  const ahead = offset * 60;
  return Math.floor((Date.now() / 1000 + ahead) / HOUR) * HOUR - ahead;
}
