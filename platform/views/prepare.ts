import type { Logger } from "pino";
import { migrate } from "../database/migrations.ts";
import type { Database } from "../database/port.ts";
import { VIEW_MIGRATIONS } from "./schema.ts";
import { takeOverViews } from "./take-over.ts";

/** Creates the registry of views, and brings a database of an earlier release up to date. @throws StartFailure */
export async function prepareViews(database: Database, log: Logger): Promise<void> {
  await migrate(database, VIEW_MIGRATIONS);
  await takeOverViews(database, log);
}
