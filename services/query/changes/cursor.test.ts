import fc from "fast-check";
import { expect, test } from "vitest";
import { EVERY_KIND } from "../../../contracts/changes.ts";
import { slugOf } from "../../../contracts/slug.ts";
import { PositionOfAnotherLog, PositionUnknown } from "../../../platform/event-store/port.ts";
import { Positions } from "../../../platform/event-store/postgres/positions.ts";
import { numberedPosition } from "../../../test/position.ts";
import { type Cursor, compareCursors, cursorText, keyAfter, parseCursor, type ThingKey } from "./cursor.ts";

const positions = new Positions("0123456789ab");
const eventStore = { parsePosition: (text: string) => positions.of(positions.parse(text)) };

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const keyOf = (kind: (typeof EVERY_KIND)[number]): fc.Arbitrary<ThingKey> => {
  if (kind === "record" || kind === "facility") return fc.string().map((text) => [slugOf(text)] as const);
  if (kind === "observations") return fc.tuple(id, fc.integer({ min: -1_000_000, max: 1_000_000 }));
  return id.map((one) => [one] as const);
};
const last = fc.constantFrom(...EVERY_KIND).chain((kind) => keyOf(kind).map((key) => ({ kind, key })));
const cursors: fc.Arbitrary<Cursor> = fc.record({
  position: fc.integer({ min: 0, max: 4 }).map(numberedPosition),
  last: fc.option(last, { nil: undefined }),
});

test("a place in the feed is read back from its text", () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const read = parseCursor(cursorText(cursor), eventStore);
      expect(compareCursors(read, cursor)).toBe(0);
      expect(cursorText(read)).toBe(cursorText(cursor));
    }),
  );
});

test("places are in one order, and all of a position come before the place after them", () => {
  fc.assert(
    fc.property(cursors, cursors, cursors, (a, b, c) => {
      expect(Math.sign(compareCursors(a, b)) + Math.sign(compareCursors(b, a))).toBe(0);
      if (compareCursors(a, b) <= 0 && compareCursors(b, c) <= 0) expect(compareCursors(a, c)).toBeLessThanOrEqual(0);
      expect(compareCursors(a, { position: a.position })).toBeLessThanOrEqual(0);
    }),
  );
});

test("a kind goes on after the key at which the feed stands", () => {
  fc.assert(
    fc.property(cursors, last, (cursor, { kind, key }) => {
      const thing = { position: cursor.position, last: { kind, key } };
      const bound = { position: cursor.position, last: { kind, key: keyAfter(cursor, kind) } };
      expect(compareCursors(thing, cursor) > 0).toBe(compareCursors(thing, bound) > 0);
    }),
  );
});

test("other text is refused, and a place of another log as that", () => {
  fc.assert(
    fc.property(fc.string(), (text) => void expect(() => parseCursor(text, eventStore)).toThrow(PositionUnknown)),
  );
  const position = numberedPosition(1);
  for (const rest of [
    ".record",
    ".record.",
    ".record.a",
    ".uv.1",
    ".station.-1",
    ".station.4294967296",
    ".observations.1",
  ])
    expect(() => parseCursor(position + rest, eventStore)).toThrow(PositionUnknown);
  const other = position.replace("0123456789ab", "ba9876543210");
  for (const text of [other, `${other}.station.1`])
    expect(() => parseCursor(text, eventStore)).toThrow(PositionOfAnotherLog);
});
