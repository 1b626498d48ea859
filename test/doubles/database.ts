import { expect } from "vitest";
import type { Database } from "../../platform/database/port.ts";

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
