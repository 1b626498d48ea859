import { isArray, isObject, type JsonValue, parseJson } from "../../platform/search/embedded/json.ts";
import type { Search } from "./searches/search.ts";

export interface Answer {
  readonly status: number;
  /** The body of the answer as it came. */
  readonly text: string;
}

export type Ask = (body: string) => Promise<Answer>;

/** One question and its answer; a search of several pages has several. */
export interface Exchange {
  readonly name: string;
  readonly body: string;
  readonly answer: Answer;
}

/** Asks, and follows `search_after` with the last hit's `sort`, digit by digit as it came. */
export async function exchanges({ name, body, pages = 1 }: Search, ask: Ask): Promise<Exchange[]> {
  const asked: Exchange[] = [];
  let text = typeof body === "string" ? body : JSON.stringify(body);
  for (let page = 1; page <= pages; page++) {
    const answer = await ask(text);
    asked.push({ name: pages === 1 ? name : `${name}, page ${page}`, body: text, answer });
    const last = answer.status === 200 && page < pages ? lastSort(answer.text) : undefined;
    if (last === undefined) break;
    text = jsonText(new Map([...(parseJson(text) as ReadonlyMap<string, JsonValue>), ["search_after", last]]));
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
 * What two engines must agree on: everything but the time taken, the name of the index and the engine's profile of
 * shards. Of a refusal its status and each cause's type and reason.
 */
export function comparable({ status, text }: Answer): string {
  if (status === 200)
    return text.replace(/^\{"took":\d+,/, "{").replaceAll(/"_index":"[^"]*"/g, '"_index":"catalogue"');
  const error = member(parseJson(text), "error");
  const causes = member(error, "root_cause");
  const cause = isArray(causes) ? causes[0] : undefined;
  return jsonText(
    new Map([
      ["type", member(error, "type") ?? null],
      ["reason", member(error, "reason") ?? null],
      ["cause", member(cause, "type") ?? null],
      ["because", member(cause, "reason") ?? null],
    ]),
  );
}
