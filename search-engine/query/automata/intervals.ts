import type { Expression, Expressions } from "./expressions.ts";

const ZERO = 0x30;

/**
 * Decimal numbers between two others, in either order. If both have the same number of digits, so do the numbers; else
 * any number of zeros may precede them.
 */
export function decimalInterval(one: string, other: string, expressions: Expressions): Expression {
  const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one];
  if (low.length === high.length) return sameLength(low, high, expressions);
  const [least, most] = [String(Number(low)), String(Number(high))];
  const byLength: Expression[] = [];
  for (let length = least.length; length <= most.length; length++) {
    const from = length === least.length ? least : `1${"0".repeat(length - 1)}`;
    const to = length === most.length ? most : "9".repeat(length);
    byLength.push(sameLength(from, to, expressions));
  }
  const zeros = expressions.repetition(expressions.characters([[ZERO, ZERO]]), 0, Number.POSITIVE_INFINITY);
  return expressions.concatenation(zeros, expressions.union(byLength));
}

/** Numbers between two with the same number of digits. */
function sameLength(low: string, high: string, expressions: Expressions): Expression {
  if (low === "") return expressions.empty;
  const [first, last] = [digit(low), digit(high)];
  const [restOfLow, restOfHigh] = [low.slice(1), high.slice(1)];
  const begin = (from: number, to: number, rest: Expression) =>
    expressions.concatenation(expressions.characters([[ZERO + from, ZERO + to]]), rest);
  if (first === last) return begin(first, first, sameLength(restOfLow, restOfHigh, expressions));
  if (/^0+$/.test(low) && /^9+$/.test(high)) return begin(0, 9, sameLength(restOfLow, restOfHigh, expressions));
  const nines = "9".repeat(restOfLow.length);
  const zeros = "0".repeat(restOfLow.length);
  const parts = [
    begin(first, first, sameLength(restOfLow, nines, expressions)),
    begin(last, last, sameLength(zeros, restOfHigh, expressions)),
  ];
  if (first + 1 < last) parts.push(begin(first + 1, last - 1, sameLength(zeros, nines, expressions)));
  return expressions.union(parts);
}

const digit = (text: string): number => text.charCodeAt(0) - ZERO;
