import { expect, test } from "vitest";
import { buildSegment } from "./building.ts";
import { type EmbeddedSearch, openEmbeddedSearch } from "./engine.ts";
import type { IndexFeed } from "./feed.ts";
import { Follower } from "./follower.ts";
import { type Change, MemorySource } from "./source.ts";

const mapping = {
  dynamic_templates: [{ below: { mapping: { type: "keyword" } } }],
  properties: {
    title: { type: "text" },
    size: { type: "double" },
    extra_metadata: { type: "object", dynamic: true, subobjects: false },
  },
};
const never = new AbortController().signal;
/** More than are worth a second builder. */
const many = 12_000;

/** Documents of which some were changed and some deleted, with `names` different members below the dynamic object. */
function documents(names: number): MemorySource {
  const source = new MemorySource();
  for (let n = 0; n < many; n++) {
    const extra = { [`name${n % names}`]: `value${n % 5}` };
    source.put(`r${n}`, JSON.stringify({ title: `word${n % 7} word${n % 11}`, size: n, extra_metadata: extra }));
  }
  for (let n = 0; n < 100; n++) source.delete(`r${n * 3}`);
  for (let n = 0; n < 100; n++) source.put(`r${n * 5}`, JSON.stringify({ title: "word1 again", size: -n }));
  return source;
}

/** An index of the source, built by one or by two; `ranges` tells what the second one was given. */
async function indexed(source: MemorySource, two: boolean, ranges: object[] = []): Promise<EmbeddedSearch> {
  const feed: IndexFeed = {
    start(settings) {
      const follower = new Follower({
        ...settings,
        source,
        ...(two && {
          help: {
            parts: async (to) => [1, 2, 3, 4].map((part) => Math.floor((to * part) / 4)),
            builder: () => ({
              async build(range, how) {
                ranges.push(range);
                return buildSegment(source, range, how);
              },
              close: async () => {},
            }),
          },
        }),
      });
      const running = follower.run();
      return {
        wake: () => follower.wake(),
        close: async () => {
          follower.close();
          await running;
        },
      };
    },
  };
  const options = { indexName: "i", mapping, dynamicFields: 20, documents: source, feed, sourceMemory: 0 };
  const engine = await openEmbeddedSearch(options);
  await engine.ready();
  return engine;
}

async function answers(engine: EmbeddedSearch): Promise<unknown[]> {
  const bodies = [
    { query: { match: { title: "word3 word9" } }, size: 50 },
    { query: { match: { title: "again" } }, size: 200, sort: [{ size: "asc" }] },
    { size: 0, track_total_hits: true, aggs: { a: { terms: { field: "extra_metadata.name3", size: 10 } } } },
    ...Array.from({ length: 30 }, (_, n) => ({
      size: 0,
      track_total_hits: true,
      query: { exists: { field: `extra_metadata.name${n}` } },
    })),
  ];
  return Promise.all(
    bodies.map(async (body) => {
      const { body: chunks } = await engine.search({ body: Buffer.from(JSON.stringify(body)), signal: never });
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { ...JSON.parse(Buffer.concat(parts).toString()), took: 0 };
    }),
  );
}

test.each([
  ["few enough members for all to be fields", 10],
  ["more members than become fields", 30],
])("an index that two have built answers as one that one has built, with %s", async (_, names) => {
  const source = documents(names);
  const ranges: object[] = [];
  const [one, two] = [await indexed(source, false), await indexed(source, true, ranges)];
  expect(ranges.length).toBeGreaterThan(0);
  expect(await answers(two)).toEqual(await answers(one));
  await one.close();
  await two.close();
});

test("what changes while two build is in the index once, as it is in the end", async () => {
  const source = documents(10);
  const changesOf = source.changes.bind(source);
  let pages = 0;
  source.changes = async (after: number, limit: number): Promise<readonly Change[]> => {
    if (++pages === 4) {
      source.put("r7", JSON.stringify({ title: "late" }));
      source.put("r11999", JSON.stringify({ title: "late" }));
      source.delete("r8");
    }
    return changesOf(after, limit);
  };
  const two = await indexed(source, true);
  // A hundred were deleted, of which twenty came again, and one more.
  expect(two.stats().documents).toBe(many - 81);
  const count = async (query: object) => {
    const { body } = await two.search({ body: Buffer.from(JSON.stringify({ size: 0, query })), signal: never });
    const parts: Uint8Array[] = [];
    for await (const chunk of body) parts.push(chunk);
    return JSON.parse(Buffer.concat(parts).toString()).hits.total.value;
  };
  expect(await count({ match: { title: "late" } })).toBe(2);
  expect(await count({ ids: { values: ["r7", "r8", "r11999"] } })).toBe(2);
  await two.close();
});
