import { type Database, DatabaseUnavailable, StatementTooLong } from "./port.ts";

/** The same database; `onUnavailable` is called when it can't be used, whatever is asked. */
export function measuredDatabase(database: Database, onUnavailable: () => void): Database {
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !(error instanceof StatementTooLong)) onUnavailable();
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
