import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import express from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { CHANGE_KINDS, type ChangeKind } from "../../../contracts/changes.ts";
import { VIEWS, type ViewName } from "../../../contracts/views.ts";
import { Turns } from "../../../platform/admission/turns.ts";
import { serverSentEvents } from "../../../test/changes/server-sent-events.ts";
import { listenLocally } from "../../../test/listen.ts";
import { numberedPosition } from "../../../test/position.ts";
import type { ChangeFeed, Page, PageLimits, PublishedHead, ReadPoint } from "./change-feed.ts";
import { type Cursor, compareCursors } from "./cursor.ts";
import { cursorOf, isSelected, type Selection } from "./heads.ts";
import { streamChanges } from "./stream.ts";
import { Tails } from "./tails.ts";

/** Changes in memory, of views that the test moves on. Notes what is read. */
class MovedViews implements Pick<ChangeFeed, "shown" | "page"> {
  readonly #changes: PublishedHead[] = [];
  readonly #reached = new Map<ViewName, number>();
  /** The kinds of each page that was read. */
  readonly read: (readonly ChangeKind[])[] = [];
  notify: (view: string) => void = () => undefined;

  /** Changes that their view does not show yet. */
  append(kind: "record" | "facility" | "station", count = 1): void {
    for (let number = this.#changes.length + 1, last = number + count; number < last; number++) {
      const key = kind === "station" ? ([number] as const) : ([`${number}`] as const);
      const head = { kind, position: numberedPosition(number), key, subject: `${number}`, deleted: false, bytes: 1 };
      this.#changes.push({ ...head, time: new Date(1_000 * number) });
    }
  }

  /** The views show everything. */
  move(...views: readonly ViewName[]): void {
    for (const view of views) this.#reached.set(view, this.#changes.length);
    for (const view of views) this.notify(view);
  }

  async shown(views: readonly ViewName[]): Promise<ReadPoint> {
    return { builds: VIEWS, upTo: numberedPosition(Math.min(...views.map((view) => this.#reached.get(view) ?? 0))) };
  }

  async page(after: Cursor, { builds, upTo }: ReadPoint, selection: Selection, limits: PageLimits): Promise<Page> {
    this.read.push([...selection.kinds]);
    const found = this.#changes.filter(
      (head) => head.position <= upTo && isSelected(selection, head) && compareCursors(cursorOf(head), after) > 0,
    );
    const heads = found.slice(0, limits.changes);
    const [last, more] = [heads.at(-1), heads.length < found.length];
    const whole = compareCursors(after, { position: upTo }) < 0 ? { position: upTo } : after;
    return { heads, next: more && last ? cursorOf(last) : whole, more, builds };
  }
}

/** Thousands of events over HTTP take a while on a busy machine. */
const LOADED = { timeout: 20_000 };

const EVERY_VIEW = [...new Set(Object.values(CHANGE_KINDS))];
const writing = { source: () => "http://127.0.0.1", utcOffset: 0 };
const contents = { database: { query: () => expect.unreachable() }, valueWriter: () => undefined };

let views: MovedViews;
/** The times since when streams were behind. */
let missed: Date[];
let tails: Tails;
let address: string;
const server = createServer();
beforeEach(async () => {
  views = new MovedViews();
  missed = [];
  const feed = views;
  const listen = async (_channel: string, onNotice: (notice: string) => void) => {
    feed.notify = onNotice;
    return async () => undefined;
  };
  const failed = (error: unknown) => expect.unreachable(String(error));
  tails = await Tails.open({ listen }, { feed, writing, contents, failed });
  const turns = new Turns({ running: 4 });
  const app = express().get("/:kinds", async ({ params }, response) => {
    // The test asks for nothing else.
    const kinds = new Set(params.kinds.split(",") as ChangeKind[]);
    const asked = { after: { position: numberedPosition(0) }, selection: { kinds }, wantsContent: false };
    const measureLag = async (since: Date) => void missed.push(since);
    const parts = { feed, writing, contents, tails, turns, measureLag };
    await streamChanges(response, { ...asked, client: "127.0.0.1", ending: tails.ending }, parts);
  });
  server.removeAllListeners("request").on("request", app);
  address = `http://${await listenLocally(server)}`;
});
afterEach(async () => {
  await tails.close();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** The subjects that a stream has told, in their order. */
async function open(...kinds: readonly ChangeKind[]): Promise<readonly string[]> {
  const told: string[] = [];
  const answer = await fetch(`${address}/${kinds.join(",")}`);
  const read = async () => {
    for await (const { event, data } of serverSentEvents(answer))
      if (event !== "checkpoint") told.push(z.object({ subject: z.string() }).parse(data).subject);
  };
  // The end of the test cuts it.
  read().catch(() => undefined);
  return told;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

test("whatever streams ask for, each view is read once for all of them", async () => {
  views.append("record");
  views.move(...EVERY_VIEW);
  const choices: ChangeKind[][] = [["record"], ["record", "facility"], ["record", "station", "timeseries"]];
  const streams = await Promise.all(numbers(1, 30).map((number) => open(...(choices[Number(number) % 3] ?? []))));
  await vi.waitFor(() => expect(streams).toEqual(streams.map(() => ["1"])), LOADED);
  // All have joined once nothing is read any more of several views.
  await vi.waitFor(() => {
    const since = views.read.splice(0);
    expect(since.filter((kinds) => kinds.includes("record") && kinds.length > 1)).toEqual([]);
  }, LOADED);
  views.read.length = 0;
  for (const kind of ["record", "facility", "station", "record"] as const) views.append(kind);
  views.move(...EVERY_VIEW);
  const expected = [
    ["1", "2", "5"],
    ["1", "2", "3", "5"],
    ["1", "2", "4", "5"],
  ] as const;
  await vi.waitFor(() => expect(streams).toEqual(streams.map((_, index) => expected[(index + 1) % 3])), LOADED);
  for (const kinds of views.read) expect(new Set(kinds.map((kind) => CHANGE_KINDS[kind])).size).toBe(1);
  expect(views.read.length).toBeLessThan(streams.length / 2);
});

test("a view that stands still holds back only the streams that ask for it", async () => {
  const [records, both] = await Promise.all([open("record"), open("record", "facility")]);
  views.append("facility");
  views.append("record");
  views.move("catalogue");
  await vi.waitFor(() => expect(records).toEqual(["2"]), LOADED);
  expect(both).toEqual([]);
  views.move("facilities");
  await vi.waitFor(() => expect(both).toEqual(["1", "2"]), LOADED);
});

test("a stream that begins far back reads that on its own, and then gets what all get", async () => {
  views.append("record", 1_700);
  views.move("catalogue");
  const early = await open("record");
  await vi.waitFor(() => expect(early).toHaveLength(1_700), LOADED);
  views.append("record");
  views.move("catalogue");
  await vi.waitFor(() => expect(early).toHaveLength(1_701), LOADED);
  const late = await open("record");
  await vi.waitFor(() => expect(late).toHaveLength(1_701), LOADED);
  views.append("record");
  views.move("catalogue");
  await vi.waitFor(() => expect(late).toEqual(numbers(1, 1_702)), LOADED);
  expect(early).toEqual(late);
});

test("while a view stands still, what waits for it is not read over and over", async () => {
  const both = await open("record", "facility");
  views.append("facility");
  views.append("record", 2_500);
  views.move("catalogue");
  const readsOfRecords = () => views.read.filter((kinds) => kinds.length === 1 && kinds[0] === "record").length;
  await vi.waitFor(() => expect(readsOfRecords()).toBeGreaterThanOrEqual(5), LOADED);
  await delay(500);
  expect(readsOfRecords()).toBeLessThan(10);
  expect(both).toEqual([]);
  views.move("facilities");
  await vi.waitFor(() => expect(both).toEqual(numbers(1, 2_501)), LOADED);
  views.append("record");
  views.move("catalogue", "facilities");
  await vi.waitFor(() => expect(both).toEqual(numbers(1, 2_502)), LOADED);
});

test("more than may wait for a view that stands still is read again when it moves on", async () => {
  const both = await open("record", "facility");
  views.append("facility");
  views.append("record", 2_500);
  views.move("catalogue");
  const records = await open("record");
  await vi.waitFor(() => expect(records).toHaveLength(2_500), LOADED);
  expect(both).toEqual([]);
  views.move("facilities");
  await vi.waitFor(() => expect(both).toEqual(numbers(1, 2_501)), LOADED);
});

test("how far a stream is behind is measured once for all that it has missed", async () => {
  views.append("record", 1_700);
  views.move("catalogue");
  const told = await open("record");
  await vi.waitFor(() => expect(told).toHaveLength(1_700), LOADED);
  expect(missed).toEqual([new Date(1_000)]);
});
