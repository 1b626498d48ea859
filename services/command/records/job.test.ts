import { expect, test } from "vitest";
import type { EventHead } from "../../../platform/event-store/port.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { positionOf } from "../../../test/position.ts";
import { deleteRecordsJob } from "./job.ts";

test("a PID that no record can have counts as deleted, and the event store is not asked about it", async () => {
  const pids = ["", "é".repeat(257), "theirs", "x".repeat(300_000), "é".repeat(256)];
  const meta = { time: "2024-05-01T12:00:00Z", actor: "fatima", provider: "inta", correlationId: "c" };
  const theirs: EventHead = { position: positionOf("7"), revision: 0, id: "e", type: "MetadataAdded", meta };
  const asked: string[] = [];
  const eventStore = eventStoreWith({
    latest: async (streams) => {
      asked.push(...streams);
      return new Map([["metadata-theirs", theirs]]);
    },
  });
  const metadata = { ...meta, actor: "anna", provider: "nilu" };
  const context = { metadata, dryRun: false, appends: ["MetadataDeleted"], versions: {} } as const;
  const bytes = new TextEncoder().encode(JSON.stringify(pids));
  const input = { bytes, maxItems: 10, context, anyRecord: false };
  expect(await deleteRecordsJob.run(eventStore, input)).toMatchObject({ outcome: "done", pids, rejected: [2] });
  expect(asked).toEqual(["metadata-theirs", `metadata-${"é".repeat(256)}`]);
});
