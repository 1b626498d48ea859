import { failedToCreateQuery } from "../../language/errors.ts";

/**
 * How many of `clauses` optional clauses must match. The specification is `2`, `-1`, `75%`, `-25%`, or conditions such
 * as `2<75% 9<-3`.
 * @throws ShardFailure when it is malformed
 */
export function minimumShouldMatch(clauses: number, specification: string): number {
  const text = specification.trim();
  if (text.includes("<")) {
    let result = clauses;
    for (const condition of text.replace(/\s*<\s*/g, "<").split(/\s+/)) {
      const [bound = "", rest = ""] = condition.split("<");
      if (clauses <= integer(bound)) return result;
      result = minimumShouldMatch(clauses, rest);
    }
    return result;
  }
  if (text.includes("%")) {
    const part = Math.trunc(Math.fround(Math.fround(clauses * integer(text.slice(0, -1))) * Math.fround(1 / 100)));
    return Math.max(0, part < 0 ? clauses + part : part);
  }
  const count = integer(text);
  return Math.max(0, count < 0 ? clauses + count : count);
}

function integer(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw failedToCreateQuery("number_format_exception", `For input string: "${text}"`);
  return Number(text);
}
