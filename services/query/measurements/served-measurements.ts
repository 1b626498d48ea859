import type { Response } from "express";
import { observations } from "../../../contracts/views/observations.ts";
import { stations } from "../../../contracts/views/stations.ts";
import { readBuildFacts } from "../../../platform/build-facts.ts";
import type { AirQualityIndexName, Config } from "../../../platform/config.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Platform } from "../../../platform/lifecycle/service.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { european } from "../../../science/air-quality-index/european.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import { norwegian } from "../../../science/air-quality-index/norwegian.ts";
import { FilteredAnswers } from "../http/filtered-answers.ts";
import type { BindRead } from "../http/read.ts";
import { type Served, ServedViews } from "../views/served-views.ts";
import { limitStatements } from "./answers/limited-database.ts";
import { LongAnswers } from "./answers/long-answers.ts";
import { PreparedAnswers } from "./answers/prepared-answers.ts";
import { historyWriter } from "./history/history-text.ts";
import { type NetworkCache, openNetworkCache } from "./network-cache.ts";
import type { MeasurementParts, MeasurementSettings, NetworkContent } from "./parts.ts";

/** Statements for long answers at a time, at most; a pool has 10 connections. */
const MAX_LONG_STATEMENTS = 4;

const INDICES: Readonly<Record<AirQualityIndexName, AirQualityIndex>> = { norwegian, european };

const EVERY_VALUE = {
  isCsv: false,
  period: { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
  showInvalid: true,
  index: undefined,
} as const;

interface Parts extends Served, Pick<Platform, "config" | "database" | "clock"> {
  readonly eventStore: { readonly logId: string };
  readonly progress: Pick<ViewProgress, "join">;
}

/** The stations and values that are served, and the reads of them. */
export class ServedMeasurements extends ServedViews<
  readonly [typeof stations, typeof observations],
  NetworkContent & NetworkCache
> {
  readonly #database: Queryable;
  readonly #settings: MeasurementSettings;
  readonly #clock: () => Date;

  constructor(parts: Parts) {
    const settings = settingsOf(parts.config);
    super({
      ...parts,
      views: [stations, observations],
      components: ["stations", "newestValues"],
      health: (content) => content.health(),
      open: ([directory, values]) => openContent(directory, values, settings, parts),
    });
    this.#database = limitStatements(parts.database, MAX_LONG_STATEMENTS);
    this.#settings = settings;
    this.#clock = parts.clock;
  }

  /** The writer of a series' values of a day, invalid ones too; undefined for an unknown series. */
  valueWriter(series: number): ReturnType<typeof historyWriter> | undefined {
    const known = this.current().network().find(series);
    return known && historyWriter(known, "", { ...EVERY_VALUE, offset: this.#settings.utcOffset });
  }

  /** What routes and pages of measurements share. */
  parts(read: BindRead): MeasurementParts {
    const use = (response: Response) => this.use(response);
    const current = () => this.current();
    const open = { longAnswers: new LongAnswers(), filteredAnswers: new FilteredAnswers() };
    const [database, settings, clock] = [this.#database, this.#settings, this.#clock];
    return { database, settings, clock, use, current, read, ...open };
  }
}

function settingsOf({ utcOffset, airQualityIndex, upToDateHours }: Config): MeasurementSettings {
  return { utcOffset, index: INDICES[airQualityIndex], upToDateHours };
}

async function openContent(
  directory: typeof stations,
  values: typeof observations,
  { index }: MeasurementSettings,
  { config, eventStore, clock, ...parts }: Parts,
): Promise<NetworkContent & NetworkCache> {
  const { airQualityIndex, utcOffset } = config;
  const cache = await openNetworkCache(directory, values, { ...parts, clock, index, utcOffset });
  const network = () => cache.current();
  // Another release may write the same values differently.
  const { version, commit } = await readBuildFacts();
  return {
    ...cache,
    network,
    answers: new PreparedAnswers(() => network().version, clock),
    observations: values,
    seed: [version, commit, eventStore.logId, directory.schema, values.schema, airQualityIndex, utcOffset].join(" "),
  };
}
