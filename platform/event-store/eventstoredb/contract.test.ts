import { eventStoreContract } from "../../../test/contracts/event-store.ts";
import { EventStoreDouble } from "../../../test/doubles/eventstoredb/server.ts";
import { openEventStoreDb } from "./store.ts";

eventStoreContract("the event store in a double of EventStoreDB", async () => {
  const [double, other] = [await EventStoreDouble.start(), await EventStoreDouble.start()];
  const open = ({ url }: EventStoreDouble) => openEventStoreDb({ url });
  const store = await open(double);
  return {
    store,
    reopen: () => open(double),
    openOther: () => open(other),
    close: async () => {
      await store.close();
      double.goDown();
      other.goDown();
    },
  };
});
