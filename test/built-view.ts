import { afterAll, beforeEach } from "vitest";
import { migrate } from "../platform/database/migrations.ts";
import type { Database } from "../platform/database/port.ts";
import { createBuild, readCheckpoint } from "../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../platform/views/schema.ts";
import type { SqlView } from "../services/projector/view.ts";
import { ViewWriter } from "../services/projector/writer.ts";
import { databaseUntil } from "./postgres.ts";
import { ScriptedLog } from "./scripted-log.ts";

export const never = new AbortController().signal;

/** A view, on a database of the test file's own, and the log that it is built from. */
export interface BuiltView {
  readonly database: Database;
  readonly log: ScriptedLog;
  /** Creates the view's tables again; the log stays. */
  rebuild(): Promise<void>;
  /** A writer that continues where the view stands. */
  writer(on?: Database, as?: SqlView): Promise<ViewWriter>;
  /** Applies the events that the view lacks, in batches of these sizes; the last size repeats. */
  project(sizes?: readonly number[], as?: SqlView): Promise<void>;
}

/** Log and tables are empty before each test. */
export async function builtView(view: SqlView): Promise<BuiltView> {
  const database = await databaseUntil(afterAll);
  await migrate(database, VIEW_MIGRATIONS);
  const log = new ScriptedLog();
  const rebuild = async (): Promise<void> => {
    await database.query(`drop schema if exists ${view.schema} cascade; delete from views`);
    await createBuild(database, view, log.start);
  };
  beforeEach(async () => {
    log.clear();
    await database.query("delete from publication");
    await rebuild();
  });
  const writer: BuiltView["writer"] = async (on = database, as = view) =>
    new ViewWriter(on, as, await readCheckpoint(database, view));
  const project: BuiltView["project"] = async (sizes = [], as = view) => {
    const to = await writer(database, as);
    let from = 0;
    for (let index = 0; from < log.events.length; index++) {
      const size = sizes[index] ?? sizes.at(-1) ?? log.events.length;
      const events = log.events.slice(from, from + size);
      await to.apply({ events, position: events.at(-1)?.position ?? log.start }, never);
      from += events.length;
    }
  };
  return { database, log, rebuild, writer, project };
}
