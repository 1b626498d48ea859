import { totalmem } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { catalogue } from "../../../contracts/views/catalogue.ts";
import type { Database } from "../../database/port.ts";
import { catalogueMapping, DYNAMIC_FIELDS } from "../mapping.ts";
import type { IndexSettings } from "./process/host.ts";

export interface SettingsParts {
  readonly build: typeof catalogue;
  readonly database: Database;
  readonly log: Logger;
  /** Its folder `search` contains the snapshots of each build's index. */
  readonly dataFolder: string;
}

const GIB = 2 ** 30;
/** Interval at which the source is polled in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Settings of the engine over a build of the catalogue. */
export function indexSettings({ build, database, dataFolder }: SettingsParts): IndexSettings {
  const { name, version, generation, schema, tables } = build;
  return {
    indexName: name,
    mapping: catalogueMapping,
    dynamicFields: DYNAMIC_FIELDS,
    sourceMemory: sourceMemory(),
    pollIntervalMs: POLL_INTERVAL_MS,
    view: { name, version, generation, tables },
    connection: database.connection,
    snapshotFolder: snapshotFolder(dataFolder, schema),
  };
}

/** The folder of the snapshots of every index, or of the one over a build. */
export function snapshotFolder(dataFolder: string, schema = ""): string {
  return join(dataFolder, "search", schema);
}

/** Bytes of records to keep in memory, which makes pages of hits fast. 200,000 records may need the maximum. */
function sourceMemory(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(GIB, available / 8);
}
