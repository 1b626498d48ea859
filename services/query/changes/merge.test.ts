import fc from "fast-check";
import { expect, test } from "vitest";
import { CHANGE_KINDS } from "../../../contracts/changes.ts";
import type { ViewName } from "../../../contracts/views.ts";
import { numberedPosition } from "../../../test/position.ts";
import { type Cursor, compareCursors } from "./cursor.ts";
import { cursorOf } from "./heads.ts";
import { Merge } from "./merge.ts";
import type { StreamedChange } from "./tail.ts";

const KINDS = ["record", "facility", "station"] as const;
const VIEWS: readonly ViewName[] = KINDS.map((kind) => CHANGE_KINDS[kind]);
const START: Cursor = { position: numberedPosition(0) };

function change(kind: (typeof KINDS)[number], position: number, text = ""): StreamedChange {
  const head = { kind, position: numberedPosition(position), subject: `${position}`, deleted: false, bytes: 1 };
  const key = kind === "station" ? ([position] as const) : ([`${position}`] as const);
  return { head: { ...head, key, time: new Date(0) }, text };
}

const at = (position: number): Cursor => ({ position: numberedPosition(position) });

test("changes of several views come in one order, once no other can precede them", () => {
  const merge = new Merge(["catalogue", "facilities"], START, () => true);
  const [first, second] = [change("facility", 1), change("record", 2)];
  expect(merge.take("catalogue", { changes: [second], next: at(3) })).toEqual({ changes: [], next: START });
  expect(merge.take("facilities", { changes: [first], next: at(2) })).toEqual({
    changes: [first, second],
    next: at(2),
  });
});

test("what was told before, and what nobody asked for, is passed over", () => {
  const merge = new Merge(["catalogue"], at(1), ({ head }) => head.subject !== "3");
  const changes = [1, 2, 3, 4].map((position) => change("record", position));
  expect(merge.take("catalogue", { changes, next: at(5) })).toEqual({ changes: [changes[1], changes[3]], next: at(5) });
  expect(merge.take("catalogue", { changes, next: at(4) })).toEqual({ changes: [], next: at(5) });
});

test("whatever a view brings while another stands still, only so much waits", () => {
  const merge = new Merge(["catalogue", "facilities"], START, () => true);
  merge.take("catalogue", { changes: [change("record", 1, "x".repeat(1024 ** 2))], next: at(1) });
  expect(merge.isTooFull).toBe(false);
  merge.take("catalogue", { changes: [change("record", 2, "x".repeat(3 * 1024 ** 2 + 1))], next: at(2) });
  expect(merge.isTooFull).toBe(true);
});

test("however the views' changes come, each is told once and in order, and none that another could precede", () => {
  const kind = fc.constantFrom(...KINDS);
  const steps = fc.array(fc.record({ view: fc.nat(VIEWS.length - 1), by: fc.integer({ min: 1, max: 4 }) }));
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 20 }), steps, (kinds, moves) => {
      const all = kinds.map((each, index) => change(each, index + 1));
      const merge = new Merge(VIEWS, START, () => true);
      const reached = VIEWS.map(() => 0);
      const told: StreamedChange[] = [];
      const move = (view: number, to: number): void => {
        const name = VIEWS[view] ?? expect.unreachable();
        const from = reached[view] ?? 0;
        reached[view] = to;
        const changes = all.slice(from, to).filter(({ head }) => CHANGE_KINDS[head.kind] === name);
        const { changes: ready, next } = merge.take(name, { changes, next: at(to) });
        told.push(...ready);
        expect(next).toEqual(at(Math.min(...reached)));
        for (const { head } of ready) expect(compareCursors(cursorOf(head), next)).toBeLessThanOrEqual(0);
      };
      for (const { view, by } of moves) move(view, Math.min(all.length, (reached[view] ?? 0) + by));
      expect(told).toEqual(all.slice(0, Math.min(...reached)));
      for (const view of VIEWS.keys()) move(view, all.length);
      expect(told).toEqual(all);
    }),
  );
});
