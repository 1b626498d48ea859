import type { Queryable, Statement } from "../../../platform/database/port.ts";

/**
 * The same database with at most `most` statements at a time, the others in their order: however many read at length,
 * connections are left for everybody else, above all for this process to say that it lives.
 */
export function inTurns(database: Queryable, most: number): Queryable {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    query: async <Row extends object>(statement: Statement | string): Promise<Row[]> => {
      if (running < most) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await database.query<Row>(statement);
      } finally {
        // Who comes next takes over the place.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
