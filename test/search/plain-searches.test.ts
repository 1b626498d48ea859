import { expect, test } from "vitest";
import { allowList } from "../../platform/search/elasticsearch/allow-list.ts";
import { isPlain } from "../../platform/search/elasticsearch/plain-search.ts";
import { type JsonObject, parseJson } from "../../platform/search/language/json.ts";
import { catalogueMapping } from "../../platform/search/mapping.ts";
import { random } from "./corpus.ts";
import { randomBody } from "./random-searches.ts";
import { readRecorded } from "./recorded.ts";

/** What is plain goes to Elasticsearch without the allow-list's look, so it must be nothing that the list is there to refuse. */

const guard = allowList("catalogue", catalogueMapping);
const plain = (body: string): boolean => isPlain(JSON.parse(body) as object, Buffer.from(body));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function allowed(body: string): boolean {
  try {
    guard(parseJson(body) as JsonObject);
    return true;
  } catch {
    return false;
  }
}

const recorded = readRecorded().filter(({ body }) => {
  try {
    return isObject(JSON.parse(body)) && plain(body);
  } catch {
    return false;
  }
});
/** Times as long. */
const LONGER = [4, 65, 257];
const chosen = Array.from({ length: 2_000 }, (_, n) => JSON.stringify(randomBody(random(n)))).filter(plain);

test("some of the recorded searches and of those by chance are plain", () => {
  expect(recorded.length).toBeGreaterThan(200);
  expect(chosen.length).toBeGreaterThan(200);
});

test("Elasticsearch answers no plain search of the recorded ones that the allow-list refuses", () => {
  const refused = recorded.filter(({ body }) => !allowed(body));
  expect(refused.filter(({ status }) => status !== 400)).toEqual([]);
  expect(chosen.filter((body) => !allowed(body))).toEqual([]);
});

test("a plain search that is allowed is allowed as long as plain ones may be", () => {
  const lists = { sort: ["_score"], _source: ["a*", "b.*"], query: { terms: { "product_type.keyword": ["model"] } } };
  const searches = [JSON.stringify(lists), ...recorded.map(({ body }) => body), ...chosen.slice(0, 200)]
    // The engine itself counts these values and keys.
    .filter((body) => allowed(body) && !body.includes("search_after"));
  const longer = searches.flatMap((body) => [...lengthened(JSON.parse(body))].map((each) => JSON.stringify(each)));
  expect(longer.filter(plain).length).toBeGreaterThan(200);
  expect(longer.filter((body) => plain(body) && !allowed(body))).toEqual([]);
  const words = JSON.stringify({ query: { match: { "identification.title": "a ".repeat(2000) } } });
  expect(plain(words) && allowed(words)).toBe(true);
});

test("no plain search is plain any more with a script in any of its objects", () => {
  for (const body of [...recorded.map((each) => each.body), ...chosen]) {
    for (const spoilt of withScripts(JSON.parse(body) as object)) expect(plain(JSON.stringify(spoilt))).toBe(false);
  }
});

/** The value with a script as one more member of it, or of an object inside it; each time of another. */
function* withScripts(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [place, each] of value.entries())
      for (const spoilt of withScripts(each)) yield value.with(place, spoilt);
  }
  if (!isObject(value)) return;
  yield { ...value, script: { source: "1" } };
  for (const [name, each] of Object.entries(value)) {
    for (const spoilt of withScripts(each)) yield { ...value, [name]: spoilt };
  }
}

/** The value with one of its lists, or one of its lists of aggregations, so many times as long. */
function* lengthened(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const times of LONGER) yield Array.from({ length: times }, () => value).flat();
    for (const [place, each] of value.entries()) for (const longer of lengthened(each)) yield value.with(place, longer);
  }
  if (!isObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    for (const longer of lengthened(each)) yield { ...value, [name]: longer };
    if (name === "aggs" && isObject(each)) for (const times of LONGER) yield { ...value, aggs: renamed(each, times) };
  }
}

function renamed(aggregations: Record<string, unknown>, times: number): Record<string, unknown> {
  const entries = Object.entries(aggregations);
  const copies = Array.from({ length: times }, (_, copy) => entries.map(([name, each]) => [`${name}${copy}`, each]));
  return Object.fromEntries(copies.flat());
}
