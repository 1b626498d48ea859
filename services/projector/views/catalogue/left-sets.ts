import { setId } from "../../../../contracts/record-sets.ts";
import { textArray, uuidArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";

/** The sets of a content that a record was given, as a JSON array of names, and where in the log that was. */
export interface Given {
  readonly sets: string;
  readonly changed: string;
}

/** A record with the contents that it is given by a run of events, in their order. */
export interface History {
  readonly pid: string;
  readonly contents: readonly Given[];
  /** Whether the table has had no content of it. */
  readonly isNew: boolean;
}

interface Tables {
  readonly records: string;
  readonly left_sets: string;
}

/**
 * Keeps which sets the records have left, and where in the log, before their new contents are written. A deletion leaves no
 * set. A record without an earlier content has left none.
 */
export async function keepLeftSets(
  { records, left_sets }: Tables,
  histories: readonly History[],
  transaction: Queryable,
): Promise<void> {
  const earlier = await earlierSets(
    records,
    histories.filter(({ isNew }) => !isNew),
    transaction,
  );
  const moves = histories.flatMap(({ pid, contents }) => {
    const before = earlier.get(pid) ?? contents[0]?.sets ?? "[]";
    return contents.every(({ sets }) => sets === before) ? [] : [{ pid, ...movesOf(before, contents) }];
  });
  if (moves.length > 0) await writeMoves(left_sets, moves, transaction);
}

/** The sets of the contents that the table has. */
async function earlierSets(
  records: string,
  histories: readonly History[],
  transaction: Queryable,
): Promise<ReadonlyMap<string, string>> {
  // Most batches of a build from the beginning.
  if (histories.length === 0) return new Map();
  const rows = await transaction.query<{ pid: string; sets: string }>({
    name: `${records}-sets`,
    text: `select pid, sets from ${records} where pid = any($1::text[])`,
    values: [textArray(histories.map(({ pid }) => pid))],
  });
  return new Map(rows.map(({ pid, sets }) => [pid, sets]));
}

interface Moves {
  /** The sets that the record is in now. */
  readonly now: readonly string[];
  /** The sets that it was in before, with the place where it left them last. */
  readonly left: ReadonlyMap<string, string>;
}

function movesOf(before: string, contents: readonly Given[]): Moves {
  let now = idsOf(before);
  const left = new Map<string, string>();
  for (const { sets, changed } of contents) {
    const next = idsOf(sets);
    for (const set of now) left.set(set, changed);
    for (const set of next) left.delete(set);
    now = next;
  }
  return { now, left };
}

function idsOf(sets: string): readonly string[] {
  const names: readonly string[] = JSON.parse(sets);
  return names.map(setId);
}

async function writeMoves(
  leftSets: string,
  moves: readonly (Moves & { readonly pid: string })[],
  transaction: Queryable,
): Promise<void> {
  const entered = moves.flatMap(({ pid, now }) => now.map((set) => ({ pid, set })));
  const left = moves.flatMap(({ pid, left }) => Array.from(left, ([set, changed]) => ({ pid, set, changed })));
  await transaction.query({
    name: `${leftSets}-write`,
    text: `with entered as (
        delete from ${leftSets} using unnest($1::text[], $2::uuid[]) as now (of_pid, of_set) where pid = of_pid and set_id = of_set)
      insert into ${leftSets} (pid, set_id, changed) select * from unnest($3::text[], $4::uuid[], $5::uuid[])
      on conflict (pid, set_id) do update set changed = excluded.changed`,
    values: [
      textArray(entered.map(({ pid }) => pid)),
      uuidArray(entered.map(({ set }) => set)),
      textArray(left.map(({ pid }) => pid)),
      uuidArray(left.map(({ set }) => set)),
      uuidArray(left.map(({ changed }) => changed)),
    ],
  });
}
