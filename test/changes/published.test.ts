import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CHANGE_KINDS, ChangeEvent, EVERY_KIND } from "../../contracts/changes.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { comparePositions, type Position } from "../../platform/event-store/port.ts";
import { publicationClock, publishedAt } from "../../platform/views/publication.ts";
import { VIEW_MIGRATIONS } from "../../platform/views/schema.ts";
import { cloudEvent } from "../../services/query/changes/cloud-event.ts";
import { contentsOf } from "../../services/query/changes/contents.ts";
import { type Cursor, compareCursors } from "../../services/query/changes/cursor.ts";
import { cursorOf } from "../../services/query/changes/heads.ts";
import { historyWriter } from "../../services/query/measurements/history/history-text.ts";
import { agePublication } from "../aged-publication.ts";
import { knownSeries } from "../known-series.ts";
import { positionOf } from "../position.ts";
import { databaseUntil } from "../postgres.ts";
import { ScriptedLog } from "../scripted-log.ts";
import { type Between, type Command, type Meanwhile, newSeries, rounds, SERIES } from "./commands.ts";
import { Copy } from "./copy.ts";
import { FED_KINDS, FED_VIEWS, FedViews, feedFrom, OFFSET } from "./fed-views.ts";
import { foldedLog } from "./folded-log.ts";
import { KnownTimes } from "./known-times.ts";

/** `PUBLISHED_RUNS=500 PUBLISHED_SEED=7 npx vitest run test/changes/published.test.ts` lets other things happen, more often. */
const RUNS = Number(process.env["PUBLISHED_RUNS"] ?? 20);
const SEED = Number(process.env["PUBLISHED_SEED"] ?? 1);
vi.setConfig({ testTimeout: RUNS * 6_000 });

const database = await databaseUntil(afterAll);
const log = new ScriptedLog();
const views = new FedViews(database, log);
const feed = feedFrom(views, database);
const everyValue = { isCsv: false, period: { from: -Infinity, to: Infinity }, showInvalid: true, index: undefined };
const contents = {
  database,
  valueWriter: (id: number) => historyWriter(knownSeries({ id }), "", { ...everyValue, offset: OFFSET }),
};
const writing = { source: () => "https://data.example.org", utcOffset: OFFSET };

beforeAll(() => migrate(database, VIEW_MIGRATIONS));

/** Milliseconds that were let pass: what had been published was made older by as much. */
let passed = 0;
/** A time by a clock that is as far ahead, on which what is published stays where it was. */
const onClock = (time: number): number => time + passed;

/** A change as it is told, with its publication time on that clock. */
interface Told {
  readonly change: ReturnType<typeof ChangeEvent.parse>;
  readonly time: number;
}

/** Reads what follows, as an answer does that has waited until the views have what is in the log up to the head. */
async function readPage(after: Cursor, changes: number, head: Position) {
  let point = await feed.now(FED_VIEWS);
  // A build that takes the place of another one meanwhile may be behind it.
  while (comparePositions(point.upTo, head) < 0) {
    await views.reach(head);
    point = await feed.now(FED_VIEWS);
  }
  const page = await feed.page(after, point, { kinds: FED_KINDS }, { changes, bytes: 10_000, withContent: true });
  const told: Told[] = [];
  for await (const filled of contentsOf(page.heads, page.builds, contents)) {
    const change = ChangeEvent.parse(JSON.parse(cloudEvent(filled.head, writing, filled.content)));
    told.push({ change, time: onClock(Date.parse(change.time)) });
  }
  return { ...page, told };
}

/** Asks again with the position of its last page, some changes at a time. */
class PageReader {
  readonly copy = new Copy();
  readonly told: Told[] = [];
  #after: Cursor = { position: log.start };

  /** Whether more follows. */
  async read(changes: number): Promise<boolean> {
    const { heads, told, next, more } = await readPage(this.#after, changes, log.start);
    expect(heads.length).toBeLessThanOrEqual(changes);
    const places = [this.#after, ...heads.map(cursorOf)];
    for (const [index, place] of places.slice(1).entries())
      expect(compareCursors(places[index] ?? place, place)).toBeLessThan(0);
    for (const { change } of told) this.copy.apply(change);
    this.told.push(...told);
    this.#after = next;
    return more;
  }
}

/** Asks again with the time of its last answer: reads all, and takes what has this time or a later one. */
class TimeReader {
  readonly copy = new Copy();
  readonly #timeOf: (told: Told) => number;
  #from = Number.NEGATIVE_INFINITY;
  /** The answer that has begun: its time, and what it waits for. */
  #begun: { readonly asOf: number; readonly head: Position } | undefined;

  constructor(timeOf: (told: Told) => number) {
    this.#timeOf = timeOf;
  }

  async ask(): Promise<void> {
    await this.answer();
    const clock = publishedAt(await publicationClock(database, FED_VIEWS));
    this.#begun = { asOf: onClock(Date.parse(clock)), head: await log.head() };
  }

  async answer(): Promise<void> {
    if (!this.#begun) return;
    const { asOf, head } = this.#begun;
    this.#begun = undefined;
    let after: Cursor = { position: log.start };
    for (let more = true; more; ) {
      const page = await readPage(after, 1_000, head);
      for (const told of page.told) if (this.#timeOf(told) >= this.#from) this.copy.apply(told.change);
      ({ next: after, more } = page);
    }
    this.#from = asOf;
  }
}

function viewOf({ change: { type } }: Told): string {
  return CHANGE_KINDS[EVERY_KIND.find((kind) => kind === type.split(".")[1]) ?? expect.unreachable()];
}

function append({ events, late }: Extract<Meanwhile, { does: "append" }>): void {
  const time = new Date(onClock(Date.now()) - late * 1000).toISOString();
  for (const event of events) {
    const isGone = log.events.some(({ stream, type }) => stream === event.stream && type === "TimeSeriesDeleted");
    if (!isGone) log.append({ ...event, meta: { ...event.meta, time } });
  }
}

async function happenAlone(command: Between): Promise<void> {
  if (command.does === "drop") return views.drop(command.view, command.which);
  await agePublication(database, command.seconds);
  passed += command.seconds * 1000;
}

interface Readers {
  readonly pages: PageReader;
  readonly times: TimeReader;
}

async function happen(command: Meanwhile, { pages, times }: Readers): Promise<unknown> {
  switch (command.does) {
    case "append":
      return append(command);
    case "feed":
      return views.feed(command.projector, command.view, command);
    case "replay":
      return views.replay(command.view, command.batches, command);
    case "page":
      return pages.read(command.changes);
    case "ask":
      return times.ask();
    case "answer":
      return times.answer();
  }
}

/** Whoever does one thing after the other. */
function actorOf(command: Meanwhile): string {
  if (command.does === "feed") return `projector ${command.projector}`;
  return command.does === "answer" ? "ask" : command.does;
}

const isAlone = (command: Command): command is Between => command.does === "pass" || command.does === "drop";

/** Lets all happen, round by round, and both readers read to the end. */
async function run(script: readonly (readonly Command[])[], timeOf: (told: Told) => number): Promise<Readers> {
  await views.begin();
  log.append(...SERIES.map((id) => newSeries(id)));
  const readers = { pages: new PageReader(), times: new TimeReader(timeOf) };
  const known = new KnownTimes(database, FED_VIEWS, (time) => onClock(time.getTime()));
  const look = () => known.look(log.events.map(({ position }) => position));
  for (const round of script) {
    for (const command of round) if (isAlone(command)) await happenAlone(command);
    const actors = new Map<string, Promise<unknown>>();
    for (const command of round) {
      if (isAlone(command)) continue;
      const before = actors.get(actorOf(command));
      actors.set(
        actorOf(command),
        Promise.resolve(before).then(() => happen(command, readers)),
      );
    }
    await Promise.all(actors.values());
    await look();
  }
  await readers.times.ask();
  await readers.times.answer();
  while (await readers.pages.read(3));
  await look();
  for (const told of readers.pages.told)
    expect(told.time).toBe(known.of(viewOf(told), positionOf(told.change.position)));
  return readers;
}

test("whoever asks again with the last position or time holds what the log says, though projectors die and views are built again", async () => {
  const property = fc.asyncProperty(rounds, async (script) => {
    const { pages, times } = await run(script, ({ time }) => time);
    const held = foldedLog(log.events);
    expect(pages.copy.held).toEqual(held);
    expect(times.copy.held).toEqual(held);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
  for (const count of Object.values(views.happened)) expect(count).toBeGreaterThan(0);
});

test("whoever asked by the time of the events would lose those that become visible later", async () => {
  const decidedAt = ({ change }: Told) => {
    const event = log.events.find(({ position }) => position === change.position) ?? expect.unreachable();
    return 1000 * Math.floor(Date.parse(event.meta.time) / 1000);
  };
  let isWhole = true;
  for (const script of fc.sample(rounds, { seed: SEED, numRuns: RUNS })) {
    const { times } = await run(script, decidedAt);
    isWhole = isDeepStrictEqual(times.copy.held, foldedLog(log.events));
    if (!isWhole) break;
  }
  expect(isWhole).toBe(false);
});
