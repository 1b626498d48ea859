import { totalmem } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { catalogue } from "../../../contracts/views/catalogue.ts";
import type { Database } from "../../database/port.ts";
import { registeredBuilds } from "../../views/registry.ts";
import { catalogueMapping, DYNAMIC_FIELDS } from "../mapping.ts";
import type { IndexSettings } from "./process/host.ts";

export interface SettingsParts {
  readonly build: typeof catalogue;
  readonly logId: string;
  readonly database: Database;
  readonly log: Logger;
  /** Its folder `search` contains the snapshots of each build's index. */
  readonly dataFolder: string;
}

const GIB = 2 ** 30;
/** Interval at which the source is polled in case a notification was lost. */
const POLL_INTERVAL_MS = 1_000;

/** Settings of the engine over a build of the catalogue. @throws DatabaseUnavailable */
export async function indexSettings({ build, logId, database, dataFolder }: SettingsParts): Promise<IndexSettings> {
  return {
    indexName: build.name,
    mapping: catalogueMapping,
    dynamicFields: DYNAMIC_FIELDS,
    sourceMemory: sourceMemory(),
    pollIntervalMs: POLL_INTERVAL_MS,
    view: viewOf(build),
    connection: database.connection,
    snapshotSettings: {
      logId,
      folder: snapshotFolder(dataFolder, build.schema),
      siblings: (await siblingsOf(build, database)).map((sibling) => ({
        view: viewOf(sibling),
        folder: snapshotFolder(dataFolder, sibling.schema),
      })),
    },
  };
}

/** The other builds of the version, the newest first. */
async function siblingsOf(build: typeof catalogue, database: Database): Promise<(typeof catalogue)[]> {
  const builds = await registeredBuilds(database);
  return builds
    .filter(({ name, version }) => name === build.name && version === build.version)
    .filter(({ generation, complete }) => complete && generation !== build.generation)
    .map(({ generation }) => build.build(generation))
    .reverse();
}

/** The members of a build that threads get. */
const viewOf = ({ name, version, generation, tables }: typeof catalogue) => ({ name, version, generation, tables });

/** The folder of the snapshots of every index, or of the one over a build. */
export function snapshotFolder(dataFolder: string, schema = ""): string {
  return join(dataFolder, "search", schema);
}

/** Maximum bytes of records to keep in memory, which makes pages of hits fast. 200,000 records may need the maximum. */
function sourceMemory(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(GIB, available / 8);
}
