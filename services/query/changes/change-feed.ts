import { CHANGE_KINDS, type ChangeKind } from "../../../contracts/changes.ts";
import { buildName, type View } from "../../../contracts/views/declaration.ts";
import { VIEWS, type ViewName } from "../../../contracts/views.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import { comparePositions, type Position } from "../../../platform/event-store/port.ts";
import type { Builds } from "../../../platform/views/builds.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { publicationClock, publicationTimes, readableSince } from "../../../platform/views/publication.ts";
import { viewBuilding, viewsOf } from "../views/view-building.ts";
import { type Cursor, compareCursors } from "./cursor.ts";
import {
  cursorOf,
  type Head,
  type HeadPlace,
  type PageKind,
  type ReadBuilds,
  readHeads,
  readNewestRecords,
  readRunEnds,
  type Selection,
} from "./heads.ts";

/** A change whose publication time is known. */
export interface PublishedHead extends Head {
  readonly time: Date;
}

/** Where a change stands, and when it was published. */
export interface PublishedPlace extends HeadPlace {
  readonly time: Date;
}

/** Some changes, and where they go on. */
export interface Page {
  readonly heads: readonly PublishedHead[];
  readonly next: Cursor;
  /** Whether more follows that is there already. */
  readonly more: boolean;
  /** The builds that it was read from. */
  readonly builds: ReadBuilds;
}

/** What a page holds at most; at least one change. */
export interface PageLimits {
  readonly changes: number;
  readonly bytes: number;
  readonly withContent: boolean;
}

export interface ChangeFeedParts {
  readonly database: Queryable;
  readonly builds: Pick<Builds, "newest" | "progress">;
  readonly progress: Pick<ViewProgress, "waitFor">;
}

/** The views that changes of these kinds are read from. Values are written as the directory of stations says. */
export function viewsShowing(kinds: Iterable<ChangeKind>): readonly ViewName[] {
  const views = viewsOfKinds(kinds);
  return (views.includes("observations") ? [...new Set([...views, "stations" as const])] : views).sort();
}

/** The views whose changes these kinds are. */
export const viewsOfKinds = (kinds: Iterable<ChangeKind>): ViewName[] => [
  ...new Set(Array.from(kinds, (kind) => CHANGE_KINDS[kind])),
];

/** The builds that are read, and the position that all of them have come to. */
export interface ReadPoint {
  readonly builds: ReadBuilds;
  readonly upTo: Position;
}

/** How long a stream waits until every reader sees what it is about to tell. */
const SHOWN_TIMEOUT_MS = 5_000;

/** Everything that changed, read from the tables of the views by key: a page costs the same wherever it begins. */
export class ChangeFeed {
  readonly #database: Queryable;
  readonly #builds: ChangeFeedParts["builds"];
  readonly #progress: ChangeFeedParts["progress"];

  constructor({ database, builds, progress }: ChangeFeedParts) {
    this.#database = database;
    this.#builds = builds;
    this.#progress = progress;
  }

  /** As `now`, once every reader sees what the builds have; undefined while some don't. @throws HttpProblem `view-building` */
  async shown(views: readonly ViewName[], signal: AbortSignal): Promise<ReadPoint | undefined> {
    const point = await this.now(views);
    const options = { by: "streams of changes", timeoutMs: SHOWN_TIMEOUT_MS, signal };
    return (await this.#progress.waitFor(views, point.upTo, options)) ? point : undefined;
  }

  /** Where the builds are now. @throws HttpProblem `view-building` */
  async now(views: readonly ViewName[]): Promise<ReadPoint> {
    const builds = this.#newestBuilds(views);
    const wanted = new Set(views.map((name) => buildName(builds[name])));
    const rows = await this.#database.query<{
      name: ViewName;
      version: number;
      generation: number;
      position: Position;
    }>({
      name: "changes-head",
      text: "select name, version, generation, position from view_builds where name = any($1)",
      values: [views],
    });
    const positions = rows.filter((row) => wanted.has(buildName(row))).map(({ position }) => position);
    const [first, ...others] = positions;
    // A build that has gone since: another one takes its place at once.
    if (first === undefined || positions.length < wanted.size) throw viewBuilding(viewsOf(views), this.#builds);
    return { builds, upTo: others.reduce((a, b) => (comparePositions(a, b) < 0 ? a : b), first) };
  }

  /** The changes after the cursor up to where the builds are. */
  async page(after: Cursor, { builds, upTo }: ReadPoint, selection: Selection, limits: PageLimits): Promise<Page> {
    const heads: Head[] = [];
    let end: Cursor | undefined = after;
    // Some at a time, since contents may fill a page long before its changes do; one more than it holds, to know of `more`.
    for (let reads = 0, isFull = false; end && !isFull && reads < MAX_READS; reads++) {
      const limit = Math.min(limits.changes - heads.length, HEADS_AT_ONCE, furtherRoom(heads, limits)) + 1;
      const run = await readHeads(this.#database, builds, selection, { after: end, upTo, limit });
      heads.push(...run.heads);
      end = run.end;
      // A filter that passes over most is no reason to read on.
      isFull = selection.series !== undefined || heads.length > limits.changes || within(heads, limits) < heads.length;
    }
    const taken = heads.slice(0, within(heads, limits));
    const last = taken.at(-1);
    const isWhole = taken.length === heads.length;
    const next = isWhole || !last ? (end ?? later(after, { position: upTo })) : cursorOf(last);
    return { heads: await this.#published(taken), next, more: !isWhole || end !== undefined, builds };
  }

  /** The last changes of records, the newest first. */
  async newestRecords({ builds, upTo }: ReadPoint, limit: number): Promise<readonly PublishedHead[]> {
    return this.#publishedByNow(await readNewestRecords(this.#database, builds, upTo, { limit }));
  }

  /** The same of records with these PIDs that are there. */
  async newestRecordsAmong(
    { builds, upTo }: ReadPoint,
    limit: number,
    among: readonly string[],
  ): Promise<readonly PublishedHead[]> {
    return this.#publishedByNow(await readNewestRecords(this.#database, builds, upTo, { limit, among }));
  }

  /**
   * The same of records that are there and that `select` chooses by their PIDs, which it gets some at a time; of the last
   * 10,000 changes.
   */
  async newestRecordsSelected(
    { builds, upTo }: ReadPoint,
    limit: number,
    select: (pids: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<readonly PublishedHead[]> {
    const selected: Head[] = [];
    let before: Head | undefined;
    for (let looked = 0; looked < MAX_SELECTED_FROM && selected.length < limit; looked += SELECTED_AT_ONCE) {
      const heads = await readNewestRecords(this.#database, builds, upTo, { limit: SELECTED_AT_ONCE, before });
      const present = heads.filter(({ deleted }) => !deleted);
      const chosen = await select(present.map(({ subject }) => subject));
      selected.push(...present.filter(({ subject }) => chosen.has(subject)));
      before = heads.at(-1);
      if (heads.length < SELECTED_AT_ONCE) break;
    }
    return this.#publishedByNow(selected.slice(0, limit));
  }

  /** The time since which records can be read. @throws HttpProblem `view-building` */
  async recordsSince(): Promise<Date> {
    const since = await readableSince(this.#database, "catalogue");
    if (!since) throw viewBuilding(viewsOf(["catalogue"]), this.#builds);
    return since;
  }

  /** The end of each run of `size` changes of a kind after the cursor, and that of the rest, with its publication time. */
  async runEnds(
    after: Cursor,
    { builds, upTo }: ReadPoint,
    kind: PageKind,
    size: number,
  ): Promise<readonly PublishedPlace[]> {
    return this.#published(await readRunEnds(this.#database, builds, kind, { after, upTo, size }));
  }

  /**
   * A facility's change is published when the last of its records has it. Until then, records that have it already come with
   * the time of this read.
   */
  async #publishedByNow(heads: readonly Head[]): Promise<PublishedHead[]> {
    return this.#published(heads, await publicationClock(this.#database, ["catalogue"]));
  }

  /** `otherwise`: the time of what is not published. */
  async #published<Each extends HeadPlace>(
    heads: readonly Each[],
    otherwise?: Date,
  ): Promise<(Each & { readonly time: Date })[]> {
    const times = new Map<ViewName, ReadonlyMap<Position, Date | undefined>>();
    const read = async (view: ViewName): Promise<void> => {
      const ofView = heads.filter(({ kind }) => CHANGE_KINDS[kind] === view);
      const positions = [...new Set(ofView.map(({ position }) => position))];
      const found = await publicationTimes(this.#database, view, positions);
      times.set(view, new Map(positions.map((position, index) => [position, found[index]])));
    };
    await Promise.all(viewsOfKinds(heads.map(({ kind }) => kind)).map(read));
    return heads.map((head) => {
      const time = times.get(CHANGE_KINDS[head.kind])?.get(head.position) ?? otherwise;
      if (!time) throw new Error(`${CHANGE_KINDS[head.kind]} has ${head.position}, which was never published`);
      return { ...head, time };
    });
  }

  /** The build of each view that is read; of the others, if they have one. */
  #newestBuilds(views: readonly ViewName[]): ReadBuilds {
    const newest = <Name extends ViewName, Table extends string>(view: View<Name, Table>): View<Name, Table> => {
      const build = this.#builds.newest(view);
      if (!build && views.includes(view.name)) throw viewBuilding(viewsOf(views), this.#builds);
      return build ?? view;
    };
    return {
      catalogue: newest(VIEWS.catalogue),
      facilities: newest(VIEWS.facilities),
      stations: newest(VIEWS.stations),
      observations: newest(VIEWS.observations),
      "uv-forecast": newest(VIEWS["uv-forecast"]),
    };
  }
}

/** Changes that a selection is made from, and some of them at a time: their PIDs are part of a search. */
const MAX_SELECTED_FROM = 10_000;
const SELECTED_AT_ONCE = 500;

/** Heads of each kind that are read at a time. */
const HEADS_AT_ONCE = 1_000;

/** Readings of a page, at most: those of observations give fewer heads, since neighbouring days are one. */
const MAX_READS = 20;

/** What a change takes besides its content and its subject, about. */
const ENVELOPE_BYTES = 450;

const bytesOf = (head: Head, { withContent }: PageLimits): number =>
  ENVELOPE_BYTES + 2 * head.subject.length + (withContent && !head.deleted ? head.bytes : 0);

/** How many of the heads a page holds. */
function within(heads: readonly Head[], limits: PageLimits): number {
  let bytes = 0;
  const end = heads.findIndex((head, index) => {
    bytes += bytesOf(head, limits);
    return index >= limits.changes || (index > 0 && bytes > limits.bytes);
  });
  return end === -1 ? heads.length : end;
}

/** How many more a page has room for after these, if they are like these. */
function furtherRoom(heads: readonly Head[], limits: PageLimits): number {
  if (heads.length === 0) return Number.POSITIVE_INFINITY;
  const bytes = heads.reduce((sum, head) => sum + bytesOf(head, limits), 0);
  return Math.ceil(Math.max(0, limits.bytes - bytes) / (bytes / heads.length));
}

const later = (a: Cursor, b: Cursor): Cursor => (compareCursors(a, b) < 0 ? b : a);
