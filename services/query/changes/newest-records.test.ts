import { expect, test, vi } from "vitest";
import { VIEWS } from "../../../contracts/views.ts";
import { numberedPosition } from "../../../test/position.ts";
import type { PublishedHead, ReadPoint } from "./change-feed.ts";
import { NewestRecords } from "./newest-records.ts";

/** A catalogue whose only record was deleted at its head. After `hold`, reads wait until its result is called. */
function catalogue() {
  let head = numberedPosition(1);
  let reads = 0;
  let held = Promise.resolve();
  const feed = {
    now: async () => ({ builds: VIEWS, upTo: head }),
    newestRecords: async ({ upTo }: ReadPoint) => {
      reads++;
      await held;
      const deleted: PublishedHead = {
        ...{ kind: "record", position: upTo, key: ["slug"], subject: "pid", deleted: true, bytes: 1 },
        time: new Date(1_000 * Number.parseInt(upTo.slice(-4), 16)),
      };
      return [deleted];
    },
    recordsSince: () => Promise.reject(new Error("the feed has a change")),
  };
  const database = { query: () => Promise.reject(new Error("a deleted record has no content")) };
  const newest = new NewestRecords({
    feed,
    contents: { database, valueWriter: () => undefined },
    publisher: () => ({ publicUrl: "https://data.example.org", name: "Institute" }),
  });
  return {
    newest,
    reads: () => reads,
    moveTo: (place: number) => {
      head = numberedPosition(place);
    },
    hold: () => {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

test("the feed is made once for each state of the catalogue", async () => {
  const { newest, reads, moveTo } = catalogue();
  const first = await newest.current();
  expect(await newest.current()).toBe(first);
  expect(reads()).toBe(1);
  moveTo(2);
  expect(await newest.current()).not.toBe(first);
  expect(reads()).toBe(2);
});

test("requests at the same time share one making", async () => {
  const { newest, reads } = catalogue();
  const all = await Promise.all(Array.from({ length: 20 }, () => newest.current()));
  expect(new Set(all).size).toBe(1);
  expect(reads()).toBe(1);
});

test("a request that comes while an older state is being made gets what it must see", async () => {
  const { newest, reads, moveTo, hold } = catalogue();
  const release = hold();
  const before = newest.current();
  await vi.waitFor(() => expect(reads()).toBe(1));
  moveTo(2);
  const after = newest.current();
  release();
  expect(await after).not.toBe(await before);
  expect(reads()).toBe(2);
  expect(await newest.current()).toBe(await after);
});
