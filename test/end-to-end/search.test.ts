import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facility, record, records } from "./samples.ts";
import { oneProcess, type System } from "./system.ts";

let system: System;
let position: string;

const daily = records("daily", 250, { facility: { identifier: "56kt" } }).map((each, index) => ({
  ...each,
  temporal_extent: {
    time_period_begin: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
    time_period_end: new Date(Date.UTC(2024, 0, 2 + index)).toISOString(),
  },
}));
const timeless = records("timeless", 5, { temporal_extent: null });

beforeAll(async () => {
  system = await oneProcess.start();
  await system.as("registrar").post("/api/provider/facilities/add", facility("56kt", { name: "Jülich" }));
  const all = [...daily, ...timeless, record("https://doi.org/10.48597/RTXS-U8P8")];
  position = (await system.as("provider").post("/api/provider/metadata/add", all)).position;
});
afterAll(() => system.close());

const find = (search: object) => system.reader.search(search, { after: position });
const refused = async (search: unknown) =>
  (await system.reader.post("/api/metadata/search", { search }, { after: position })).json();

interface Hit {
  readonly _id: string;
  readonly _source: Record<string, unknown>;
  readonly sort: unknown[];
}

test("GET and POST give the same hits, in Elasticsearch's format", async () => {
  const search = {
    query: { match: { "facility.name": "jülich" } },
    sort: [{ "identification.identifier.pid.keyword": "asc" }],
  };
  const posted = await find(search);
  const got = await system.reader.get(`/api/metadata/search?source=${encodeURIComponent(JSON.stringify(search))}`);
  const hitsOf = (text: string) => JSON.parse(text).response.hits;
  expect(hitsOf(got.text)).toEqual(hitsOf(posted.answer.text));
  expect(posted.total).toBe(250);
  expect(got.json<{ response: object }>().response).toMatchObject({
    timed_out: false,
    _shards: { total: 1, successful: 1, failed: 0 },
    hits: { total: { value: 250, relation: "eq" } },
  });
});

test("a hit's _source is the record and its _id the PID", async () => {
  const { answer } = await find({ query: { term: { "identification.identifier.pid.keyword": "daily-00007" } } });
  const [hit] = answer.json<{ response: { hits: { hits: Hit[] } } }>().response.hits.hits;
  expect(hit?._id).toBe("daily-00007");
  expect(hit?._source).toEqual({ ...daily[7], facility: facility("56kt", { name: "Jülich" }) });
});

test("an empty search matches every record, returns ten and counts all", async () => {
  for (const body of ["{}", '{"search":{}}']) {
    const { hits } = (await system.reader.post("/api/metadata/search", body, { after: position })).json<{
      response: { hits: { total: { value: number }; hits: Hit[] } };
    }>().response;
    expect([hits.total.value, hits.hits.length]).toEqual([256, 10]);
  }
});

test("paging with search_after returns every record once, those without the sort field too", async () => {
  const seen: string[] = [];
  const sort = '[{"temporal_extent.time_period_begin":"asc"},{"identification.identifier.pid.keyword":"asc"}]';
  let after = "";
  for (;;) {
    const body = `{"search":{"size":40,"_source":false,"sort":${sort}${after}}}`;
    const { text } = await system.reader.post("/api/metadata/search", body, { after: position });
    const pids = [...text.matchAll(/"_id":"([^"]+)"/g)].map((match) => match[1] ?? "");
    if (pids.length === 0) break;
    seen.push(...pids);
    // Taken from the text: a missing date sorts as 9223372036854775807, which JavaScript's numbers can't hold.
    after = `,"search_after":${[...text.matchAll(/"sort":(\[[^\]]*\])/g)].at(-1)?.[1]}`;
  }
  expect(seen).toHaveLength(256);
  expect(new Set(seen).size).toBe(256);
  expect(after).toContain("9223372036854775807");
});

test("a PID of maximum length is found", async () => {
  const pid = `https://hdl.handle.net/${"x".repeat(489)}`;
  const added = await system.as("provider").post("/api/provider/metadata/add", [record(pid)]);
  const search = { query: { term: { "identification.identifier.pid.keyword": pid } } };
  expect((await system.reader.search(search, { after: added.position })).pids).toEqual([pid]);
});

test("range, date math, full text, geography and aggregations work together", async () => {
  const { total, answer } = await find({
    size: 0,
    query: {
      bool: {
        must: [{ match: { "identification.title": "radar" } }],
        filter: [
          { range: { "temporal_extent.time_period_begin": { gte: "2024-02-01", lt: "2024-02-01||+1M" } } },
          { geo_distance: { distance: "10km", spatial_extent: { lon: 6.41, lat: 50.9 } } },
          { geo_bounding_box: { "facility.location": { top: 51, left: 6, bottom: 50, right: 7 } } },
        ],
      },
    },
    aggs: { products: { terms: { field: "product_type.keyword" } } },
  });
  expect(total).toBe(29);
  expect(answer.json<{ response: object }>().response).toMatchObject({
    aggregations: { products: { buckets: [{ key: "observation", doc_count: 29 }] } },
  });
});

describe("a search that the engine refuses answers 400 with the engine's error", () => {
  const deep = (levels: number): object => (levels === 0 ? { match_all: {} } : { bool: { must: [deep(levels - 1)] } });
  test.each([
    ["a script query", { query: { script: { script: "true" } } }],
    ["a script sort", { sort: [{ _script: { type: "number", script: "1" } }] }],
    ["a script field", { script_fields: { a: { script: "1" } } }],
    ["runtime mappings", { runtime_mappings: { a: { type: "keyword" } } }],
    ["a wrapper", { query: { wrapper: { query: "e30=" } } }],
    ["an indexed shape", { query: { geo_shape: { spatial_extent: { indexed_shape: { index: "x", id: "1" } } } } }],
    ["a terms lookup", { query: { terms: { product_type: { index: "x", id: "1", path: "y" } } } }],
    ["a scripted metric", { aggs: { a: { scripted_metric: { map_script: "1" } } } }],
    ["a point in time", { pit: { id: "x" } }],
    ["an unknown clause", { query: { unheard_of: {} } }],
    ["an unknown member", { unheard_of: 1 }],
    ["an unknown option", { query: { term: { product_type: { value: "x", unheard_of: 1 } } } }],
    ["a window too deep", { from: 9_990, size: 11 }],
    ["forty levels", { query: deep(40) }],
    ["a bad date", { query: { range: { "temporal_extent.time_period_begin": { gte: "never" } } } }],
  ])("%s", async (_what, search) => {
    expect(await refused(search)).toMatchObject({
      status: 400,
      code: "search-rejected",
      engine: { type: expect.any(String), reason: expect.any(String), root_cause: expect.any(Array) },
    });
  });
});

test("a record is accepted and found, whatever its unknown members contain", async () => {
  const clashing = [
    record("clash-1", { extra: "text", extra_metadata: { insitu: { a: "text" } } }),
    record("clash-2", { extra: { is: { an: "object" } }, extra_metadata: { insitu: { a: { b: 1 } } } }),
    record("clash-3", { extra: [1, "2024-01-01", null], extra_metadata: { insitu: { a: [true, "2024-01-01"] } } }),
    record("many-names", {
      own: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`name${index}`, index])),
    }),
    record("crossed", {
      spatial_extent: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [2, 2],
            [2, 0],
            [0, 2],
            [0, 0],
          ],
        ],
      },
    }),
    record("line", {
      spatial_extent: {
        type: "LineString",
        coordinates: [
          [6.4, 50.9, 0],
          [6.4, 50.9, 900],
        ],
      },
    }),
  ];
  const added = await system.as("provider").post("/api/provider/metadata/add", clashing);
  expect(added.status).toBe(200);
  const pids = clashing.map(({ identification }) => identification.identifier.pid);
  const all = await system.reader.search({ query: { ids: { values: pids } } }, { after: added.position });
  expect(all.pids.sort()).toEqual([...pids].sort());
  const line = {
    query: {
      bool: { filter: [{ ids: { values: pids } }, { geo_distance: { distance: "1m", spatial_extent: [6.4, 50.9] } }] },
    },
  };
  expect((await system.reader.search(line)).pids).toEqual(["line"]);
});
