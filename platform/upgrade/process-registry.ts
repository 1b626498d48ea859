import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { READ_VERSIONS, type WrittenVersions } from "../../contracts/events.ts";
import { delay } from "../async/delay.ts";
import { migrate } from "../database/migrations.ts";
import type { Database, Queryable } from "../database/port.ts";
import { isRecent } from "../database/recent.ts";
import { StartFailure } from "../start-failure.ts";
import { UPGRADE_MIGRATIONS } from "./schema.ts";

export const HEARTBEAT_INTERVAL_MS = 2_000;
/** Time without a heartbeat after which a process counts as ended. */
export const PROCESS_TIMEOUT_MS = 15_000;
/** Time after which an ended process is forgotten. */
const RETENTION_MS = 60_000;

/** Advisory-lock key: while one process joins, no other one raises the written versions. */
const VERSIONS_LOCK = 4_170_214_121;

/** This process's registration. */
export interface RegisteredProcess {
  /** The versions of events to write now. */
  readonly writtenVersions: () => WrittenVersions;
  leave(): Promise<void>;
}

export interface ProcessParts {
  readonly log: Logger;
  /** The version of the program. */
  readonly release: string;
  readonly services: readonly string[];
  /** The newest version of each event type that it reads. */
  readonly reads?: Readonly<Record<string, number>>;
}

/**
 * Registers this process with the versions of events that it reads, so that no newer ones are written while it runs.
 * @throws StartFailure when newer ones are already written
 */
export async function registerProcess(database: Database, parts: ProcessParts): Promise<RegisteredProcess> {
  await migrate(database, UPGRADE_MIGRATIONS);
  const { log, release, services, reads = READ_VERSIONS } = parts;
  const id = randomUUID();
  const beat = {
    text: `insert into processes (id, host, pid, release, services, reads) values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do update set seen = clock_timestamp()`,
    values: [id, hostname(), process.pid, release, services, JSON.stringify(reads)],
  };
  let written = await database.transaction(async (transaction) => {
    await lockVersions(transaction);
    const now = await writtenVersions(transaction);
    for (const [type, version = 1] of Object.entries(now)) {
      // This release does not read types that it does not know.
      if (version > (reads[type] ?? version)) throw needsNewerCode(type, version);
    }
    await transaction.query({
      text: `delete from processes where not (${isRecent("seen", "$1")})`,
      values: [RETENTION_MS],
    });
    await transaction.query(beat);
    return now;
  });
  const unfinished = Object.keys(reads).filter((type) => (written[type] ?? 1) < (reads[type] ?? 1));
  if (unfinished.length > 0) {
    log.info(
      { events: unfinished },
      'earlier versions of events are written, so that the release before can be started again, until "npm run upgrade -- finish"',
    );
  }
  const left = new AbortController();
  const beating = (async () => {
    for (;;) {
      await delay(HEARTBEAT_INTERVAL_MS, left.signal);
      if (left.signal.aborted) return;
      try {
        await database.query(beat);
        written = await writtenVersions(database);
      } catch (error) {
        log.debug({ err: error }, "a heartbeat of this process failed; trying again");
      }
    }
  })();
  return {
    writtenVersions: () => written,
    leave: async () => {
      left.abort();
      await beating;
      await database.query({ text: "delete from processes where id = $1", values: [id] }).catch(() => undefined);
    },
  };
}

export async function lockVersions(transaction: Queryable): Promise<void> {
  await transaction.query({ text: "select pg_advisory_xact_lock($1)", values: [VERSIONS_LOCK] });
}

export async function writtenVersions(database: Queryable): Promise<WrittenVersions> {
  const rows = await database.query<{ type: string; version: number }>("select type, version from event_versions");
  return Object.fromEntries(rows.map(({ type, version }) => [type, version]));
}

function needsNewerCode(type: string, version: number): StartFailure {
  return new StartFailure(
    `The log has events ${type} of version ${version}, which this release does not know: "npm run upgrade -- finish" was ` +
      "run with a newer one. Start that release, or a later one.",
  );
}
