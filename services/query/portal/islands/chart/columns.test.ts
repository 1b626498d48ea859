import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf, type Line, nearestTo } from "./columns.ts";

interface Value {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Values that follow each other with gaps or without. */
const values = fc
  .array(
    fc.record({ gap: fc.nat(3), length: fc.integer({ min: 1, max: 5 }), value: fc.integer({ min: -9, max: 99 }) }),
    {
      maxLength: 60,
    },
  )
  .map((steps): Value[] => {
    let time = 0;
    return steps.map(({ gap, length, value }) => {
      const from = time + gap;
      time = from + length;
      return { from, to: time, value };
    });
  });

const spans = fc
  .record({ begin: fc.integer({ min: -20, max: 200 }), length: fc.integer({ min: 1, max: 200 }) })
  .map(({ begin, length }) => ({ begin, end: begin + length }));

const widths = fc.integer({ min: 1, max: 50 });

const lineOf = (list: readonly Value[]): Line => ({
  from: Float64Array.from(list, ({ from }) => from),
  to: Float64Array.from(list, ({ to }) => to),
  value: Float64Array.from(list, ({ value }) => value),
});

describe("a line in columns", () => {
  test("has in each column the extremes, the first and the last of the values that touch it, and no other", () => {
    fc.assert(
      fc.property(values, spans, widths, (list, { begin, end }, width) => {
        const { first, last, min, max } = columnsOf(lineOf(list), { begin, end }, width);
        for (let column = 0; column < width; column++) {
          // In whole numbers: column / width of the span.
          const touching = list.filter(
            ({ from, to }) =>
              (from - begin) * width < (column + 1) * (end - begin) && (to - begin) * width > column * (end - begin),
          );
          const texts = touching.map(({ value }) => value);
          expect([first[column], last[column]]).toEqual([texts.at(0) ?? Number.NaN, texts.at(-1) ?? Number.NaN]);
          expect([min[column], max[column]]).toEqual(
            texts.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...texts), Math.max(...texts)],
          );
        }
      }),
    );
  });

  test("keeps the extremes of all that is shown, however few columns there are", () => {
    fc.assert(
      fc.property(values, spans, widths, (list, { begin, end }, width) => {
        const { min, max } = columnsOf(lineOf(list), { begin, end }, width);
        const shown = list.filter(({ from, to }) => from < end && to > begin).map(({ value }) => value);
        const drawn = [...min, ...max].filter((value) => !Number.isNaN(value));
        expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([Math.min(...shown), Math.max(...shown)]);
      }),
    );
  });

  test("shows a gap that is at least two columns wide", () => {
    fc.assert(
      fc.property(values, widths, (list, width) => {
        const span = { begin: 0, end: Math.max(1, list.at(-1)?.to ?? 1) };
        const { first } = columnsOf(lineOf(list), span, width);
        for (const [index, { to }] of list.entries()) {
          const gap = (list[index + 1]?.from ?? to) - to;
          if (gap * width < 2 * span.end) continue;
          expect(first[Math.ceil((to * width) / span.end)]).toBeNaN();
        }
      }),
    );
  });
});

test("the value nearest to a time is the one that has it in its period, else one that no other is nearer than", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: -20, max: 300 }), (list, time) => {
      const distance = ({ from, to }: Value) => (time < from ? from - time : time < to ? 0 : time - to);
      const found = nearestTo(lineOf(list), time);
      const nearest = found === undefined ? undefined : list[found];
      if (nearest === undefined) expect(list).toEqual([]);
      else expect(distance(nearest)).toBe(Math.min(...list.map(distance)));
    }),
  );
});
