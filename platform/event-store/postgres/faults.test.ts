import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { folderUntil } from "../../../test/folder.ts";
import { positionOf } from "../../../test/position.ts";
import { silent } from "../../../test/postgres.ts";
import { findPostmaster } from "../../database/embedded/postmaster.ts";
import { openDatabase } from "../../database/open.ts";
import type { Database } from "../../database/port.ts";
import { codeOf } from "../../errors.ts";
import {
  comparePositions,
  type EventStore,
  EventStoreUnavailable,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type StreamAppend,
} from "../port.ts";
import { openPostgresEventStore } from "./store.ts";

const meta = { time: "2024-05-01T12:00:00.000Z", actor: "ada", provider: "fzj", correlationId: "c-1" };

function event(size = 100): NewEvent {
  const data = Buffer.from(JSON.stringify({ id: randomUUID(), padding: "x".repeat(size) }));
  return { id: randomUUID(), type: "Noted", schemaVersion: 1, data, meta };
}

/** As our callers do: repeats the same append until the store confirms its outcome. */
async function persist(store: EventStore, streams: readonly StreamAppend[]): Promise<Position> {
  for (;;) {
    try {
      const result = await store.append(streams);
      if (result.outcome === "conflict") throw new Error(`conflict at ${result.stream}`);
      return result.position;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(20);
    }
  }
}

/** Follows until it has seen `end()`, and resumes whenever the store is lost. */
async function followThrough(store: EventStore, end: () => Position | undefined): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  let position = store.start;
  const finished = () => comparePositions(position, end() ?? positionOf("~")) >= 0;
  while (!finished()) {
    const stop = new AbortController();
    const alarm = setInterval(() => finished() && stop.abort(), 50);
    try {
      for await (const batch of store.follow(position, { signal: stop.signal, batchSize: 50 })) {
        seen.push(...batch.events);
        position = batch.position;
        if (finished()) stop.abort();
      }
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(20);
    } finally {
      clearInterval(alarm);
    }
  }
  return seen;
}

let dataFolder: string;
let database: Database | undefined;
let store: EventStore;
let mounted = false;

beforeEach(() => {
  dataFolder = folderUntil(onTestFinished);
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  if (mounted) execFileSync("umount", [dataFolder]);
  mounted = false;
});

async function open(): Promise<void> {
  database = await openDatabase({ dataFolder, logger: silent });
  store = await openPostgresEventStore(database);
}

function killServer(): void {
  const running = findPostmaster(join(dataFolder, "postgres"));
  if (running?.ready) process.kill(running.pid, "SIGKILL");
}

describe("a store whose server fails", () => {
  test("loses nothing it acknowledged and duplicates nothing, however often the server is killed", async () => {
    await open();
    let writing = true;
    const acknowledged = new Map<string, string[]>();
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const own = [`notes-${writer}-a`, `notes-${writer}-b`];
      let position: Position = store.start;
      for (let round = 0; writing; round += 1) {
        const streams = own.map((stream) => {
          const expected = round === 0 ? ("no-stream" as const) : round - 1;
          return { stream, expected, events: [event()] };
        });
        position = await persist(store, streams);
        for (const { stream, events } of streams) {
          acknowledged.set(stream, [...(acknowledged.get(stream) ?? []), ...events.map(({ id }) => id)]);
        }
      }
      return position;
    });
    let end: Position | undefined;
    const following = followThrough(store, () => end);

    for (const pause of [300, 700, 450]) {
      await sleep(pause);
      killServer();
      const head = await vi.waitFor(() => store.head(), { timeout: 20_000, interval: 50 });
      expect(head > store.start).toBe(true);
    }
    await sleep(200);
    writing = false;
    const ends = await Promise.all(writers);
    end = ends.reduce((last, position) => (comparePositions(last, position) < 0 ? position : last));

    const seen = await following;
    for (const [stream, ids] of acknowledged) {
      expect(seen.filter((e) => e.stream === stream).map((e) => e.id)).toEqual(ids);
    }
    expect(seen).toHaveLength([...acknowledged.values()].flat().length);
  }, 90_000);

  test.runIf(mayMount())(
    "says that its disk is full, and goes on by itself when there is room again",
    async () => {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", dataFolder]);
      mounted = true;
      await open();
      const stream = "notes";
      await persist(store, [{ stream, expected: "no-stream", events: [event()] }]);
      fillDisk(join(dataFolder, "filler"));
      let count = 1;
      const refusal = await (async () => {
        for (;;) {
          const result = await store.append([{ stream, expected: count - 1, events: [event(200_000)] }]);
          if (result.outcome === "conflict") throw new Error("conflict");
          count += 1;
        }
      })().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(EventStoreUnavailable);

      rmSync(join(dataFolder, "filler"));
      await vi.waitFor(() => store.head(), { timeout: 30_000, interval: 100 });
      await persist(store, [{ stream, expected: "any", events: [event()] }]);
      let found = 0;
      for await (const { revision } of store.read(stream)) expect(revision).toBe(found++);
      expect(found).toBeGreaterThan(count);
    },
    90_000,
  );
});

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "airlog-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves less than a megabyte free. */
function fillDisk(file: string): void {
  const piece = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeFileSync(file, piece, { flag: "a" });
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw error;
  }
}
