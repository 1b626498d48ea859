import { javaDouble } from "../../search-engine/language/java/java-numbers.ts";
import { isArray, isObject, type JsonValue, parseJson } from "../../search-engine/language/json/json.ts";
import type { Search } from "./searches/search.ts";

export interface Answer {
  readonly status: number;
  /** The body of the answer, unchanged. */
  readonly text: string;
}

export type Ask = (body: string) => Promise<Answer>;

/** One question and its answer; a search of several pages has several. */
export interface Exchange {
  readonly name: string;
  readonly body: string;
  readonly answer: Answer;
}

/** Asks, and follows `search_after` with the last hit's `sort`, digit by digit. */
export async function exchanges({ name, body, pages = 1 }: Search, ask: Ask): Promise<Exchange[]> {
  const asked: Exchange[] = [];
  let text = typeof body === "string" ? body : JSON.stringify(body);
  for (let page = 1; page <= pages; page++) {
    const answer = await ask(text);
    asked.push({ name: pages === 1 ? name : `${name}, page ${page}`, body: text, answer });
    const last = answer.status === 200 && page < pages ? lastSort(answer.text) : undefined;
    if (last === undefined) break;
    const request = parseJson(text);
    if (!isObject(request)) throw new Error("the search is no JSON object");
    text = jsonText(new Map([...request, ["search_after", last]]));
  }
  return asked;
}

function lastSort(answer: string): JsonValue | undefined {
  const hits = member(member(parseJson(answer), "hits"), "hits");
  return isArray(hits) ? member(hits.at(-1), "sort") : undefined;
}

/** A member of an object, undefined where there is none. */
export const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isObject(value) ? value.get(name) : undefined;

/** JSON with big integers in all their digits. */
export function jsonText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (isObject(value))
    return `{${[...value].map(([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`).join(",")}}`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/**
 * The parts in which two engines must agree: everything but the time taken, the name of the index, a note of early
 * termination and the order of members. Of a refusal: its type, and the type and reason of its root cause, without
 * quotations of the body, guesses of the intended name, and names of Java classes.
 */
export function comparable({ status, text }: Answer): string {
  if (status === 200) {
    const answer = text.replace(/^\{"took":\d+,/, "{").replace('"terminated_early":false,', "");
    return ordered(answer.replaceAll(/"_index":"[^"]*"/g, '"_index":"catalogue"'));
  }
  const error = member(parseJson(text), "error");
  const causes = member(error, "root_cause");
  const cause = (isArray(causes) ? causes[0] : undefined) ?? member(error, "caused_by");
  const reason = String(member(cause, "reason"));
  return jsonText(
    new Map([
      ["type", member(error, "type") ?? null],
      ["cause", member(cause, "type") ?? null],
      ["reason", withoutQuotations(reason)],
    ]),
  );
}

const withoutQuotations = (reason: string): string =>
  reason
    .replace(/\n at .*/, "")
    .replace(/ did you mean .*/, "")
    .replace(/ found :org\.elasticsearch\..*/, ";")
    .replace(WRITTEN_CLAUSE, "$1");

/** A clause that a reason repeats with all its members, as JSON of several lines; its kind is the group. */
const WRITTEN_CLAUSE = /(?<=\[)\{\n {2}"(\w+)" :.*\n\}(?=\])/s;

/**
 * JSON with the members of each object in order of their names. Integers keep all their digits; other numbers have the
 * shortest digits of their double, which Java before 19 does not always print.
 */
export function ordered(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  let at = 0;
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error("the JSON ends too early");
    return token;
  };
  const value = (): string => {
    const token = next();
    if (token === "[") return `[${list("]", value).join(",")}]`;
    // One text has several spellings in JSON: \uD83D or the character itself.
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    if (/^-?\d+\.\d+(?:E-?\d+)?$/.test(token)) return javaDouble(Number(token));
    if (token !== "{") return token;
    const named = list("}", () => {
      const name = next();
      at++;
      return `${name}:${value()}`;
    });
    return `{${named.sort().join(",")}}`;
  };
  const list = (end: string, item: () => string): string[] => {
    const items: string[] = [];
    while (tokens[at] !== end) {
      items.push(item());
      if (tokens[at] === ",") at++;
    }
    at++;
    return items;
  };
  return value();
}
