import { expect, test } from "vitest";
import { type Builder, buildSegment, type Range } from "./building.ts";
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
const parts = async (to: number) => [1, 2, 3, 4].map((part) => Math.floor((to * part) / 4));

/** A second builder in this thread. */
function builderOf(source: MemorySource) {
  const ranges: Range[] = [];
  const builder: Builder & { ranges: Range[] } = {
    ranges,
    build(range, settings) {
      ranges.push(range);
      return buildSegment(source, range, settings);
    },
    close: async () => {},
  };
  return builder;
}

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

interface Indexed extends EmbeddedSearch {
  readonly failures: readonly unknown[];
}

/** An index of the source, built with the help of a second builder or without. */
async function indexed(source: MemorySource, second?: Builder): Promise<Indexed> {
  const failures: unknown[] = [];
  const feed: IndexFeed = {
    start(settings) {
      const follower = new Follower({
        ...settings,
        source,
        onFailure: (error) => failures.push(error),
        ...(second && { help: { parts, builder: () => second } }),
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
  return Object.assign(engine, { failures });
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
  const second = builderOf(source);
  const [one, two] = [await indexed(source), await indexed(source, second)];
  expect(second.ranges.length).toBeGreaterThan(0);
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
  const two = await indexed(source, builderOf(source));
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

test("what a second builder fails to build the first one does", async () => {
  const source = documents(10);
  const lost = new Error("no connection left");
  const second: Builder = { build: () => Promise.reject(lost), close: async () => {} };
  const [one, two] = [await indexed(source), await indexed(source, second)];
  expect(two.failures).toEqual([lost]);
  expect(await answers(two)).toEqual(await answers(one));
  await one.close();
  await two.close();
});

test("a source that fails while two build is read on from what they had in its order", async () => {
  const source = documents(10);
  const changesOf = source.changes.bind(source);
  let failing = true;
  source.changes = (after: number, limit: number) => {
    if (failing && after > 9_000) {
      failing = false;
      return Promise.reject(new Error("gone"));
    }
    return changesOf(after, limit);
  };
  const [two, one] = [await indexed(source, builderOf(source)), await indexed(source)];
  expect(two.failures).toHaveLength(1);
  expect(await answers(two)).toEqual(await answers(one));
  await one.close();
  await two.close();
});

test("closing does not wait for what a second builder has begun", async () => {
  const source = documents(10);
  let begun = () => {};
  const building = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let stop = (_: Error) => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  const second: Builder = {
    build() {
      begun();
      return stopped;
    },
    close: async () => stop(new Error("closed")),
  };
  const failures: unknown[] = [];
  const follower = new Follower({
    mapping,
    dynamicFields: 20,
    sourceMemory: 0,
    source,
    help: { parts, builder: () => second },
    pollMilliseconds: 60_000,
    onUpdate: () => expect.unreachable(),
    onFailure: (error) => failures.push(error),
  });
  const running = follower.run();
  await building;
  follower.close();
  await running;
  expect(failures).toEqual([]);
});
