import fc from "fast-check";
import { expect, test } from "vitest";
import { Engine } from "../engine.ts";
import { Indexer } from "./indexer.ts";
import { heldBytes, sourceOf } from "./sources.ts";

const mapping = {
  dynamic_templates: [
    { below: { mapping: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 20 } } } } },
  ],
  properties: {
    title: { type: "text", fields: { keyword: { type: "keyword", ignore_above: 20 } } },
    size: { type: "double" },
    begin: { type: "date" },
    active: { type: "boolean" },
    place: { type: "geo_point" },
    extra_metadata: { type: "object", dynamic: true, subobjects: false },
  },
};

/** An engine over an index that the test drives itself. */
function drive() {
  const indexer = new Indexer(mapping, 100);
  const documents = new Map<string, Uint8Array>();
  const engine = new Engine({
    indexName: "driven",
    mapping,
    dynamicFields: 100,
    documents: { documents: async (ids) => ids.map((id) => documents.get(id)) },
  });
  const publish = () => {
    const publication = indexer.publish();
    engine.update(publication);
    // No search is running: the memory of replaced segments can be used again at once.
    indexer.release(publication.number);
  };
  return {
    put(id: string, document: object) {
      const stored = Buffer.from(JSON.stringify(document));
      documents.set(id, stored);
      indexer.apply({ id, document: stored });
    },
    remove(id: string) {
      documents.delete(id);
      indexer.apply({ id, document: undefined });
    },
    flush: () => indexer.flush(),
    publish,
    /** Runs merging to its end, without changes. */
    merge() {
      while (indexer.mergeStep() !== "idle") publish();
    },
    /** The same for an index that does not change. */
    mergeQuietly() {
      while (indexer.mergeStep(true) !== "idle") publish();
    },
    largestSegment: () => Math.max(...indexer.state().segments.map(({ data }) => data.maxDoc)),
    mergeStep: () => indexer.mergeStep(),
    stats: () => engine.stats(),
    async answer(body: object) {
      const { body: parts } = await engine.search(Buffer.from(JSON.stringify(body)), new AbortController().signal);
      const chunks: Uint8Array[] = [];
      for await (const chunk of parts) chunks.push(chunk);
      return JSON.stringify({ ...JSON.parse(Buffer.concat(chunks).toString()), took: 0 });
    },
  };
}

const word = fc.constantFrom(
  "radar",
  "lidar",
  "cloud",
  "Jülich",
  "aerosol particle",
  "a rather long title that is no keyword",
);
const document = fc.record(
  {
    title: fc.oneof(word, fc.array(word, { maxLength: 3 })),
    size: fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.array(fc.double({ noNaN: true, min: -9, max: 9 }), { maxLength: 3 }),
    ),
    begin: fc.constantFrom("2020-01-01T00:00:00Z", "2021-06-01", "nonsense", "2019-12-31T23:59:59.999+01:00"),
    active: fc.boolean(),
    place: fc.constant([6.4, 50.9]),
    extra_metadata: fc.record({ insitu: fc.dictionary(fc.constantFrom("x", "y", "__proto__"), word, { maxKeys: 2 }) }),
  },
  { requiredKeys: [] },
);

const unscored = [
  { size: 100 },
  { query: { bool: { filter: { match: { title: "radar" } } } }, size: 100 },
  { query: { bool: { filter: { match_phrase: { title: "aerosol particle" } } } }, size: 100 },
  { query: { range: { begin: { gte: "2020" } } }, sort: [{ size: "desc" }], size: 100 },
  { query: { exists: { field: "extra_metadata" } }, sort: ["title.keyword", "begin"], size: 100 },
  {
    query: { prefix: { "title.keyword": "r" } },
    sort: [{ "title.keyword": { order: "desc", missing: "_first" } }],
    size: 3,
  },
  { sort: [{ "extra_metadata.insitu.x.keyword": { unmapped_type: "keyword" } }, { active: "desc" }], size: 100 },
];
const scored = [
  { query: { match: { title: "radar cloud Jülich" } }, size: 100 },
  { query: { match_phrase: { title: { query: "particle aerosol", slop: 200 } } }, size: 100 },
  { query: { multi_match: { query: "radar", fields: ["title", "extra_metadata.*"] } }, size: 100 },
];

test("segments that were merged answer as unmerged ones, scores included", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(document, { maxLength: 4 }), { minLength: 9, maxLength: 12 }),
      async (batches) => {
        const [apart, together] = [drive(), drive()];
        for (const [place, batch] of batches.entries()) {
          for (const [index, each] of batch.entries()) {
            apart.put(`${place}-${index}`, each);
            together.put(`${place}-${index}`, each);
          }
          apart.flush();
          together.flush();
        }
        apart.publish();
        together.publish();
        together.merge();
        for (const body of [...unscored, ...scored]) expect(await together.answer(body)).toBe(await apart.answer(body));
      },
    ),
    { numRuns: 30, seed: 1 },
  );
});

test("an index after changes answers as one built from the remaining documents", async () => {
  const change = fc.record({
    id: fc.integer({ min: 0, max: 9 }),
    document: fc.option(document),
    publish: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (changes) => {
      const [changed, anew] = [drive(), drive()];
      const left = new Map<number, object>();
      for (const { id, document: content, publish } of changes) {
        left.delete(id);
        if (content === null) changed.remove(`id${id}`);
        else {
          changed.put(`id${id}`, content);
          left.set(id, content);
        }
        if (publish) {
          changed.publish();
          changed.mergeStep();
        }
      }
      changed.publish();
      changed.merge();
      for (const [id, content] of left) anew.put(`id${id}`, content);
      anew.publish();
      for (const body of unscored) expect(await changed.answer(body)).toBe(await anew.answer(body));
    }),
    { numRuns: 50, seed: 1 },
  );
});

test("a deletion while segments are merged holds in the merged one", async () => {
  const index = drive();
  for (let segment = 0; segment < 8; segment++) {
    for (let doc = 0; doc < 300; doc++) index.put(`${segment}-${doc}`, { title: `word${doc} radar` });
    index.publish();
  }
  const first = index.mergeStep();
  index.remove("3-7");
  index.put("3-8", { title: "changed" });
  index.publish();
  if (first === "working") while (index.mergeStep() === "working");
  index.publish();
  index.merge();
  expect(await index.answer({ size: 0 })).toContain('"value":2399');
  expect(await index.answer({ query: { ids: { values: ["3-7"] } } })).toContain('"value":0');
  expect(await index.answer({ query: { match: { title: "changed" } } })).toContain('"_id":"3-8"');
  expect(index.stats().segments).toBeLessThan(8);
});

test("dynamic fields beyond the limit are stored and named as ignored", async () => {
  const index = drive();
  const insitu = Object.fromEntries(Array.from({ length: 120 }, (_, place) => [`name${place}`, "value"]));
  index.put("many", { extra_metadata: { insitu } });
  index.publish();
  expect(await index.answer({ query: { match: { "extra_metadata.insitu.name99": "value" } } })).toContain(
    '"_id":"many"',
  );
  const beyond = await index.answer({ query: { match: { "extra_metadata.insitu.name100": "value" } } });
  expect(beyond).toContain('"value":0');
  expect(await index.answer({})).toContain('"_ignored":["extra_metadata.insitu.name100"');
});

test("words at the end of a long text keep their positions, also merged with short texts", async () => {
  const driven = drive();
  const words = Array.from({ length: 70_000 }, (_, n) => `w${n % 50}`);
  driven.put("long", { title: `${words.join(" ")} last words` });
  driven.publish();
  for (let n = 0; n < 8; n++) {
    driven.put(`short ${n}`, { title: n === 3 ? "last words" : "words last" });
    driven.publish();
  }
  const found = async () => {
    const { hits } = JSON.parse(await driven.answer({ query: { match_phrase: { title: "last words" } } })).hits;
    return hits.map(({ _id }: { _id: string }) => _id).sort();
  };
  expect(await found()).toEqual(["long", "short 3"]);
  driven.merge();
  expect(driven.stats().segments).toBe(1);
  expect(await found()).toEqual(["long", "short 3"]);
});

test("counting from the values of a segment equals counting each document", async () => {
  const zones = ["UTC", "Europe/Berlin", "America/Caracas"];
  const intervals = ["hour", "day", "week", "month", "quarter", "year"];
  const day = fc.integer({ min: 0, max: 900 * 24 }).map((hours) => new Date(1.7e12 + hours * 1_800_000).toISOString());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(day), { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(59)),
      fc.constantFrom(...zones),
      fc.constantFrom(...intervals),
      fc.nat(1),
      async (days, deleted, time_zone, calendar_interval, min_doc_count) => {
        const driven = drive();
        for (const [n, begin] of days.entries()) {
          driven.put(`d${n}`, begin === null ? {} : { begin });
          if (n % 20 === 19) driven.publish();
        }
        driven.publish();
        for (const n of deleted) driven.remove(`d${n}`);
        driven.publish();
        const aggs = {
          a: { date_histogram: { field: "begin", calendar_interval, time_zone, min_doc_count } },
          b: { terms: { field: "begin", size: 100 } },
        };
        // `min_score` makes the search visit each document.
        const each = await driven.answer({ size: 0, aggs, min_score: 0 });
        expect(await driven.answer({ size: 0, aggs })).toBe(each);
      },
    ),
    { numRuns: 60 },
  );
});

test("while nothing changes, a few segments are merged that would otherwise wait for more of their size", async () => {
  const index = drive();
  for (let n = 0; n < 7 * 50; n++) {
    index.put(`id${n}`, { size: n });
    if (n % 50 === 49) index.flush();
  }
  index.publish();
  index.merge();
  expect(index.stats().segments).toBe(7);
  index.mergeQuietly();
  expect(index.stats().segments).toBe(1);
  const { hits } = JSON.parse(await index.answer({ query: { range: { size: { gte: 100 } } }, size: 0 }));
  expect(hits.total.value).toBe(250);
});

test("documents that come one by one do not cause a merge of a large segment each time", async () => {
  const index = drive();
  for (let n = 0; n < 1_000; n++) index.put(`id${n}`, { size: n });
  index.flush();
  const sizes = new Set<number>();
  for (let n = 0; n < 64; n++) {
    index.put(`late${n}`, { size: n });
    index.flush();
    index.mergeQuietly();
    index.publish();
    sizes.add(index.largestSegment());
    expect(index.stats().segments).toBeLessThan(8);
  }
  expect(sizes.size).toBeLessThanOrEqual(2);
});

test("no segment gets more documents than its numbers allow, however many come at once", async () => {
  const index = drive();
  const total = 66_000;
  for (let n = 0; n < total; n++) index.put(`id${n}`, { size: n });
  index.publish();
  expect(index.stats()).toMatchObject({ documents: total, segments: 2 });
  const { hits } = JSON.parse(
    await index.answer({ query: { range: { size: { gte: 65_530 } } }, sort: ["size"], size: 100 }),
  );
  expect(hits.total.value).toBe(total - 65_530);
  expect(hits.hits[0]._id).toBe("id65530");
});

test.each([
  ["half the largest segment", { segments: 9, size: 8_000, merged: 6 }],
  ["a fourth of the index", { segments: 16, size: 9_500, merged: 7 }],
])("too many segments for one are merged in parts of up to %s", async (_, { segments, size, merged }) => {
  const index = drive();
  for (let n = 0; n < segments * size; n++) {
    index.put(`id${n}`, { size: n });
    if (n % size === size - 1) index.flush();
  }
  index.publish();
  expect(index.stats().segments).toBe(segments);
  index.merge();
  index.publish();
  expect(index.stats().segments).toBe(merged);
  const { hits } = JSON.parse(await index.answer({ query: { term: { size: segments * size - 1 } } }));
  expect(hits.hits).toHaveLength(1);
});

test("documents that wait for a merge take a bounded amount of memory", () => {
  const indexer = new Indexer(mapping, 100, 2 ** 30);
  const [waiting, size] = [40, 4 * 1024 * 1024];
  for (let n = 0; n < waiting; n++) {
    const document = JSON.stringify({ title: "short", other: "x".repeat(size) });
    indexer.apply({ id: `id${n}`, document: Buffer.from(document) });
    indexer.flush();
  }
  const segments = indexer.state().segments.map(({ data }) => data);
  expect(segments).toHaveLength(waiting);
  expect(heldBytes(segments).total).toBeLessThan(48 * 1024 * 1024);
  for (const { sources } of segments) expect(sourceOf(sources, 0)?.length).toBeGreaterThan(size);
});

test("a document without a value comes first where the sort says so, whatever earlier segments hold", async () => {
  const index = drive();
  index.put("a", { title: "a" });
  index.flush();
  index.put("b", { title: "b" });
  index.put("none", { size: 1 });
  index.flush();
  index.publish();
  const sort = [{ "title.keyword": { order: "asc", missing: "_first" } }];
  const idsOf = (answer: string) => JSON.parse(answer).hits.hits.map((hit: { _id: string }) => hit._id);
  expect(idsOf(await index.answer({ sort, size: 1 }))).toEqual(["none"]);
  expect(idsOf(await index.answer({ sort, search_after: [null] }))).toEqual(["a", "b"]);
  expect(idsOf(await index.answer({ sort: [{ "title.keyword": { order: "desc" } }], size: 3 }))).toEqual([
    "b",
    "a",
    "none",
  ]);
});

test("a missing term sorts in its place, also in segments that lack it", async () => {
  const word = fc.constantFrom("a", "c", "m", "n", "o", "p", "q", "t", "z");
  const pages = fc.array(fc.option(word), { minLength: 1, maxLength: 12 });
  const order = fc.constantFrom("asc", "desc");
  await fc.assert(
    fc.asyncProperty(
      fc.array(pages, { minLength: 1, maxLength: 4 }),
      word,
      word,
      order,
      async (segments, missing, after, order) => {
        const index = drive();
        const titles: string[] = [];
        for (const segment of segments) {
          for (const title of segment) {
            index.put(String(titles.length), title === null ? { size: 1 } : { title });
            titles.push(title ?? missing);
          }
          index.flush();
        }
        index.publish();
        const sort = [{ "title.keyword": { order, missing } }];
        const sign = order === "asc" ? 1 : -1;
        const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign);
        const expected = [...titles.keys()]
          .sort((a, b) => compare(titles[a] ?? "", titles[b] ?? "") || a - b)
          .map(String);
        const idsOf = (answer: string) => JSON.parse(answer).hits.hits.map((hit: { _id: string }) => hit._id);
        expect(idsOf(await index.answer({ sort, size: 100 }))).toEqual(expected);
        expect(idsOf(await index.answer({ sort, size: 2 }))).toEqual(expected.slice(0, 2));
        const rest = expected.filter((id) => compare(titles[Number(id)] ?? "", after) > 0);
        expect(idsOf(await index.answer({ sort, size: 100, search_after: [after] }))).toEqual(rest);
      },
    ),
  );
});
