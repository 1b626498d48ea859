import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { observationsStream, stationStream, timeSeriesStream } from "../../contracts/measurement-events.ts";
import { declareView } from "../../contracts/views/declaration.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import { readCheckpoint } from "../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { projectorMetrics } from "../../services/projector/metrics.ts";
import { runBuild } from "../../services/projector/runner.ts";
import { type SqlView, sqlView } from "../../services/projector/view.ts";
import { silent } from "../postgres.ts";
import { describeWithEngine } from "./engine.ts";
import { KafkaLog } from "./kafka-log.ts";

/** Stores event ids in the order of arrival, so that a repeated or reordered event is detected. */
const measured: SqlView = {
  ...sqlView(
    declareView({
      name: "facilities",
      version: 99,
      handles: [],
      tables: { measured: "(id uuid primary key, place bigint not null unique)" },
    }),
    async (tables, { events, sequence }, transaction) => {
      await transaction.query({
        text: `insert into ${tables.measured} select id, $2 + place from unnest($1::uuid[]) with ordinality as given (id, place)`,
        values: [events.map(({ id }) => id), sequence],
      });
      return { events: events.length, sequence: sequence + events.length, cursor: null };
    },
  ),
  handles: ["Measured"],
};

describeWithEngine("kafka", "a view of a topic of many partitions", (brokers) => {
  let log: KafkaLog;
  let running: { stop(): Promise<void> }[];
  beforeEach(async () => {
    log = await KafkaLog.open(brokers);
    running = [];
    await migrate(log.database, VIEW_MIGRATIONS);
  });
  afterEach(async () => {
    await Promise.all(running.map((runner) => runner.stop()));
    await log.close();
  });

  /** Runs the view as another projector would. */
  async function start(): Promise<{ stop(): Promise<void> }> {
    const closing = new AbortController();
    const run = runBuild(measured, {
      creates: true,
      database: log.database,
      feed: await log.feed(),
      log: silent,
      metrics: projectorMetrics(new Registry())(measured),
      signal: closing.signal,
      lease: { holder: randomUUID(), durationMs: 600 },
      isSkipped: async () => false,
    });
    const runner = {
      stop: async () => {
        closing.abort();
        await run;
      },
    };
    running.push(runner);
    return runner;
  }

  async function append(...streams: readonly string[]): Promise<Position> {
    let position = log.eventStore.start;
    for (const stream of streams) position = await log.appendTo(stream, "Measured");
    return position;
  }

  async function reached(position: Position): Promise<void> {
    const standing = async () => (await readCheckpoint(log.database, measured)).position;
    await vi.waitFor(async () => expect(comparePositions(await standing(), position)).toBeGreaterThanOrEqual(0), {
      timeout: 40_000,
      interval: 30,
    });
  }

  const months = ["2024-01", "2024-02", "2024-03"];
  const series = [1, 2, 3, 4, 5, 6, 7];
  const streams = [
    ...series.map(timeSeriesStream),
    stationStream(1),
    ...months.flatMap((month) => series.map((id) => observationsStream(id, month))),
    stationStream(2),
  ];

  test("has each event once and in the order of the log, those sent to every partition too", async () => {
    await log.relay();
    await start();
    await reached(await append(stationStream(9)));
    await reached(await append(...streams));
    const head = await append(...streams, "uvforecast");
    await reached(head);
    const rows = await log.database.query<{ id: string }>(
      `select id from ${measured.tables["measured"]} order by place`,
    );
    expect(rows.map(({ id }) => id)).toEqual(await log.ids(log.measurements));
    // Stations' events and watermarks were sent to all partitions.
    expect(await log.messages(log.measurements)).toBeGreaterThan(rows.length);
  });

  test("stores its offset of each partition with its rows, and resumes there", async () => {
    await log.relay();
    const first = await start();
    await reached(await append(stationStream(9)));
    await reached(await append(...streams));
    await first.stop();
    const { bookmark } = await readCheckpoint(log.database, measured);
    const offsets: Record<string, string> = JSON.parse(bookmark ?? "{}");
    expect(Object.keys(offsets).sort()).toEqual(["0", "1", "2"]);
    const head = await append(...streams);
    await Promise.all([start(), start()]);
    await reached(head);
    const rows = await log.database.query<{ id: string }>(
      `select id from ${measured.tables["measured"]} order by place`,
    );
    expect(rows.map(({ id }) => id)).toEqual(await log.ids(log.measurements));
  });
});
