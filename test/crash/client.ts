import { setTimeout as sleep } from "node:timers/promises";
import { type Random, seeded } from "../../cli/demo/random.ts";
import { facilityStream, metadataStream } from "../../contracts/events.ts";
import { observationsStream, stationStream, timeSeriesStream } from "../../contracts/measurement-events.ts";
import { type Metadata, pidOf } from "../../contracts/metadata.ts";
import { DatabaseUnavailable } from "../../platform/database/port.ts";
import { manglerud, nitrogenDioxide, value } from "../end-to-end/network-samples.ts";
import { record } from "../records.ts";
import { NoAnswer, type SystemUnderTest } from "./operator.ts";

/** The acknowledged changes: the number of events of each stream, and the resulting content. */
export class Promised {
  readonly records = new Map<string, Metadata>();
  readonly facilities = new Map<string, unknown>();
  /** Measured values by series and hour, such as `7 420000`: hours are counted from 1970 in the network's offset. */
  readonly values = new Map<string, number>();
  /** Events by stream. */
  readonly events = new Map<string, number>();

  count(stream: string): void {
    this.events.set(stream, (this.events.get(stream) ?? 0) + 1);
  }
}

interface Write {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  /** Status codes that acknowledge it. */
  readonly accepted: readonly number[];
  readonly acknowledge: (promised: Promised) => void;
}

/** Bounds the time of an inspection, however many kills came before. */
const MAX_RECORDS = 3_000;
/** The first measured hour, 1950-01-01T00:00: no run gets as far as now, after which values are refused. */
const FIRST_HOUR = Date.UTC(1950, 0) / 3_600_000;

/** Writes one request after another, and repeats a request that was not acknowledged, as real clients do. */
export class Client {
  readonly #system: SystemUnderTest;
  readonly #promised: Promised;
  readonly #random: Random;
  readonly #name: string;
  readonly #facilities: readonly string[];
  readonly #pids: string[] = [];
  #made = 0;
  #series = 0;
  #hour = FIRST_HOUR;
  #pending: Write | undefined;
  #stopping = false;
  #writing: Promise<void> = Promise.resolve();
  /** Number of 503 responses. */
  refused = 0;

  /** `name` is also the identifier of the client's own facility; its records refer to any of `facilities`. */
  constructor(
    system: SystemUnderTest,
    promised: Promised,
    random: Random,
    name: string,
    facilities: readonly string[],
  ) {
    this.#facilities = facilities;
    this.#system = system;
    this.#promised = promised;
    this.#random = random;
    this.#name = name;
  }

  /** Adds the client's facility, a station and a time series; must come before everything else. */
  async register(): Promise<void> {
    const facility = { identifier: this.#name, name: "unnamed" };
    await this.#register("facilities", facility);
    this.#promised.facilities.set(facility.identifier, facility);
    this.#promised.count(facilityStream(facility.identifier));
    const station = await this.#register("stations", manglerud({ name: this.#name }));
    this.#promised.count(stationStream(station));
    this.#series = await this.#register("timeseries", nitrogenDioxide(station));
    this.#promised.count(timeSeriesStream(this.#series));
  }

  /** Registers a client for each name. */
  static async registerAll(
    system: SystemUnderTest,
    promised: Promised,
    names: readonly string[],
    firstSeed = 0,
  ): Promise<readonly Client[]> {
    const clients = names.map((name, index) => new Client(system, promised, seeded(firstSeed + index), name, names));
    for (const client of clients) await client.register();
    return clients;
  }

  /** Starts to write; an interval between writes limits how much has to be inspected in the end. */
  begin(intervalMs = 0): void {
    this.#stopping = false;
    this.#writing = this.#keepWriting(intervalMs);
    // `settle` rethrows it.
    this.#writing.catch(() => undefined);
  }

  /** Stops after the present attempt, acknowledged or not. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#writing;
  }

  /** Stops, and repeats the last request until it is acknowledged. */
  async settle(timeoutMs: number): Promise<void> {
    await this.stop();
    const deadline = performance.now() + timeoutMs;
    while (this.#pending && !(await this.#attempt(this.#pending))) {
      if (performance.now() > deadline) throw new Error(`no answer to ${this.#pending.path}: ${this.#system.log}`);
      await sleep(50);
    }
  }

  async #keepWriting(intervalMs: number): Promise<void> {
    while (!this.#stopping) {
      this.#pending ??= this.#next();
      if (!(await this.#attempt(this.#pending))) await sleep(20);
      else if (intervalMs > 0) await sleep(intervalMs);
    }
  }

  /** Returns the id of the added station or series, 0 for a facility. */
  async #register(what: string, body: object): Promise<number> {
    const answer = await this.#system.send(`/api/provider/${what}/add`, { method: "POST", body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`no ${what}: ${answer.status} ${text}`);
    return text === "" ? 0 : JSON.parse(text).id;
  }

  /** Returns false when the request has to be repeated. @throws on an unexpected response. */
  async #attempt(write: Write): Promise<boolean> {
    const { body, headers = {} } = write;
    const answer = await this.#system.send(write.path, { method: "POST", body, headers }).catch(unlessAnswered);
    if (answer === undefined) return false;
    const text = await answer.text().catch(() => undefined);
    if (write.accepted.includes(answer.status)) {
      write.acknowledge(this.#promised);
      this.#pending = undefined;
      return true;
    }
    if (answer.status === 409 && text?.includes("request-running")) {
      await this.#endClaims();
      return false;
    }
    if (answer.status !== 503) throw new Error(`${write.path} answered ${answer.status}: ${text}`);
    if (!answer.headers.has("Retry-After")) throw new Error(`503 without Retry-After: ${text}`);
    this.refused += 1;
    return false;
  }

  /** Ends the client's claims on idempotency keys, as their expiry half a minute after a kill would. */
  async #endClaims(): Promise<void> {
    const database = await this.#system.database();
    const text = "update remembered_answers set claimed_until = now() where answer is null and key like $1";
    try {
      await database.query({ text, values: [`${this.#name} %`] });
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    } finally {
      await database.close();
    }
  }

  #next(): Write {
    if (this.#random.chance(0.05)) return this.#renaming();
    if (this.#random.chance(0.15)) return this.#deletion();
    if (this.#random.chance(0.2)) return this.#measurement();
    return this.#addition();
  }

  /** New records and replacements of earlier ones, deleted ones too, each with unique content. */
  #addition(): Write {
    const size = this.#random.between(1, 120);
    const added = Math.min(size, MAX_RECORDS - this.#pids.length);
    const fresh = Array.from({ length: added }, () => `${this.#name}/${this.#made++}`);
    const records = [...fresh, ...this.#random.some(this.#pids, 5 + size - added)].map((pid) =>
      record(pid, {
        made: this.#made++,
        text: "ä".repeat(600),
        facility: { identifier: this.#random.pick(this.#facilities) },
      }),
    );
    this.#pids.push(...fresh);
    return {
      path: "/api/provider/metadata/add",
      body: records,
      accepted: [200],
      acknowledge: (promised) => {
        for (const each of records) {
          promised.records.set(pidOf(each), each);
          promised.count(metadataStream(pidOf(each)));
        }
      },
    };
  }

  #deletion(): Write {
    const standing = this.#pids.filter((pid) => this.#promised.records.has(pid));
    const pids = this.#random.some(standing, this.#random.between(1, 20));
    return {
      path: "/api/provider/metadata/delete",
      body: pids,
      accepted: [204],
      acknowledge: (promised) => {
        for (const pid of pids) {
          promised.records.delete(pid);
          promised.count(metadataStream(pid));
        }
      },
    };
  }

  /** The next hours, and the last ones with new values. A repetition is recognised by its idempotency key. */
  #measurement(): Write {
    const series = this.#series;
    const first = Math.max(FIRST_HOUR, this.#hour - this.#random.between(0, 6));
    this.#hour = first + this.#random.between(7, 48);
    const hours = Array.from({ length: this.#hour - first }, (_, index) => first + index);
    const measured = hours.map((hour) => ({ hour, local: localTime(hour), value: this.#random.between(0, 1_000) }));
    return {
      path: "/api/provider/observations/add",
      body: [{ timeseries: series, values: measured.map((each) => value(each.local, each.value)) }],
      headers: { "Idempotency-Key": `${this.#name} ${this.#made++}` },
      accepted: [200],
      acknowledge: (promised) => {
        for (const each of measured) promised.values.set(`${series} ${each.hour}`, each.value);
        const months = new Set(measured.map(({ local }) => local.slice(0, 7)));
        for (const month of months) promised.count(observationsStream(series, month));
      },
    };
  }

  /** Touches all records of the facility. */
  #renaming(): Write {
    const facility = { identifier: this.#name, name: `name ${this.#made++}` };
    return {
      path: "/api/provider/facilities/update",
      body: facility,
      accepted: [200],
      acknowledge: (promised) => {
        promised.facilities.set(facility.identifier, facility);
        promised.count(facilityStream(facility.identifier));
      },
    };
  }
}

/** Such as 1950-01-01T00:00, in the network's offset as the hour is. */
const localTime = (hour: number): string => new Date(hour * 3_600_000).toISOString().slice(0, 16);

function unlessAnswered(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error;
}
