import type { Database } from "../../../platform/database/port.ts";
import { MAX_AHEAD_MS } from "../../../platform/database/recent.ts";
import { RETENTION_MS } from "./key-budget.ts";

/** Rows that one statement looks at: few enough that the server's time limit never ends it. */
const SWEPT_AT_ONCE = 1_000;

/** Deletes expired keys, and each provider's keys of streamed bodies except the last `maxStreamed`. */
export async function sweepKeys(database: Database, clock: () => Date, maxStreamed: number): Promise<void> {
  const now = clock();
  const end = new Date(now.getTime() - RETENTION_MS);
  await dateAnew(database, now);
  await deleteOld(database, end);
  const providers = await database.query<{ provider: string }>("select distinct provider from accounts");
  for (const { provider } of providers) await deleteSurplus(database, provider, end, maxStreamed);
}

/** Keys dated before the clock was set back count as taken now; otherwise they would be kept until the clock catches up. */
async function dateAnew(database: Database, now: Date): Promise<void> {
  const text = `
    with ahead as (select ctid from remembered_answers where created_at > $1 limit $3)
    update remembered_answers as each set created_at = $2 from ahead
      where each.ctid = ahead.ctid and each.created_at > $1 returning 1`;
  const values = [new Date(now.getTime() + MAX_AHEAD_MS), now, SWEPT_AT_ONCE];
  while ((await database.query({ text, values })).length === SWEPT_AT_ONCE);
}

/** Other keys of streamed bodies stay: they show that values of an upload may be in the log. */
async function deleteOld(database: Database, end: Date): Promise<void> {
  const text = `
    with old as (
      select ctid, created_at from remembered_answers where created_at > $1 and created_at <= $2
      order by created_at limit $3),
    swept as (
      delete from remembered_answers as each using old
      where each.ctid = old.ctid and each.created_at <= $2 and (body_hash <> '' or runs = 0))
    select max(created_at) as last from old having count(*) = $3`;
  let last: Date | "-infinity" | undefined = "-infinity";
  while (last !== undefined) {
    const rows: { last: Date }[] = await database.query({ text, values: [last, end, SWEPT_AT_ONCE] });
    last = rows[0]?.last;
  }
}

async function deleteSurplus(database: Database, provider: string, end: Date, maxStreamed: number): Promise<void> {
  const text = `
    with surplus as (
      select ctid from remembered_answers where owner = $1 and created_at <= $2
      order by created_at desc offset $3 limit $4)
    delete from remembered_answers as each using surplus
      where each.ctid = surplus.ctid and each.created_at <= $2 returning 1`;
  const values = [provider, end, maxStreamed, SWEPT_AT_ONCE];
  while ((await database.query({ text, values })).length === SWEPT_AT_ONCE);
}
