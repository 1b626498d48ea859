import { Limiter } from "../../../../platform/admission/limiter.ts";
import type { Queryable, Statement } from "../../../../platform/database/port.ts";

/**
 * The same database with at most `max` statements at a time: however many long answers are read, connections are left for
 * all others, above all for this process's heartbeats.
 */
export function limitStatements(database: Queryable, max: number): Queryable {
  const limiter = new Limiter(max);
  return {
    query: async <Row extends object>(statement: Statement | string): Promise<Row[]> => {
      using _permit = await limiter.acquire();
      return await database.query<Row>(statement);
    },
  };
}
