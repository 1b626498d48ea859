import type { Metadata } from "../contracts/metadata.ts";
import type { Database } from "../platform/database/port.ts";
import { addFacilities } from "./catalogue.ts";
import { corpusRecord } from "./corpus.ts";
import { type FilledLog, openLog } from "./filled-log.ts";
import type { MeasuredSystem } from "./system.ts";

/** A log of many records of 3 KB, which takes less time to make than one of the corpus. */

/** Records that are written over HTTP; the database makes the others from them. */
const WRITTEN_RECORDS = 1_000;

/** Stops the system, and fills its log with `records` records of 3 KB, each with a PID of its own. */
export async function openLongLog(system: MeasuredSystem, records: number): Promise<FilledLog> {
  await addFacilities(system);
  const written = Array.from({ length: WRITTEN_RECORDS }, (_, index) => shortRecord(index));
  await system.write("/api/provider/metadata/add", Buffer.from(JSON.stringify(written)), { Prefer: "wait=60" });
  await system.stop();
  const log = await openLog(system.folder);
  try {
    await multiply(log.parts.database, Math.ceil(records / WRITTEN_RECORDS));
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The PID of one of the records of a long log. */
export function longLogPid(index: number, records: number): string {
  const { pid } = corpusRecord(index % WRITTEN_RECORDS).identification.identifier;
  const copy = Math.floor(index / WRITTEN_RECORDS) % Math.ceil(records / WRITTEN_RECORDS);
  return copy === 0 ? pid : `${pid}-${copy}`;
}

function shortRecord(index: number): Metadata {
  const { variables, identification, ...members } = corpusRecord(index);
  return { ...members, identification: { ...identification, abstract: "Short." }, variables: variables.slice(0, 1) };
}

async function multiply(database: Database, copies: number): Promise<void> {
  for (let copy = 1; copy < copies; copy++) {
    await database.query({
      text: `insert into events (stream, version, event_id, type, schema_version, data, meta)
        select stream || $1, version, gen_random_uuid(), type, schema_version,
          replace(data, substr(stream, length('metadata-') + 1), substr(stream, length('metadata-') + 1) || $1), meta
        from events where type = 'MetadataAdded' order by tx, position limit $2`,
      values: [`-${copy}`, WRITTEN_RECORDS],
    });
  }
  await database.query("analyze events");
}
