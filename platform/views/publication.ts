import { textArray } from "../database/arrays.ts";
import type { Queryable } from "../database/port.ts";
import { comparePositions, type Position } from "../event-store/port.ts";

/**
 * The publication time of the change at each position of a view: since when it can be read, in whole seconds. Undefined for
 * what no build has reached. The time rises with the position, is the same for every reader, and stays when the view is built
 * again.
 */
export async function publicationTimes(
  database: Queryable,
  view: string,
  positions: readonly Position[],
): Promise<(Date | undefined)[]> {
  const sorted = [...positions].sort(comparePositions);
  const rows = await rowsFrom(database, view, sorted);
  const times = new Map<Position, Date | undefined>();
  let at = 0;
  for (const position of sorted) {
    while ((rows[at]?.position ?? position) < position) at += 1;
    times.set(position, rows[at]?.time);
  }
  return positions.map((position) => times.get(position));
}

interface PublicationRow {
  readonly position: Position;
  readonly time: Date;
}

/** The row of each of the positions, which are in their order. */
async function rowsFrom(
  database: Queryable,
  view: string,
  positions: readonly Position[],
): Promise<readonly PublicationRow[]> {
  const [first, last] = [positions[0], positions.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Most changes of a page were published in a few seconds: their rows are read as they follow each other.
  const rows = await database.query<PublicationRow>({
    name: "publication-rows",
    text: `select position, time from publication
      where view = $1 and position >= $2 and position <= coalesce(
        (select position from publication where view = $1 and position >= $3 order by position limit 1), $3)
      order by position limit $4`,
    values: [view, first, last, positions.length],
  });
  const end = rows.at(-1)?.position;
  if (rows.length < positions.length || end === undefined) return rows;
  const beyond = positions.filter((position) => position > end);
  if (beyond.length === 0) return rows;
  // More lie between than are asked for: each of the rest is looked up.
  const rest = await database.query<PublicationRow>({
    name: "publication-row-of-each",
    text: `select distinct found.position, found.time from unnest($2::text[]) as asked (asked) cross join lateral (
        select position, time from publication where view = $1 and position >= asked order by position limit 1) as found
      order by position`,
    values: [view, textArray(beyond)],
  });
  return [...rows, ...rest];
}

/**
 * The time of an answer that shows all that the log has by now: whatever it lacks is published at that time or later. It is
 * the database's clock, or the newest publication of the views where the clock was set back.
 */
export async function publicationClock(database: Queryable, views: readonly string[]): Promise<Date> {
  const [row] = await database.query<{ now: Date }>({
    name: "publication-clock",
    text: `select greatest(clock_timestamp(), max(newest.time)) as now from unnest($1::text[]) as asked (name)
      cross join lateral (select time from publication where view = asked.name order by time desc limit 1) as newest`,
    values: [views],
  });
  if (!row) throw new Error("an aggregate has a row");
  return row.now;
}

/**
 * The time since which a view can be read: its first publication, or while the log is empty, the end of its first build.
 * Undefined before that.
 */
export async function readableSince(database: Queryable, view: string): Promise<Date | undefined> {
  const [row] = await database.query<{ since: Date | null }>({
    name: "publication-begin",
    text: `select coalesce(
      (select min(time) from publication where view = $1),
      (select min(built_at) from view_builds where name = $1)) as since`,
    values: [view],
  });
  return row?.since ?? undefined;
}

/** Forgets that positions beyond the head of the log were published, as after the log lost its end. */
export async function withdrawPublication(database: Queryable, view: string, head: Position): Promise<void> {
  // A row is of all positions since the one before it: the first beyond the head goes on to be that of the head.
  await database.query({
    text: `with beyond as (delete from publication where view = $1 and position > $2 returning time)
      insert into publication (view, time, position)
      select $1, min(time), $2 from beyond having min(time) is not null on conflict do nothing`,
    values: [view, head],
  });
}

/** A publication time as answers have it, in whole seconds: `2026-11-26T20:00:00Z`. */
export const publishedAt = (time: Date): string => `${time.toISOString().slice(0, -5)}Z`;
