import { beforeAll, describe, expect, test } from "vitest";
import { type EventStore, type ImportedEvent, ImportRefused } from "../../../platform/event-store/port.ts";
import { all, type EventStoreUnderTest, event, stream, until } from "./under-test.ts";

/** Imports of another log's events. */
export function imports(current: () => EventStoreUnderTest): void {
  let store: EventStore;
  beforeAll(() => {
    store = current().store;
  });

  const at = (name: string, revision: number): ImportedEvent => ({ ...event({ revision }), stream: name, revision });
  const idsSince = async (from: Awaited<ReturnType<EventStore["head"]>>): Promise<string[]> =>
    (await until(store, from, await store.head())).events.map(({ id }) => id);

  describe("importing", () => {
    test("the events of many streams keep their order", async () => {
      const [one, two, three] = [stream(), stream(), stream()];
      const given = [at(two, 0), at(one, 0), at(one, 1), at(three, 0), at(two, 1), at(one, 2), at(two, 2)];
      const from = await store.head();
      await store.importEvents(given.slice(0, 4));
      await store.importEvents(given.slice(4));
      expect(await idsSince(from)).toEqual(given.map(({ id }) => id));
      expect((await all(store.read(one))).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    });

    test("stored events are skipped", async () => {
      const [one, two] = [stream(), stream()];
      const given = [at(one, 0), at(two, 0), at(one, 1), at(two, 1)];
      const from = await store.head();
      await store.importEvents(given.slice(0, 2));
      await store.importEvents(given);
      await store.importEvents(given);
      expect(await idsSince(from)).toEqual(given.map(({ id }) => id));
    });

    test("an event that does not follow its stream's last one is refused", async () => {
      const name = stream();
      await store.importEvents([at(name, 0)]);
      await expect(store.importEvents([at(name, 2)])).rejects.toThrow(ImportRefused);
      await expect(store.importEvents([at(name, 1), at(name, 3)])).rejects.toThrow(ImportRefused);
      await expect(store.importEvents([at(name, 0)])).rejects.toThrow(ImportRefused);
      await expect(store.importEvents([at(stream(), 1)])).rejects.toThrow(ImportRefused);
    });

    test("two events of one id are refused where the store knows every id", async ({ skip }) => {
      skip(!store.knowsEveryId);
      const first = at(stream(), 0);
      const second = { ...at(stream(), 0), id: first.id };
      await expect(store.importEvents([first, second])).rejects.toThrow(ImportRefused);
      await store.importEvents([first]);
      await expect(store.importEvents([second])).rejects.toThrow(ImportRefused);
    });
  });
}
