import { eventStoreContract } from "../../../test/contracts/event-store.ts";
import { type FreshDatabase, freshDatabase } from "../../../test/postgres.ts";
import type { Database } from "../../database/port.ts";
import { openPostgresEventStore } from "./store.ts";

eventStoreContract("the event store in PostgreSQL", async () => {
  const fresh = await freshDatabase();
  const other = await freshDatabase();
  const databases: Database[] = [];
  const open = async (of: FreshDatabase) => {
    const database = await of.open();
    databases.push(database);
    return openPostgresEventStore(database);
  };
  return {
    store: await open(fresh),
    reopen: () => open(fresh),
    openOther: () => open(other),
    // Even a transaction in another database of the same server holds readers back.
    holdForeignTransaction: async () => {
      const foreign = await other.open();
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await new Promise<void>((begun) => {
        void foreign.transaction(async (transaction) => {
          await transaction.query("create temporary table anything (n int)");
          begun();
          await released;
        });
      });
      return async () => {
        release();
        await foreign.close();
      };
    },
    close: async () => {
      await Promise.all(databases.map((database) => database.close()));
      await fresh.drop();
      await other.drop();
    },
  };
});
