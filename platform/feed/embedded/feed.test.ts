import { expect, test } from "vitest";
import { positionOf } from "../../../test/position.ts";
import { type EventBatch, PositionUnknown } from "../../event-store/port.ts";
import { LogEndsBefore } from "../port.ts";
import { openEmbeddedFeed } from "./feed.ts";

const batch: EventBatch = { events: [], position: positionOf("p9") };
const subscription = { view: "v", types: [], signal: new AbortController().signal, batchSize: 1, batchBytes: 1 };

/** A log whose head reads as these in turn, and then as the last one. */
function feedOf(...heads: readonly string[]) {
  let reads = 0;
  return openEmbeddedFeed(
    {
      start: positionOf("p0"),
      head: async () => positionOf(heads[Math.min(reads++, heads.length - 1)] ?? ""),
      parsePosition(text) {
        if (!text.startsWith("p")) throw new PositionUnknown("another log");
        return positionOf(text);
      },
      async *follow() {
        yield batch;
      },
    },
    1,
  );
}

const received = async (feed: ReturnType<typeof feedOf>, from: string): Promise<EventBatch[]> => {
  const batches: EventBatch[] = [];
  for await (const each of feed.subscribe(subscription, { position: positionOf(from), bookmark: null }))
    batches.push(each);
  return batches;
};

test("a view at the head of the log follows it", async () => {
  expect(await received(feedOf("p5"), "p5")).toEqual([batch]);
});

test("a view beyond the head gets the end of the log, once that is confirmed", async () => {
  const failure = await received(feedOf("p4", "p3"), "p5").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(LogEndsBefore);
  expect(failure).toMatchObject({ head: "p3" });
});

test("a server that did not know the whole log yet costs no view its position", async () => {
  expect(await received(feedOf("p4", "p6"), "p5")).toEqual([batch]);
});

test("a view of another log is refused, wherever that ends", async () => {
  await expect(received(feedOf("p4"), "z1")).rejects.toThrow(PositionUnknown);
});
