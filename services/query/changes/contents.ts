import type { ChangeKind } from "../../../contracts/changes.ts";
import type { UvForecast } from "../../../contracts/measurement-events.ts";
import { decodeDay, type ObservationDay } from "../../../contracts/observation-day.ts";
import { oneAhead } from "../../../platform/async/one-ahead.ts";
import { int4Array, textArray } from "../../../platform/database/arrays.ts";
import type { Queryable } from "../../../platform/database/port.ts";
import type { Span } from "../../../platform/json/spans.ts";
import { facilityIn } from "../../../platform/search/documents/joined-document.ts";
import type { Head, ReadBuilds } from "./heads.ts";
import { notThereYet } from "./not-there-yet.ts";

/** Contents are read this many bytes at a time. */
const BLOCK_BYTES = 1024 ** 2;
const BLOCK_CHANGES = 500;

export interface DayOfValues extends ObservationDay {
  readonly day: number;
}

export interface ContentParts {
  readonly database: Queryable;
  /** The writer of a series' values of a day, each after a comma; undefined for an unknown series. */
  readonly valueWriter: (series: number) => ((day: DayOfValues) => Iterable<string>) | undefined;
}

/** A head with its content. */
export interface Filled<Each extends Head> {
  readonly head: Each;
  /** Undefined where there is none, since the thing is deleted, and where it is not wanted. */
  readonly content: Content | undefined;
}

/** JSON in UTF-8, which is not joined before it is copied to where it is needed. */
export class Content {
  readonly #json: Buffer;
  /** Other JSON that replaces the part from `start` to `end`. */
  readonly #other: (Span & { readonly json: Buffer }) | undefined;

  constructor(json: Buffer, other?: Span & { readonly json: Buffer }) {
    this.#json = json;
    this.#other = other;
  }

  /** Of a record: the registry's facility, if there is one, replaces the one that was sent. */
  static joined(document: Buffer, facility: Buffer | null): Content {
    const sent = facility && facilityIn(document);
    return new Content(document, facility && sent ? { ...sent, json: facility } : undefined);
  }

  /** In bytes. */
  get length(): number {
    return this.#json.length + (this.#other ? this.#other.json.length - this.#other.end + this.#other.start : 0);
  }

  /** Returns the offset after it. */
  copyTo(target: Buffer, at: number): number {
    if (!this.#other) return at + this.#json.copy(target, at);
    const { start, end, json } = this.#other;
    const before = at + this.#json.copy(target, at, 0, start);
    const within = before + json.copy(target, before);
    return within + this.#json.copy(target, within, end);
  }

  toBuffer(): Buffer {
    const bytes = Buffer.allocUnsafe(this.length);
    this.copyTo(bytes, 0);
    return bytes;
  }

  toString(): string {
    return this.toBuffer().toString();
  }
}

/** The changes of a page, with the contents of the things where these are wanted. */
export async function* changesOf<Each extends Head>(
  { heads, builds }: { readonly heads: readonly Each[]; readonly builds: ReadBuilds },
  wantsContent: boolean,
  parts: ContentParts,
): AsyncGenerator<Filled<Each>> {
  if (wantsContent) yield* contentsOf(heads, builds, parts);
  else for (const head of heads) yield { head, content: undefined };
}

/**
 * Reads the contents of the heads, in their order and some at a time, as the things are now; while some are used, the next are
 * read. Of one that was deleted meanwhile nothing comes: its deletion follows.
 */
export async function* contentsOf<Each extends Head>(
  heads: readonly Each[],
  builds: ReadBuilds,
  parts: ContentParts,
): AsyncGenerator<Filled<Each>> {
  for await (const block of oneAhead(blocksOf(heads), (each) => filled(each, builds, parts))) yield* block;
}

async function filled<Each extends Head>(
  block: readonly Each[],
  builds: ReadBuilds,
  parts: ContentParts,
): Promise<readonly Filled<Each>[]> {
  const contents = new Map<Head, Content>();
  await Promise.all(
    [...new Set(block.map(({ kind }) => kind))].map(async (kind) => {
      const ofKind = block.filter((head) => head.kind === kind && !head.deleted);
      if (ofKind.length > 0) await READERS[kind](ofKind, builds, parts, contents);
    }),
  );
  return block
    .map((head) => ({ head, content: contents.get(head) }))
    .filter(({ head, content }) => head.deleted || content !== undefined);
}

function* blocksOf<Each extends Head>(heads: readonly Each[]): Generator<readonly Each[]> {
  let block: Each[] = [];
  let bytes = 0;
  for (const head of heads) {
    if (block.length > 0 && (bytes + head.bytes > BLOCK_BYTES || block.length === BLOCK_CHANGES)) {
      yield block;
      block = [];
      bytes = 0;
    }
    block.push(head);
    bytes += head.bytes;
  }
  if (block.length > 0) yield block;
}

type ReadContents = (
  heads: readonly Head[],
  builds: ReadBuilds,
  parts: ContentParts,
  into: Map<Head, Content>,
) => Promise<void>;

const READERS: Readonly<Record<ChangeKind, ReadContents>> = {
  record: async (heads, { catalogue: { tables } }, { database }, into) => {
    const table = tables.records;
    const rows = await database.query<{ pid: Buffer; document: Buffer; facility_document: Buffer | null }>({
      name: `${table}-contents`,
      text: `select pid, document, facility_document from ${table} where pid = any($1::text[]) and not deleted`,
      values: [textArray(heads.map(({ subject }) => subject))],
      binary: true,
    });
    const found = new Map(rows.map((row) => [row.pid.toString(), Content.joined(row.document, row.facility_document)]));
    for (const head of heads) setIfThere(into, head, found.get(head.subject));
  },
  facility: async (heads, { facilities: { tables } }, { database }, into) => {
    const table = tables.facilities;
    const rows = await database.query<{ identifier: Buffer; document: Buffer }>({
      name: `${table}-contents`,
      text: `select identifier, document from ${table} where identifier = any($1::text[]) and not deleted`,
      values: [textArray(heads.map(({ subject }) => subject))],
      binary: true,
    });
    const found = new Map(rows.map(({ identifier, document }) => [identifier.toString(), new Content(document)]));
    for (const head of heads) setIfThere(into, head, found.get(head.subject));
  },
  station: (heads, { stations: { tables } }, { database }, into) => readById(tables.stations, heads, database, into),
  timeseries: (heads, { stations: { tables } }, { database }, into) =>
    readById(tables.time_series, heads, database, into),
  observations: readValues,
  forecast: async (heads, { "uv-forecast": { tables } }, { database }, into) => {
    const { forecasts } = tables;
    for (const head of heads) {
      const [row] = await database.query<{ document: string }>({
        name: `${forecasts}-content`,
        text: `select document from ${forecasts} where number = $1`,
        values: [head.key[0]],
      });
      // The event is stored, whose shape was checked.
      const { forecast, ...published }: UvForecast = JSON.parse(row?.document ?? "{}");
      if (row) into.set(head, new Content(Buffer.from(JSON.stringify(published))));
    }
  },
};

function setIfThere(into: Map<Head, Content>, head: Head, content: Content | undefined): void {
  if (content !== undefined) into.set(head, content);
}

async function readById(
  table: string,
  heads: readonly Head[],
  database: Queryable,
  into: Map<Head, Content>,
): Promise<void> {
  const rows = await database.query<{ id: number; document: Buffer }>({
    name: `${table}-contents`,
    text: `select id, document from ${table} where id = any($1::int4[]) and not deleted`,
    values: [int4Array(heads.map(({ key }) => Number(key[0])))],
    binary: true,
  });
  const found = new Map(rows.map(({ id, document }) => [id, new Content(document)]));
  for (const head of heads) setIfThere(into, head, found.get(Number(head.key[0])));
}

/**
 * The values of the days of each head, as `/obs/historical` has them, without brackets. None for a series that was deleted
 * meanwhile: its deletion follows.
 */
async function readValues(
  heads: readonly Head[],
  { observations: { tables }, stations: { tables: directory } }: ReadBuilds,
  { database, valueWriter }: ContentParts,
  into: Map<Head, Content>,
): Promise<void> {
  const runs = heads.flatMap((head) => (head.days ? [{ head, ...head.days }] : []));
  const { days } = tables;
  const rows = await database.query<{ place: number; day: number; values: Buffer; flags: Buffer }>({
    name: `${days}-of-runs`,
    // "offset 0" forces an index lookup for each run, whatever the statistics of the tables are.
    text: `select place::int4 as place, found.day, found.values, found.flags
      from unnest($1::int4[], $2::int4[], $3::int4[]) with ordinality as run (series, first, last, place)
      cross join lateral (
        select day, "values", flags from ${days} stored
        where stored.series = run.series and stored.day between run.first and run.last order by day offset 0) as found
      order by place, day`,
    values: [
      int4Array(runs.map(({ series }) => series)),
      int4Array(runs.map(({ first }) => first)),
      int4Array(runs.map(({ last }) => last)),
    ],
    binary: true,
  });
  const texts = new Map<Head, string[]>(heads.map((head) => [head, []]));
  const unknown = new Set<number>();
  for (const { place, day, values, flags } of rows) {
    const run = runs[place - 1];
    if (!run) continue;
    const write = valueWriter(run.series);
    if (!write) {
      unknown.add(run.series);
      texts.delete(run.head);
      continue;
    }
    for (const text of write({ day, ...decodeDay(values, flags) })) texts.get(run.head)?.push(text);
  }
  await requireUnserved(unknown, directory, database);
  for (const [head, written] of texts) into.set(head, new Content(Buffer.from(written.join("").slice(1))));
}

/**
 * Values that are left out mean that their series was deleted.
 * @throws HttpProblem `not-yet-visible` when one of the series is served, and this process has yet to learn of it
 */
async function requireUnserved(
  series: ReadonlySet<number>,
  { time_series: table, stations }: ReadBuilds["stations"]["tables"],
  database: Queryable,
): Promise<void> {
  if (series.size === 0) return;
  const [served] = await database.query({
    name: `${table}-served`,
    text: `select 1 from ${table} series join ${stations} station on station.id = series.station
      where series.id = any($1::int4[]) and not series.deleted and not station.deleted limit 1`,
    values: [int4Array([...series])],
  });
  if (served) throw notThereYet();
}
