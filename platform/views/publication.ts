import type { Queryable } from "../database/port.ts";
import type { Position } from "../event-store/port.ts";

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
  const rows = await database.query<{ time: Date | null }>({
    name: "publication-times",
    text: `select (select time from publication where view = $1 and position >= asked order by position limit 1) as time
      from unnest($2::text[]) with ordinality as asked (asked, place) order by place`,
    values: [view, positions],
  });
  return rows.map(({ time }) => time ?? undefined);
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
export const publishedAt = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");
