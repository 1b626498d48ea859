import { READ_VERSIONS } from "../../contracts/events.ts";
import { delay } from "../async/delay.ts";
import { migrate } from "../database/migrations.ts";
import type { Database, Queryable } from "../database/port.ts";
import { isRecent } from "../database/recent.ts";
import { HEARTBEAT_INTERVAL_MS, lockVersions, PROCESS_TIMEOUT_MS, writtenVersions } from "./process-registry.ts";
import { UPGRADE_MIGRATIONS } from "./schema.ts";

/** A running process. */
export interface LiveProcess {
  readonly host: string;
  readonly pid: number;
  readonly release: string;
  readonly services: readonly string[];
  /** The newest version of each event type that it reads. */
  readonly reads: Readonly<Record<string, number>>;
}

export interface VersionStatus {
  readonly type: string;
  /** The version being written. */
  readonly written: number;
  /** The newest version that this code and every live process read. */
  readonly readable: number;
  /** The newest version that this code reads. */
  readonly newest: number;
}

export interface UpgradeStatus {
  readonly processes: readonly LiveProcess[];
  /** By event type. */
  readonly versions: readonly VersionStatus[];
}

/** Time within which every running process sends a heartbeat, even if it could not reach the database before. */
const HEARING_MS = 2 * HEARTBEAT_INTERVAL_MS;

/** The versions of events that are read and written. */
export async function upgradeStatus(database: Database): Promise<UpgradeStatus> {
  await migrate(database, UPGRADE_MIGRATIONS);
  return statusIn(database);
}

/**
 * Allows writing the newest versions that this code and every live process read. Earlier releases can't be started
 * afterwards. Takes seconds if there is a version to raise.
 * @returns the status before; `written` rises to `readable`
 */
export async function finishUpgrade(database: Database): Promise<UpgradeStatus> {
  await migrate(database, UPGRADE_MIGRATIONS);
  if ((await statusIn(database)).versions.some(isToBeRaised)) await delay(HEARING_MS);
  return database.transaction(async (transaction) => {
    await lockVersions(transaction);
    const status = await statusIn(transaction);
    for (const { type, readable } of status.versions.filter(isToBeRaised)) {
      await transaction.query({
        text: "insert into event_versions values ($1, $2) on conflict (type) do update set version = excluded.version",
        values: [type, readable],
      });
    }
    return status;
  });
}

const isToBeRaised = ({ written, readable }: VersionStatus): boolean => readable > written;

async function statusIn(database: Queryable): Promise<UpgradeStatus> {
  const processes = await database.query<LiveProcess & Readonly<Record<string, unknown>>>({
    text: `select host, pid, release, services, reads from processes
      where ${isRecent("seen", "$1")} order by started, id`,
    values: [PROCESS_TIMEOUT_MS],
  });
  const written = await writtenVersions(database);
  const versions = Object.entries(READ_VERSIONS).map(([type, newest]) => {
    // A process does not read types that it does not know: they don't limit the version.
    const read = processes.map(({ reads }) => reads[type] ?? newest);
    return { type, written: written[type] ?? 1, readable: Math.min(newest, ...read), newest };
  });
  return { processes, versions };
}
