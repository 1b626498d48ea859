import { expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";
import { corpus, type Random, random } from "./corpus.ts";
import { loadEmbedded } from "./embedded.ts";
import { keywordFields, keywordValues, words } from "./random-vocabulary.ts";

/**
 * Answers of `adjacency_matrix`, which the available Elasticsearch lacks: the example of Elasticsearch's documentation, and
 * answers computed from `filters`, which is checked by recorded answers.
 */

const facility = "facility.identifier.keyword";
const size = "distribution_information.transfersize.size";

interface FoundBucket {
  readonly key: string;
  readonly doc_count: number;
}
interface Found {
  readonly buckets: readonly FoundBucket[];
}
type Filters = Readonly<Record<string, object>>;

const engine = loaded();

const ask = (aggs: object) => answerOf(engine, { aggs });

async function found<Answer = Found>(definition: object): Promise<Answer> {
  return (await aggregationsOf<{ a: Answer }>(engine, { a: definition })).a;
}

const matrix = (filters: Filters, options: object = {}) => ({ adjacency_matrix: { filters, ...options } });

const below = {
  m: { avg: { field: size } },
  t: { terms: { field: facility, size: 3 } },
  h: { top_hits: { size: 2, _source: false } },
};

/** The filters and the intersections of each two, by their keys. */
function combined(filters: Filters, separator = "&"): Filters {
  const names = Object.keys(filters).sort();
  const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other] as const));
  const both = pairs.map(([one, other]) => [
    `${one}${separator}${other}`,
    { bool: { filter: [filters[one], filters[other]] } },
  ]);
  return Object.fromEntries([...Object.entries(filters), ...both]);
}

/** The same computed from `filters`, one by one. */
async function expectedOf(filters: Filters, separator?: string): Promise<readonly FoundBucket[]> {
  const named = combined(filters, separator);
  const { buckets } = await found<{ buckets: Record<string, FoundBucket> }>({
    filters: { filters: named },
    aggs: below,
  });
  const all = Object.entries(buckets).map(([key, bucket]) => ({ ...bucket, key }));
  return all.filter((bucket) => bucket.doc_count > 0).sort((a, b) => (a.key < b.key ? -1 : 1));
}

const randomFilter = (r: Random): object =>
  r.pick<object>([
    { term: { [r.pick(keywordFields)]: r.pick(keywordValues) } },
    { match: { "identification.abstract": r.pick(words) } },
    { range: { [size]: { gte: r.below(800_000) } } },
    { bool: { must_not: { match: { "identification.title": r.pick(words) } } } },
    { match_all: {} },
  ]);

test("finds the intersections of 100 random searches", async () => {
  const r = random(9);
  let buckets = 0;
  for (let n = 0; n < 100; n++) {
    const names = ["x", "ä", "10", "2", "B", "b", "&"].filter(() => r.chance(0.6));
    const filters = Object.fromEntries([...names, "z"].map((name) => [name, randomFilter(r)]));
    const separator = r.chance(0.3) ? r.pick(["", "|", " and "]) : undefined;
    const keys = Object.keys(combined(filters, separator));
    // Intersections of the same name are one bucket.
    if (new Set(keys).size < keys.length) continue;
    const given = await found({ ...matrix(filters, separator === undefined ? {} : { separator }), aggs: below });
    expect(given, JSON.stringify([filters, separator])).toEqual({ buckets: await expectedOf(filters, separator) });
    buckets += given.buckets.length;
  }
  expect(buckets).toBeGreaterThan(500);
}, 60_000);

test("answers the example of Elasticsearch", async () => {
  const emails = [
    ["hillary", "sidney"],
    ["hillary", "donald"],
    ["vladimir", "donald"],
  ];
  const accounts = await loadEmbedded(
    "emails",
    emails.map((names, n) => ({ id: String(n), document: { accounts: names } })),
    { mapping: { properties: { accounts: { type: "keyword" } } } },
  );
  const of = (...names: string[]) => ({ terms: { accounts: names } });
  const filters = { grpA: of("hillary", "sidney"), grpB: of("donald", "mitt"), grpC: of("vladimir", "nigel") };
  const { text } = await accounts.ask(JSON.stringify({ size: 0, aggs: { interactions: matrix(filters) } }));
  expect(JSON.parse(text).aggregations.interactions).toEqual({
    buckets: [
      { key: "grpA", doc_count: 2 },
      { key: "grpA&grpB", doc_count: 1 },
      { key: "grpB", doc_count: 2 },
      { key: "grpB&grpC", doc_count: 1 },
      { key: "grpC", doc_count: 1 },
    ],
  });
  await accounts.close();
});

test("a filter with the name of an intersection is counted with it", async () => {
  const everything = { match_all: {} };
  const { buckets } = await found(matrix({ A: everything, B: everything, "A&B": everything }));
  const counts = Object.fromEntries(buckets.map(({ key, doc_count: documents }) => [key, documents / corpus.length]));
  expect(counts).toEqual({ A: 1, B: 1, "A&B": 2, "A&A&B": 1, "A&B&B": 1 });
});

test("stands in buckets, and is read by pipelines", async () => {
  const filters = { a: { match: { "identification.abstract": "cloud" } }, b: { range: { [size]: { gte: 0 } } } };
  const inner = matrix(filters);
  const { buckets } = await found<{ buckets: { key: string; x: Found }[] }>({
    terms: { field: facility, size: 5 },
    aggs: { x: inner },
  });
  for (const { key, x } of buckets) {
    const { x: expected } = await found<{ x: Found }>({ filter: { term: { [facility]: key } }, aggs: { x: inner } });
    expect(x).toEqual(expected);
  }
  const sorted = await found({ ...inner, aggs: { s: { bucket_sort: { sort: [{ _count: "desc" }], size: 1 } } } });
  const { answer } = await ask({ a: inner, most: { max_bucket: { buckets_path: "a>_count" } } });
  const [first] = sorted.buckets;
  expect(answer["aggregations"]).toMatchObject({ most: { value: first?.doc_count, keys: [first?.key] } });
});

test("answers nothing where no filter matches", async () => {
  expect(await found(matrix({ a: { match_none: {} }, b: { term: { [facility]: "nobody" } } }))).toEqual({
    buckets: [],
  });
});

test.each([
  [{}, "[a] is missing : filters parameter"],
  [{ filters: {} }, "[a] is missing : filters parameter"],
  [{ separator: "|" }, "[a] is missing : filters parameter"],
  [{ filters: [{ match_all: {} }] }, "[adjacency_matrix] filters doesn't support values of type: START_ARRAY"],
  [{ filters: "x" }, "[adjacency_matrix] filters doesn't support values of type: VALUE_STRING"],
  [{ filters: { a: { guess: {} } } }, "unknown query [guess]"],
  [{ filters: { a: { script: {} } } }, "unknown query [script]"],
  [{ filters: { a: 5 } }, "[adjacency_matrix] failed to parse field [filters]"],
  [{ filters: { a: { match_all: {} } }, separator: 5 }, "[adjacency_matrix] separator doesn't support values"],
  [{ filters: { a: { match_all: {} } }, separator: null }, "[adjacency_matrix] separator doesn't support values"],
  [{ filters: { a: { match_all: {} } }, other_bucket: true }, "[adjacency_matrix] unknown field [other_bucket]"],
])("refuses %j", async (adjacency_matrix, reason) => {
  const { status, answer } = await ask({ a: { adjacency_matrix } });
  expect(status).toBe(400);
  expect(JSON.stringify(answer["error"])).toContain(reason);
});
