import { describe, expect, test } from "vitest";
import { positionOf } from "../../../test/position.ts";
import { Grouping } from "./columns.ts";
import { VALID } from "./entry.ts";
import { type Compared, compare, decide, meaningOf } from "./observations.ts";
import { StoredValues } from "./stored-values.ts";

/** 2024-02-01 00:00 of +01:00. */
const february = Date.UTC(2024, 0, 31, 23) / 1000;
const INVALID = 0;

interface Cell {
  readonly value: number | null;
  readonly flags?: number;
  readonly line: number;
}

/** One value for each hour that is sent. */
function groupOf(...cells: readonly Cell[]) {
  const grouping = new Grouping(60);
  for (const [hour, { value, flags = VALID, line }] of cells.entries()) {
    const fromTime = [february + hour * 3_600];
    grouping.add({ series: 1, fromTime, toTime: [], value: [value], flags: [flags] }, 3_600, line);
  }
  const [group] = grouping.groups();
  return group ?? expect.unreachable();
}

function left(...cells: readonly (Cell | undefined)[]): StoredValues {
  const stored = new StoredValues(positionOf("0"));
  for (const [hour, cell] of cells.entries()) {
    if (cell) stored.set(february + hour * 3_600, cell.value, cell.flags ?? VALID, cell.line);
  }
  return stored;
}

const outcomeOf = ({ changed, decidable, undecidable }: Compared) => {
  expect(changed.fromTime.length).toBe(decidable.fromTime.length + undecidable.fromTime.length);
  if (changed.fromTime.length === 0) return "is left out";
  return decidable.fromTime.length > 0 ? "is stored" : "is deferred";
};

describe("a value that comes again", () => {
  test.each<[sent: Cell, left: Cell | undefined, throughLine: number, outcome: string]>([
    [{ value: 1, line: 1 }, undefined, 1, "is stored"],
    [{ value: 1, line: 1 }, { value: 1, line: 1 }, 1, "is left out"],
    [{ value: 1, line: 1 }, { value: 1, line: 9 }, 1, "is left out"],
    [{ value: null, line: 1 }, { value: null, line: 1 }, 1, "is left out"],
    [{ value: null, line: 1 }, { value: 1, line: 1 }, 1, "is stored"],
    [{ value: 1, line: 1 }, { value: null, line: 1 }, 1, "is stored"],
    [{ value: 1, flags: INVALID, line: 1 }, { value: 1, line: 1 }, 1, "is stored"],
    [{ value: 1, line: 1 }, { value: 2, line: 1 }, 1, "is stored"],
    [{ value: 1, line: 1 }, { value: 2, line: 2 }, 2, "is stored"],
    [{ value: 1, line: 1 }, { value: 2, line: 3 }, 2, "is deferred"],
    [{ value: 1, line: 1 }, { value: 2, line: 3 }, Number.POSITIVE_INFINITY, "is stored"],
  ])("%j, where the upload has left %j, through line %d: it %s", (sent, cell, throughLine, outcome) => {
    expect(outcomeOf(compare(groupOf(sent), left(cell), throughLine))).toBe(outcome);
  });

  test("follows the last event of the upload in its stream", () => {
    const stored = left({ value: 1, line: 1 });
    stored.lastEvent = "last";
    const { toStore } = decide([compare(groupOf({ value: 2, line: 1 }), stored, 1)]);
    expect(toStore).toMatchObject([{ predecessor: "last", group: { value: [2] } }]);
  });
});

test("values are deferred beside others that are stored, and no more than may be kept", () => {
  const stored = () => left({ value: 9, line: 5 }, { value: 9, line: 1 });
  const sent = groupOf({ value: 1, line: 1 }, { value: 2, line: 2 }, { value: 3, line: 2 });
  const compared = [1, 2, 3].map(() => compare(sent, stored(), 2));
  const { toStore, deferred } = decide(compared, 2);
  expect(deferred.map(({ value }) => value)).toEqual([[1], [1]]);
  expect(toStore.map(({ group }) => group.value)).toEqual([
    [2, 3],
    [2, 3],
    [1, 2, 3],
  ]);
});

describe("an append", () => {
  const [before, end, after] = [positionOf("1"), positionOf("2"), positionOf("3")];
  const first = { isRetry: false };
  const keyed = { isRetry: false, logEndBefore: end };
  const again = { isRetry: true, logEndBefore: end };
  test.each([
    ["of a first attempt without a key", "stored", first, { position: after }],
    ["beyond the end that the log had before", "stored", keyed, { position: after }],
    ["at the end that the log had before", "stored-before", keyed, { position: end }],
    ["before it", "stored-before", keyed, { position: before }],
    ["of which a part lies before it", "stored-before", keyed, { position: after, earliest: before }],
    ["of a retry that lies before it", "stored", again, { position: before }],
  ])("%s is %s", (_, outcome, delivery, appended) => {
    const meaning = meaningOf({ outcome: "appended", ...appended }, delivery);
    expect(meaning).toEqual(outcome === "stored" ? { outcome, position: appended.position } : { outcome });
  });

  test.each([
    ["of a first attempt that conflicts", "stored-before", keyed],
    ["of a retry that conflicts", "contended", again],
  ])("%s is %s", (_, outcome, delivery) => {
    expect(meaningOf({ outcome: "conflict" }, delivery)).toEqual({ outcome });
  });
});
