import { openEventStoreDb } from "../../platform/event-store/eventstoredb/store.ts";
import { eventStoreContract } from "../contracts/event-store.ts";
import { EventStoreDouble } from "../doubles/eventstoredb/server.ts";
import { describeWithEngine } from "./engine.ts";

describeWithEngine("eventstoredb", "EventStoreDB", (url) => {
  eventStoreContract("the event store in a real EventStoreDB", async () => {
    // There is one real server, so the double serves as the other log.
    const other = await EventStoreDouble.start();
    const open = (address: string) => openEventStoreDb({ url: address });
    const store = await open(url);
    return {
      store,
      reopen: () => open(url),
      openOther: () => open(other.url),
      close: async () => {
        await store.close();
        other.goDown();
      },
    };
  });
});
