import { expect } from "vitest";
import type { Database, Queryable, Statement } from "../../platform/database/port.ts";

const unexpected = (): never => expect.unreachable("the database is not expected to be asked this");

/** A database that has these members; a call of any other fails. */
export function databaseWith(members: Partial<Database>): Database {
  return {
    query: unexpected,
    transaction: unexpected,
    listen: unexpected,
    notify: unexpected,
    connection: { connectionString: "postgres://nobody@127.0.0.1:1/none" },
    close: async () => {},
    ...members,
  };
}

/** Answers each statement with the rows that are made for it. */
export function answering(
  rowsFor: (statement: Statement) => readonly object[] | Promise<readonly object[]>,
): Queryable {
  return {
    query: async <Row extends object>(statement: Statement | string) => {
      const rows = await rowsFor(typeof statement === "string" ? { text: statement } : statement);
      // As with the real one, the caller knows the columns of its statement.
      return [...rows] as Row[];
    },
  };
}
