import type { Watch } from "../engine-watch.ts";
import { type Database, DatabaseUnavailable, StatementTooLong } from "./port.ts";

/** Wraps a database to report to `watch` whether it answers. */
export function measuredDatabase(database: Database, watch: Watch): Database {
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work;
      watch.answered();
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !(error instanceof StatementTooLong)) watch.failed(error);
      throw error;
    }
  };
  return {
    ...database,
    query: (statement) => watched(database.query(statement)),
    transaction: (work) => watched(database.transaction(work)),
    listen: (channel, onNotice) => watched(database.listen(channel, onNotice)),
  };
}
