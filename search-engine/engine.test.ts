import { expect, test } from "vitest";
import { failureOf } from "../test/failure.ts";
import { indexed } from "../test/indexed.ts";
import { SearchRejected } from "./language/errors/rejected.ts";
import { MAX_WHOLE_ANSWER_BYTES } from "./limits.ts";

const mapping = {
  properties: {
    title: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 10 } } },
    begin: { type: "date" },
  },
};

const open = (documents: Readonly<Record<string, string>>, more: Partial<Parameters<typeof indexed>[1]> = {}) =>
  indexed(documents, { mapping, ...more });

/** The error that the engine refuses the body with. */
async function refusal(body: string): Promise<SearchRejected> {
  const { text } = open({ a: '{"title":"radar"}' });
  return failureOf(SearchRejected, text(body));
}

test("sources come back byte for byte", async () => {
  const document = '{ "title" : "radar\\u00e9" ,"n":1.50, "b":12345678901234567890 }';
  const { text } = open({ a: document });
  expect(await text("{}")).toContain(`"_source":${document}}`);
});

test("a large page comes in several chunks that are one answer", async () => {
  const ids = Array.from({ length: 1_500 }, (_, index) => `id${index}`);
  const { chunks } = open(Object.fromEntries(ids.map((id) => [id, `{"title":"${id}"}`])));
  const parts = await chunks('{"size":1400,"from":50}');
  expect(parts.length).toBeGreaterThan(2);
  const { hits } = JSON.parse(Buffer.concat(parts).toString());
  expect(hits.hits.map((hit: { _id: string }) => hit._id)).toEqual(ids.slice(50, 1_450));
  expect(hits.total).toEqual({ value: 1_500, relation: "eq" });
});

test("aggregations of megabytes come in several chunks, between which no character is cut", async () => {
  const tags = Array.from({ length: 2_000 }, (_, index) => `t${index}`);
  const { engine } = open(Object.fromEntries(tags.map((tag) => [tag, JSON.stringify({ tag })])), {
    mapping: { properties: { tag: { type: "keyword" } } },
  });
  const name = "😀".repeat(250);
  const aggs = { tags: { terms: { field: "tag", size: 2_000 }, aggs: { [name]: { value_count: { field: "none" } } } } };
  const answer = await engine.search(Buffer.from(JSON.stringify({ size: 1, aggs })), new AbortController().signal);
  const parts: Uint8Array[] = [];
  for await (const part of answer.body) parts.push(part);
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_500_000);
  const { aggregations } = JSON.parse(Buffer.concat(parts).toString());
  expect(aggregations.tags.buckets).toHaveLength(2_000);
  for (const bucket of aggregations.tags.buckets) expect(bucket[name]).toEqual({ value: 0 });
  expect(answer.heldBytes).toBeGreaterThan(2_000 * 2 * name.length);
});

test("a page that exceeds the limits after its first chunk is refused like any other", async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `id${index}`);
  const words = JSON.stringify({ code: "e".repeat(10_000) });
  const { text } = open(Object.fromEntries(ids.map((id) => [id, words])), {
    mapping: { properties: { code: { type: "keyword" } } },
  });
  const should = ids.slice(0, 20).map((id) => ({ wildcard: { code: `${"*e?".repeat(300)}${id}` } }));
  const highlight = { highlight_query: { bool: { should } }, fields: { code: {} } };
  const refused = await failureOf(SearchRejected, text(JSON.stringify({ size: 100, highlight })));
  expect(refused.error).toMatchObject({ root_cause: [{ type: "circuit_breaking_exception" }] });
});

test("an answer completed before it is sent is refused beyond its limit, and a streamed one is sent", async () => {
  const text = JSON.stringify({ title: "radar", rest: "x".repeat(100_000) });
  const documents = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`id${index}`, text]));
  const search = open(documents);
  const body = { size: 100, query: { match: { title: "radar" } } };
  expect((await search.text(JSON.stringify(body))).length).toBeGreaterThan(MAX_WHOLE_ANSWER_BYTES);
  const highlighted = JSON.stringify({ ...body, highlight: { fields: { title: {} } } });
  const { status, error } = await failureOf(SearchRejected, search.text(highlighted));
  expect(status).toBe(400);
  expect(error).toMatchObject({ root_cause: [{ reason: expect.stringContaining(`${MAX_WHOLE_ANSWER_BYTES}`) }] });
});

test("the names of hits inside hits count, also where there are no hits", async () => {
  const documents = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`id${index}`, `{"tag":"t${index}"}`]));
  const search = open(documents, { mapping: { properties: { tag: { type: "keyword" } } } });
  const inside = (name: string) =>
    JSON.stringify({ size: 20, collapse: { field: "tag", inner_hits: { name, size: 0 } }, query: { match_all: {} } });
  expect(JSON.parse(await search.text(inside("few"))).hits.hits).toHaveLength(20);
  const { status, error } = await failureOf(SearchRejected, search.text(inside("x".repeat(500_000))));
  expect(status).toBe(400);
  expect(error).toMatchObject({ root_cause: [{ reason: expect.stringContaining(`${MAX_WHOLE_ANSWER_BYTES}`) }] });
});

test("unmapped fields that exceed the limits after the first hits are refused before any hit is sent", async () => {
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`name${index}`, { a: 1 }])),
  );
  const documents = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`id${index}`, wide]));
  const search = open(documents);
  const fields = Array.from({ length: 256 }, (_, index) => ({
    field: `*${"q".repeat(100)}${index}`,
    include_unmapped: true,
  }));
  const body = JSON.stringify({ size: 200, _source: false, fields });
  const { status, error } = await failureOf(SearchRejected, search.text(body));
  expect(status).toBe(400);
  expect(error).toMatchObject({ root_cause: [{ type: "circuit_breaking_exception" }] });
});

test("the sort values of documents without a value lead to the next page in search_after", async () => {
  const { text } = open({ a: '{"begin":"2020-01-01"}', b: "{}", c: "{}" });
  const first = await text('{"sort":["begin",{"_doc":"asc"}],"size":2,"_source":false}');
  expect(first).toContain('"sort":[9223372036854775807,1]');
  const next = await text('{"sort":["begin",{"_doc":"asc"}],"search_after":[9223372036854775807,1],"_source":false}');
  expect(JSON.parse(next).hits.hits.map((hit: { _id: string }) => hit._id)).toEqual(["c"]);
});

test("fields that ignore a value are named", async () => {
  const { text } = open({ a: '{"title":"much longer than ten","begin":"nonsense"}' });
  expect(await text("{}")).toContain('"_ignored":["begin","title.keyword"]');
});

test.each([
  ['{"query":{"script_score":{}}}', "unknown query [script_score]"],
  ['{"query":{"match":{"title":{"query":"a","fuzzy":1}}}}', "[match] query does not support [fuzzy]"],
  ['{"script_fields":{}}', "Unknown key for a START_OBJECT in [script_fields]."],
  ['{"query":{"terms":{"title":{"index":"other","id":"1","path":"x"}}}}', "[terms] query does not support [title]"],
  ['{"size":10001}', "all shards failed"],
])("%s is refused", async (body, reason) => {
  const { status, error } = await refusal(body);
  expect(status).toBe(400);
  expect(error["reason"]).toBe(reason);
});

test.each([
  ['{"sort":[{"begin":{"format":"foo"}}]}', "Invalid format: [foo]: Unknown pattern letter: f"],
  ['{"sort":[{"begin":{"format":"constructor"}}]}', "Invalid format: [constructor]"],
  ['{"query":{"range":{"begin":{"gte":"2020","format":"constructor"}}}}', "Invalid format: [constructor]"],
  ['{"sort":[{"none":{"unmapped_type":"constructor"}}]}', "No mapper found for type [constructor]"],
  [
    '{"aggs":{"a":{"date_histogram":{"field":"begin","calendar_interval":"constructor"}}}}',
    "failed to parse field [calendar_interval]",
  ],
  ['{"query":{"geo_bounding_box":{"place":{"constructor":1}}}}', "constructor"],
])("%s is refused for its content", async (body, reason) => {
  expect((await refusal(body)).message).toContain(reason);
});

test("a date that can't be read is refused before any boost is looked at", async () => {
  const clauses = [{ exists: { field: "title", boost: 3.5e38 } }, { range: { begin: { gte: "x" } } }];
  expect((await refusal(JSON.stringify({ query: { bool: { must: clauses } } }))).message).toContain(
    "failed to parse date field [x]",
  );
});

test("a refused filter of knn is placed where its clause ends", async () => {
  const before =
    '{"knn":{"field":"title","query_vector":[1],"k":1,"num_candidates":1,"filter":[{"match_all":{}},{"match":';
  const clause = '{"title":{"query":"a","boost":-1}}';
  const { error } = await refusal(`${before}${clause}}]}}`);
  expect(error["reason"]).toBe(`[1:${before.length + clause.length}] [knn] failed to parse field [filter]`);
});

const perYear = (aggs: object, more: object = {}) => ({
  a: { date_histogram: { field: "begin", calendar_interval: "year", ...more }, aggs },
});

test("the first fault of the pipelines of each level is listed", async () => {
  const [run, again] = ["run", "again"].map((name) => ({ [name]: { cumulative_sum: { buckets_path: "_count" } } }));
  const p = { max_bucket: { buckets_path: "none" } };
  const { error } = await refusal(
    JSON.stringify({ aggs: { ...perYear({ ...run, ...again }, { min_doc_count: 1 }), p } }),
  );
  expect(error["reason"]).toBe(
    "Validation Failed: 1: No aggregation found for path [none];" +
      "2: parent histogram of cumulative_sum aggregation [run] must have min_doc_count of 0;",
  );
});

test("a pipeline whose path leads to no number is refused where there are buckets", async () => {
  const aggs = perYear({ h: { top_hits: {} }, run: { serial_diff: { buckets_path: "h" } } });
  const search = (query: object) =>
    open({ a: '{"begin":"2020-01-01"}' }).text(JSON.stringify({ size: 0, query, aggs }));
  expect(await search({ match_none: {} })).toContain('"a":{"buckets":[]}');
  const { message } = await failureOf(SearchRejected, search({ match_all: {} }));
  expect(message).toContain("got: [InternalTopHits] at aggregation [h]");
});

test("a search with more patterns in _source and fields than the limit of clauses is refused", async () => {
  const patterns = (count: number, star: string) =>
    JSON.stringify({ _source: Array.from({ length: count }, (_, at) => `a${star}.b${at}`) });
  const { text } = open({ a: '{"a":{"b7":1,"c":2}}' });
  for (const allowed of [patterns(4096, ""), patterns(256, "*")])
    expect(await text(allowed)).toContain('"_source":{"a":{"b7":1}}');
  expect(JSON.stringify((await refusal(patterns(4097, ""))).error)).toContain("patterns, at most [4096]");
  expect(JSON.stringify((await refusal(patterns(257, "*"))).error)).toContain("with a star, at most [256]");
});

test("_source keeps a member with everything below it, as a pattern with a star does", async () => {
  const { text } = open({ a: '{"a":{"b":{"c":1,"d":[{"e":2},{"f":3}]},"bc":4},"ab":5,"":{"":6}}' });
  for (const [name, kept] of [
    ["a.b", '{"a":{"b":{"c":1,"d":[{"e":2},{"f":3}]}}}'],
    ["a.b.d.e", '{"a":{"b":{"d":[{"e":2}]}}}'],
    ["a.b.x", "{}"],
  ] as const) {
    expect(await text(JSON.stringify({ _source: [name] }))).toContain(`"_source":${kept}}`);
    expect(await text(JSON.stringify({ _source: [`${name}*x`, name] }))).toContain(`"_source":${kept}}`);
  }
  expect(await text('{"_source":{"excludes":["a.b"]}}')).toContain('"_source":{"a":{"bc":4},"ab":5,"":{"":6}}}');
});

test("documents that the index holds are not fetched; those that it has no room for are", async () => {
  const documents = Array.from({ length: 20 }, (_, index) => `{"title":"${"x".repeat(100)}${index}"}`);
  const byId = Object.fromEntries(documents.map((document, index) => [`id${index}`, document]));
  const fetched: string[] = [];
  const store = {
    documents: async (ids: readonly string[]) => {
      fetched.push(...ids);
      return ids.map((id) => Buffer.from(byId[id] ?? ""));
    },
  };
  const sourceMemory = documents.slice(0, 12).join("").length;
  const { text } = open(byId, { documents: store, sourceMemory });
  const { hits } = JSON.parse(await text('{"size":20}'));
  expect(hits.hits.map((hit: { _source: unknown }) => JSON.stringify(hit._source))).toEqual(documents);
  expect(fetched).toEqual(Array.from({ length: 8 }, (_, index) => `id${12 + index}`));
});

test("the numbers of sort keys and aggregations are limited", async () => {
  const { text } = open({ a: '{"title":"a"}' });
  const keys = (count: number) => JSON.stringify({ sort: Array.from({ length: count }, () => "_score") });
  expect(await text(keys(64))).toContain('"value":1');
  expect(JSON.stringify((await refusal(keys(65))).error)).toContain("[sort] has more than [64] keys");
  const counts = (count: number) =>
    JSON.stringify({
      aggs: Object.fromEntries(
        Array.from({ length: count / 2 }, (_, at) => [
          `a${at}`,
          { terms: { field: "title.keyword" }, aggs: { inner: { cardinality: { field: "title.keyword" } } } },
        ]),
      ),
    });
  expect(await text(counts(256))).toContain('"aggregations"');
  expect(JSON.stringify((await refusal(counts(258))).error)).toContain("there are more than [256] aggregations");
});

test("more than 30 clauses inside each other are refused", async () => {
  const nested = (depth: number): object =>
    depth === 0 ? { match_all: {} } : { bool: { filter: [nested(depth - 1)] } };
  const { text } = open({ a: "{}" });
  expect(await text(JSON.stringify({ query: nested(29) }))).toContain('"value":1');
  expect(JSON.stringify((await refusal(JSON.stringify({ query: nested(30) }))).error)).toContain("nested depth");
});

test("a search that is too large to answer soon is refused", async () => {
  const text = "word ".repeat(5_000);
  const { error } = await refusal(JSON.stringify({ query: { match: { title: text } } }));
  expect(JSON.stringify(error)).toContain("too_many_nested_clauses");
});

test("an answer ends when its signal is aborted", async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => `id${index}`);
  const { engine } = open(Object.fromEntries(ids.map((id) => [id, "{}"])));
  const reader = new AbortController();
  const answer = await engine.search(Buffer.from('{"size":3000}'), reader.signal);
  const reading = (async () => {
    for await (const _ of answer.body) reader.abort(new Error("left"));
  })();
  await expect(reading).rejects.toThrow("left");
});

test("a body that is not UTF-8 is refused", async () => {
  const { engine } = open({ a: "{}" });
  const search = engine.search(Buffer.from([0x7b, 0xff, 0x7d]), new AbortController().signal);
  await expect(search).rejects.toThrow(SearchRejected);
});

test("the last of aggs and aggregations in one body counts", async () => {
  const { text } = open({ a: '{"begin":"2020-01-01T00:00:00Z"}' });
  const max = '{"max":{"field":"begin"}}';
  const answers = [
    await text(`{"size":0,"aggs":{"first":${max}},"aggregations":{"last":${max}}}`),
    await text(`{"size":0,"aggregations":{"first":${max}},"aggs":{"last":${max}}}`),
  ];
  for (const answer of answers) expect(Object.keys(JSON.parse(answer).aggregations)).toEqual(["last"]);
});

test("facets and pages over all documents equal those of a filter that matches all, with and without deletions", async () => {
  const document = (index: number) =>
    `{"title":${JSON.stringify([`t${index % 7}`, `t${index % 3}`])},"begin":"2020-01-01"}`;
  const ids = Array.from({ length: 90 }, (_, index) => `id${index}`);
  const { put, remove, publish, engine, text } = open(
    Object.fromEntries(ids.map((id, index) => [id, document(index)])),
  );
  const both = async (more: string) => {
    const answers = ['{"match_all":{}}', '{"constant_score":{"filter":{"exists":{"field":"begin"}}}}'].map((query) =>
      text(`{"query":${query},"aggs":{"of":{"terms":{"field":"title.keyword","size":5,"min_doc_count":2}}},${more}}`),
    );
    const [all, filtered] = (await Promise.all(answers)).map((answer) => ({ ...JSON.parse(answer), took: 0 }));
    expect(all).toEqual(filtered);
    expect(all.hits.total.value).toBe(engine.stats().documents);
    return all;
  };
  const before = await both('"size":0');
  for (const [index, id] of ids.entries()) {
    if (index % 4 === 0) remove(id);
    if (index % 9 === 1) put(id, '{"title":"other","begin":"2021-01-01"}');
  }
  publish();
  expect(await both('"size":0')).not.toEqual(before);
  await both('"size":20,"from":50');
});

/** Texts of few words whose frequencies and lengths differ, and places all over the world. */
function varied(count: number): Record<string, string> {
  const documentOf = (n: number) => ({
    title: `${"ozone ".repeat(1 + ((n * 7) % 4))}${"air ".repeat((n * 13) % 9)}`,
    place: n % 10 === 0 ? undefined : [((n * 7_919) % 3_600) / 10 - 180, ((n * 104_729) % 1_800) / 10 - 90],
  });
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`id${n}`, JSON.stringify(documentOf(n))]));
}

const hitsOf = (answer: string): readonly unknown[] => JSON.parse(answer).hits.hits;

test("skipped blocks hold none of the best hits", async () => {
  const { text } = open(varied(4_000));
  const query = { match: { title: "ozone" } };
  // With `min_score` every score is needed.
  const all = hitsOf(await text(JSON.stringify({ query, size: 4_000, min_score: 0, _source: false })));
  for (const size of [1, 10, 150]) {
    const answer = await text(JSON.stringify({ query, size, _source: false }));
    expect(hitsOf(answer)).toEqual(all.slice(0, size));
    expect(JSON.parse(answer).hits.total.value).toBe(4_000);
  }
});

test.each([
  [0, 0],
  [179.9, -40],
  [12, 89.5],
  [-180, 90],
])("only points too far from %d, %d are rejected", async (...origin) => {
  const { text } = open(varied(4_000), { mapping: { properties: { place: { type: "geo_point" } } } });
  const search = { sort: [{ _geo_distance: { place: origin, unit: "km" } }], _source: false };
  const all = hitsOf(await text(JSON.stringify({ ...search, size: 4_000 })));
  expect(hitsOf(await text(JSON.stringify({ ...search, size: 10 })))).toEqual(all.slice(0, 10));
});

test.each(["extended_bounds", "hard_bounds"])("%s that end before they begin are named", async (bounds) => {
  const histogram = { field: "begin", calendar_interval: "month", [bounds]: { min: "2021-01-01", max: "2020-01-01" } };
  const { error } = await refusal(JSON.stringify({ aggs: { months: { date_histogram: histogram } } }));
  expect(JSON.stringify(error)).toContain(`[${bounds}.min][1609459200000] cannot be greater than [${bounds}.max]`);
});
