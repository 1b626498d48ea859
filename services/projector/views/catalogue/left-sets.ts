import { setImmediate as nextTurn } from "node:timers/promises";
import type { Metadata } from "../../../../contracts/metadata.ts";
import { type RecordSet, setId, setsOf } from "../../../../contracts/record-sets.ts";
import { textArray, uuidArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";

/** A content that a record was given, by whom and where in the log. */
export interface Given {
  readonly document: Buffer;
  readonly provider: string;
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

/** Bytes of earlier contents that are read at a time. */
const MAX_BYTES = 4 * 1024 ** 2;

/**
 * Keeps which sets the records have left, and where in the log, before their new contents are written. A deletion leaves no
 * set. A record without an earlier content has left none.
 */
export async function keepLeftSets(
  { records, left_sets }: Tables,
  histories: readonly History[],
  transaction: Queryable,
): Promise<void> {
  const bytesOf = await sizesOf(
    records,
    histories.filter(({ isNew }) => !isNew),
    transaction,
  );
  const changing = histories.filter(({ pid, contents }) => bytesOf.has(pid) || contents.length > 1);
  for (const block of blocksOf(changing, ({ pid }) => bytesOf.get(pid) ?? 0)) {
    const earlier = await earlierSets(records, block, transaction);
    const moves = block.map(({ pid, contents }) => ({ pid, ...movesOf(earlier.get(pid) ?? [], contents) }));
    await writeMoves(left_sets, moves, transaction);
    await nextTurn();
  }
}

/** Bytes of the contents that the table has. */
async function sizesOf(
  records: string,
  histories: readonly History[],
  transaction: Queryable,
): Promise<ReadonlyMap<string, number>> {
  // Most batches of a build from the beginning.
  if (histories.length === 0) return new Map();
  const sizes = await transaction.query<{ pid: string; bytes: number }>({
    name: `${records}-sizes`,
    text: `select pid, octet_length(document) as bytes from ${records} where pid = any($1::text[])`,
    values: [textArray(histories.map(({ pid }) => pid))],
  });
  return new Map(sizes.map(({ pid, bytes }) => [pid, bytes]));
}

function* blocksOf(histories: readonly History[], bytesOf: (history: History) => number): Generator<History[]> {
  let block: History[] = [];
  let bytes = 0;
  for (const history of histories) {
    if (block.length > 0 && bytes + bytesOf(history) > MAX_BYTES) {
      yield block;
      block = [];
      bytes = 0;
    }
    block.push(history);
    bytes += bytesOf(history);
  }
  if (block.length > 0) yield block;
}

/** The sets of the contents that the table has. */
async function earlierSets(
  records: string,
  histories: readonly History[],
  transaction: Queryable,
): Promise<ReadonlyMap<string, readonly RecordSet[]>> {
  const rows = await transaction.query<{ pid: string; provider: string; document: string }>({
    name: `${records}-earlier`,
    text: `select pid, provider, document from ${records} where pid = any($1::text[])`,
    values: [textArray(histories.map(({ pid }) => pid))],
  });
  return new Map(rows.map(({ pid, provider, document }) => [pid, setsOf(stored(document), provider)]));
}

interface Moves {
  /** The sets that the record is in now. */
  readonly now: readonly string[];
  /** The sets that it was in before, with the place where it left them last. */
  readonly left: ReadonlyMap<string, string>;
}

function movesOf(earlier: readonly RecordSet[], contents: readonly Given[]): Moves {
  let now: readonly string[] = earlier.map(setId);
  const left = new Map<string, string>();
  for (const { document, provider, changed } of contents) {
    const next = setsOf(stored(document.toString()), provider).map(setId);
    for (const set of now) left.set(set, changed);
    for (const set of next) left.delete(set);
    now = next;
  }
  return { now, left };
}

// What is stored was checked when it was added.
const stored = (document: string): Metadata => JSON.parse(document);

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
