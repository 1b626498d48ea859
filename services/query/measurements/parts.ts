import type { Response } from "express";
import type { observations } from "../../../contracts/views/observations.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { AirQualityIndex } from "../../../science/air-quality-index/index-table.ts";
import type { FilteredAnswers } from "../http/filtered-answers.ts";
import type { BindRead } from "../http/read.ts";
import type { LongAnswers } from "./answers/long-answers.ts";
import type { PreparedAnswers } from "./answers/prepared-answers.ts";
import type { Network } from "./network.ts";

/** Values with their air-quality index, or without it. */
export const KINDS = ["aq", "obs"] as const;
export type Kind = (typeof KINDS)[number];

/** What the routes of measurements depend on. */
export interface MeasurementParts {
  readonly database: Queryable;
  /** The content that an answer is made from. @throws HttpProblem while the views can't be read */
  readonly use: (response: Response) => NetworkContent;
  /** The same, for as long as nothing is awaited. @throws HttpProblem while the views can't be read */
  readonly current: () => NetworkContent;
  readonly read: BindRead;
  readonly settings: MeasurementSettings;
  readonly longAnswers: LongAnswers;
  readonly filteredAnswers: FilteredAnswers;
  readonly clock: () => Date;
}

/** A build of the stations and one of the observations. */
export interface NetworkContent {
  /** The network as it is now. @throws HttpProblem while that is not known. */
  readonly network: () => Network;
  readonly answers: PreparedAnswers;
  readonly observations: typeof observations;
  /** Identifies the code, the log, the builds and the settings that answers depend on: part of every ETag. */
  readonly seed: string;
}

export interface MeasurementSettings {
  /** The network's fixed offset, minutes ahead of UTC. */
  readonly utcOffset: number;
  readonly index: AirQualityIndex;
  /** Hours after which a newest value is no longer up to date. */
  readonly upToDateHours: number;
}
