import { expect } from "vitest";
import { emptyDay, encodeDay, VALID } from "../../contracts/observation-day.ts";
import type { Station } from "../../contracts/station.ts";
import { observations } from "../../contracts/views/observations.ts";
import { norwegian } from "../../science/air-quality-index/norwegian.ts";
import { dayNumber } from "../../science/calendar.ts";
import { FilteredAnswers } from "../../services/query/http/filtered-answers.ts";
import { LongAnswers } from "../../services/query/measurements/answers/long-answers.ts";
import { PreparedAnswers } from "../../services/query/measurements/answers/prepared-answers.ts";
import { type DirectoryRow, Network } from "../../services/query/measurements/network.ts";
import { airPageRoutes } from "../../services/query/portal/air/routes.ts";
import { answering } from "../doubles/database.ts";
import { manglerud } from "../known-series.ts";
import { serveRoutes, unlimitedRead } from "../serve-routes.ts";
import { host, identity } from "./publisher.ts";

const OFFSET = 60;
const DAY = dayNumber(2022, 3, 9);
const seconds = (time: string) => Date.parse(time) / 1000;

/** A value of an hour of 9 March 2022, or from the 24th on of the next day; valid unless its flags say otherwise. */
type HourOfSeries = readonly [series: number, hour: number, value: number, flags?: number];

/** The page of the air over a network of four stations, on 9 March 2022 at 14:12. */
export class ServedAir {
  network = new Network(norwegian, OFFSET);
  now = "";
  /** What the tables of past values have. */
  hours: readonly HourOfSeries[] = [];
  /** How many statements were asked of the tables. */
  statements = 0;
  /** What the tables wait for before they answer. */
  untilAnswered: Promise<unknown> = Promise.resolve();
  #base = "";
  #changes = 0;

  /** Serves it until the hook runs. */
  static async open(hook: (end: () => Promise<void>) => void): Promise<ServedAir> {
    const air = new ServedAir();
    const clock = () => air.#clock();
    const content = {
      network: () => air.network,
      answers: new PreparedAnswers(() => air.network.version, clock),
      observations,
      seed: "",
    };
    const measurements = {
      database: answering(({ values: [, firstDay, lastDay] = [] }) => air.#rows(Number(firstDay), Number(lastDay))),
      use: () => content,
      current: () => content,
      read: unlimitedRead,
      settings: { utcOffset: OFFSET, index: norwegian, upToDateHours: 3 },
      longAnswers: new LongAnswers(),
      filteredAnswers: new FilteredAnswers(),
      clock,
    };
    air.#base = await serveRoutes(hook, airPageRoutes({ measurements, identity, host }));
    return air;
  }

  /** Everything as at the beginning. */
  reset(): void {
    this.statements = 0;
    this.untilAnswered = Promise.resolve();
    this.now = "2022-03-09T14:12:30+01:00";
    this.hours = [];
    this.network = new Network(norwegian, OFFSET);
    this.network.updateDirectory([
      station(1, "Manglerud"),
      station(2, "Alnabru"),
      station(3, "Danmarks plass", { area: "Bergen", latitude: 60.37, longitude: 5.34 }),
      station(4, "Empty", { area: "Nowhere" }),
      series(38, 1, "PM10"),
      series(39, 1, "NO2"),
      series(40, 1, "NO"),
      series(41, 2, "PM10"),
      series(42, 3, "NO2"),
    ]);
    this.newest(38, 130.5);
    this.newest(39, 20);
    this.newest(40, 900);
    this.newest(41, -3.2);
    this.newest(42, 250, "2022-03-09T12:00:00+01:00");
  }

  /** The newest value of a series, which is valid and from 13 to 14 unless told. */
  newest(id: number, value: number, from = "2022-03-09T13:00:00+01:00"): void {
    const at = seconds(from);
    const firstFrom = seconds("2022-01-01T00:00+01:00");
    const values = { newestFrom: at, newestValue: value, validFrom: at, validValue: value };
    const row = { series: id, firstFrom, ...values, changeSequence: ++this.#changes };
    this.network.updateNewest([row], this.#clock().getTime());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.#base}${path}`, { headers });
  }

  /** The page at the path, which has to be answered. */
  async page(path: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await this.get(path, headers);
    const html = await answer.text();
    expect(answer.status, html).toBe(200);
    return html;
  }

  #clock(): Date {
    return new Date(this.now);
  }

  async #rows(firstDay: number, lastDay: number): Promise<readonly object[]> {
    this.statements++;
    await this.untilAnswered;
    return this.hours
      .map(([series, hour, value, flags = VALID]) => {
        const values = emptyDay(24);
        values.values[hour % 24] = value;
        values.flags[hour % 24] = flags;
        const encoded = encodeDay(values, 1);
        const day = DAY + Math.floor(hour / 24);
        return { series, day, values: Buffer.from(encoded.values), flags: Buffer.from(encoded.flags) };
      })
      .filter(({ day }) => firstDay <= day && day <= lastDay);
  }
}

const row = (kind: DirectoryRow["kind"], document: { readonly id: number }): DirectoryRow => ({
  ...{ kind, id: document.id, document: JSON.stringify(document), deleted: false, changeSequence: 1 },
});

export const station = (id: number, name: string, rest: Partial<Station> = {}): DirectoryRow =>
  row("station", { ...manglerud, id, name, ...rest });

/** An hourly series of a station. */
export const series = (id: number, of: number, component: string, rest: object = {}): DirectoryRow =>
  row("series", {
    ...{ id, station: of, component, unit: "µg/m³", timestep: 3600, isVisible: true, provider: "nilu" },
    ...rest,
  });

/** The texts of the cells of each row of the table of stations, or of another one. */
export function rowsOf(html: string, name = "table"): string[][] {
  const table = /<tbody>(.*?)<\/tbody>/s.exec(html.slice(html.indexOf(`data-live="${name}"`)))?.[1] ?? "";
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, cells = ""]) =>
    [...cells.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
  );
}

export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();

export const summaryOf = (html: string): string =>
  textOf(/<section data-live="summary">(.*?)<\/section>/s.exec(html)?.[1] ?? "");
