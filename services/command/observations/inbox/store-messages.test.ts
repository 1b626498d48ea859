import { afterAll, expect, test } from "vitest";
import { observationsStream, timeSeriesStream } from "../../../../contracts/measurement-events.ts";
import type { TimeSeries } from "../../../../contracts/time-series.ts";
import type { EventStore } from "../../../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../../../platform/event-store/postgres/store.ts";
import { workerUrl } from "../../../../platform/worker.ts";
import { eventStoreWith } from "../../../../test/doubles/event-store.ts";
import { databaseUntil, silent } from "../../../../test/postgres.ts";
import { nameBasedUuid } from "../../handling/event-id.ts";
import { JOBS } from "../../job-table.ts";
import { openJobs } from "../../jobs/jobs.ts";
import type { InboxMessage } from "./message.ts";
import { createMessageStore } from "./store-messages.ts";

const database = await databaseUntil(afterAll);
const eventStore = await openPostgresEventStore(database);
afterAll(() => eventStore.close());
const openStore = (mainStore: EventStore) => {
  const settings = () => ({ connection: database.connection, eventStoreUrl: undefined, logFormat: "json" as const });
  const module = workerUrl(import.meta.url, "../../jobs.worker");
  const jobs = openJobs({ log: silent, eventStore: mainStore, settings, module, table: JOBS });
  afterAll(() => jobs.close());
  return createMessageStore({
    jobs,
    clock: () => new Date("2024-05-01T12:00:00Z"),
    writtenVersions: () => ({}),
    offset: 60,
    actor: "inbox",
  });
};
const store = openStore(eventStore);

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "a", provider: "nilu", correlationId: "c" };
let last = 0;

async function addSeries(provider = "nilu"): Promise<number> {
  const id = ++last;
  const series: TimeSeries = {
    id,
    station: 1,
    component: "x",
    unit: "y",
    timestep: 3600,
    isVisible: true,
    provider,
  };
  const data = Buffer.from(JSON.stringify({ series }));
  const event = { id: nameBasedUuid(`series ${id}`), type: "TimeSeriesAdded", schemaVersion: 1, data, meta };
  await eventStore.append([{ stream: timeSeriesStream(id), expected: "no-stream", events: [event] }]);
  return id;
}

const trace = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };

function message(text: string, name: string, provider = "nilu"): InboxMessage {
  return { provider, line: Buffer.from(text), trace, origin: name };
}

const two = (number: number) => String(number).padStart(2, "0");
const line = (timeseries: number, ...hours: readonly number[]) =>
  JSON.stringify({
    timeseries,
    values: hours.map((hour) => ({
      fromTime: `2024-02-01T${two(hour)}:00:00+01:00`,
      toTime: `2024-02-01T${two(hour + 1)}:00:00+01:00`,
      value: hour,
    })),
  });

async function values(series: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { data } of eventStore.read(observationsStream(series, "2024-02"))) {
    found.push(...JSON.parse(Buffer.from(data).toString()).value);
  }
  return found;
}

test("messages become events that name their provider, in their order", async () => {
  const id = await addSeries();
  expect(await store([message(line(id, 1, 2), "a1"), message(line(id, 3), "a2")], false)).toEqual([
    undefined,
    undefined,
  ]);
  expect(await values(id)).toEqual([1, 2, 3]);
  for await (const event of eventStore.read(observationsStream(id, "2024-02"))) {
    expect(event.meta).toMatchObject({ actor: "inbox", provider: "nilu", ...trace });
  }
});

test("a message that does not fit is refused with its reason, the others are stored", async () => {
  const [id, foreign] = [await addSeries(), await addSeries("fmi")];
  const answers = await store(
    [
      message("nonsense", "b1"),
      message(line(id, 1), "b2"),
      message(line(foreign, 1), "b3"),
      message(line(999_999, 1), "b4"),
      message(`${line(id, 2)}\n${line(id, 3).replace(":00:00+", ":30:00+")}`, "b5"),
      message("", "b6"),
      message(line(id, 2).replaceAll("2024-02-01T", "2034-02-01T"), "b7"),
    ],
    false,
  );
  expect(answers.map((answer) => answer?.reason)).toEqual([
    expect.stringContaining("is not JSON"),
    undefined,
    expect.stringContaining("belongs to another provider"),
    expect.stringContaining("there is no time series 999999"),
    expect.stringContaining("line 2/values/0/fromTime does not lie on the grid"),
    undefined,
    "/values/0/toTime must not lie more than an hour after now, which is 2024-05-01T12:00:00.000Z",
  ]);
  expect(await values(id)).toEqual([1]);
});

/** The store, which knows every id or does not. Counts the heads that are looked at, and the whole events with values. */
function countingStore(knowsEveryId: boolean) {
  const counts = { heads: 0, events: 0 };
  const counting: EventStore = {
    ...eventStore,
    knowsEveryId,
    findLast: (stream, isWanted) =>
      eventStore.findLast(stream, (head) => {
        counts.heads++;
        return isWanted(head);
      }),
    read: async function* (stream, ...range) {
      for await (const event of eventStore.read(stream, ...range)) {
        if (event.type === "ObservationsIngested") counts.events++;
        yield event;
      }
    },
  };
  return { counts, store: openStore(counting) };
}

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  "messages that are delivered again in other batches are stored once; as a retry: %s, ids known: %s",
  async (again, knowsEveryId) => {
    const { store } = countingStore(knowsEveryId);
    const [id, other] = [await addSeries(), await addSeries()];
    const name = (index: number) => `c${again}${knowsEveryId}/${index}`;
    const all = [1, 2, 3, 4].map((hour) => message(line(hour === 4 ? other : id, hour), name(hour)));
    await store(all.slice(0, 2), false);
    await store([message(line(id, 9), `foreign ${name(9)}`)], false);
    await store(all, again);
    await store(all.slice(1), again);
    expect((await values(id)).sort()).toEqual([1, 2, 3, 9]);
    expect(await values(other)).toEqual([4]);
  },
);

test("where ids are known, messages of a retry are stored without a look at their streams", async () => {
  const { counts, store } = countingStore(true);
  const id = await addSeries();
  await store([message(line(id, 1), "e1")], false);
  await store([message(line(id, 2), "e2")], true);
  await store([message(line(id, 2), "e2")], true);
  expect(await values(id)).toEqual([1, 2]);
  expect(counts).toEqual({ heads: 0, events: 0 });
});

test("earlier deliveries are sought from the newest event on, and no content is read", async () => {
  const { counts, store } = countingStore(false);
  const id = await addSeries();
  const all = Array.from({ length: 20 }, (_, hour) => message(line(id, hour), `f${hour}`));
  await store(all, false);
  await store(all.slice(17), true);
  expect(await values(id)).toHaveLength(20);
  expect(counts).toEqual({ heads: 3, events: 0 });
});

test("a large batch is read and stored off the main thread", async () => {
  const id = await addSeries();
  const storeElsewhere = openStore(eventStoreWith({}));
  const padded = (hour: number) => message(line(id, hour) + " ".repeat(100_000), `d${hour}`);
  await expect(storeElsewhere([padded(1)], false)).rejects.toThrow();
  expect(await storeElsewhere([padded(1), message("nonsense", "d2"), padded(3), padded(4)], false)).toEqual([
    undefined,
    { reason: expect.stringContaining("is not JSON") },
    undefined,
    undefined,
  ]);
  expect(await values(id)).toEqual([1, 3, 4]);
});
