import { failedToCreateQuery } from "../language/errors/errors.ts";
import { trim } from "../language/java/trim.ts";

const MIN_JAVA_INTEGER = -(2 ** 31);
const MAX_JAVA_INTEGER = 2 ** 31 - 1;

/**
 * How many of `clauses` optional clauses must match. The specification is `2`, `-1`, `75%`, `-25%`, or conditions such
 * as `2<75% 9<-3`.
 * @throws ShardFailure when it is malformed
 */
export function minimumShouldMatch(clauses: number, specification: string): number {
  const text = specification.trim();
  if (text.includes("<")) return conditional(clauses, text);
  if (text.includes("%")) {
    const product = Math.imul(clauses, integer(text.slice(0, -1)));
    const part = Math.trunc(Math.fround(product * Math.fround(1 / 100)));
    return Math.max(0, part < 0 ? clauses + part : part);
  }
  const count = integer(text);
  return Math.max(0, count < 0 ? clauses + count : count);
}

/** The last condition whose bound is below the number of clauses applies; conditions after the first above are not read. */
function conditional(clauses: number, text: string): number {
  let result = clauses;
  const sides = text.split("<").map((side) => trim(side, isSpace));
  for (const condition of sides.join("<").split(" ")) {
    const parts = condition.split("<");
    while (parts.length > 1 && parts.at(-1) === "") parts.pop();
    // Java drops the parts around a lone separator.
    const [bound, rest] = /^<+$/.test(condition) ? [] : parts;
    if (bound === undefined) throw outOfBounds(0, 0);
    if (clauses <= integer(bound)) return result;
    if (rest === undefined) throw outOfBounds(1, 1);
    result = minimumShouldMatch(clauses, rest);
  }
  return result;
}

/** White space as in Java's regular expressions. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const outOfBounds = (index: number, length: number): Error =>
  failedToCreateQuery("array_index_out_of_bounds_exception", `Index ${index} out of bounds for length ${length}`);

function integer(text: string): number {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= MIN_JAVA_INTEGER && number <= MAX_JAVA_INTEGER) return number;
  throw failedToCreateQuery("number_format_exception", `For input string: "${text}"`);
}
