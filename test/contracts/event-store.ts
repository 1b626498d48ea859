import { afterAll, beforeAll, describe } from "vitest";
import { imports } from "./event-store/imports.ts";
import { reads } from "./event-store/reads.ts";
import type { EventStoreUnderTest } from "./event-store/under-test.ts";
import { writes } from "./event-store/writes.ts";

/** The contract of every event store. */
export function eventStoreContract(name: string, open: () => Promise<EventStoreUnderTest>): void {
  describe(name, () => {
    let system: EventStoreUnderTest;
    beforeAll(async () => {
      system = await open();
    });
    afterAll(() => system.close());

    writes(() => system);
    reads(() => system);
    imports(() => system);
  });
}
