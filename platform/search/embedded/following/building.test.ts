import { expect, test } from "vitest";
import { type FollowedSearch, openFollowedSearch } from "../../../../test/followed-search.ts";
import { feedInThread } from "../../../../test/index-feed.ts";
import { MemorySource } from "../../../../test/memory-source.ts";
import type { Change } from "../../documents/source.ts";
import { type Builder, buildSegment, type Range } from "./building.ts";
import { EmbeddedFollower } from "./follower.ts";

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
function builderOf(source: MemorySource): Builder & { readonly ranges: readonly Range[] } {
  const ranges: Range[] = [];
  return {
    ranges,
    build(range, settings) {
      ranges.push(range);
      return buildSegment(source, range, settings);
    },
    close: async () => {},
  };
}

/** Enough for several pages in each of the parts. */
const many = 12_000;

/** Documents, some of them changed and some deleted, with `names` different members below the dynamic object. */
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

/** An index of the source, built with or without a second builder, and the failures meanwhile. */
async function indexed(source: MemorySource, second?: Builder) {
  const failures: unknown[] = [];
  const engine = await openFollowedSearch({
    indexName: "built",
    mapping,
    dynamicFields: 20,
    documents: source,
    feed: feedInThread(source, second && { parts, builder: () => second }),
    onFailure: (error) => failures.push(error),
  });
  return { engine, failures };
}

async function answerTo(engine: FollowedSearch, body: object) {
  const answer = await engine.search({ body: Buffer.from(JSON.stringify(body)), signal: never });
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return { ...JSON.parse(Buffer.concat(chunks).toString()), took: 0 };
}

/** Builds with a second builder, and compares the answers with those of an index built by one. Returns the failures. */
async function answersAsBuiltAlone(source: MemorySource, second: Builder): Promise<readonly unknown[]> {
  const { engine: two, failures } = await indexed(source, second);
  const { engine: one } = await indexed(source);
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
  for (const body of bodies) expect(await answerTo(two, body)).toEqual(await answerTo(one, body));
  await one.close();
  await two.close();
  return failures;
}

test.each([
  ["few enough members for all to be fields", 10],
  ["more members than become fields", 30],
])("an index built by two builders answers like one built by one, with %s", async (_, names) => {
  const source = documents(names);
  const second = builderOf(source);
  expect(await answersAsBuiltAlone(source, second)).toEqual([]);
  expect(second.ranges.length).toBeGreaterThan(0);
});

test("documents changed while two builders work are in the index once, in their last version", async () => {
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
  const { engine } = await indexed(source, builderOf(source));
  // A hundred were deleted; twenty of these and one more were added.
  expect(engine.stats().documents).toBe(many - 81);
  const count = async (query: object) => (await answerTo(engine, { size: 0, query })).hits.total.value;
  expect(await count({ match: { title: "late" } })).toBe(2);
  expect(await count({ ids: { values: ["r7", "r8", "r11999"] } })).toBe(2);
  await engine.close();
});

test("the first builder builds what the second one fails to build", async () => {
  const source = documents(10);
  const lost = new Error("no connection left");
  const second: Builder = { build: () => Promise.reject(lost), close: async () => {} };
  expect(await answersAsBuiltAlone(source, second)).toEqual([lost]);
});

test("after a failure of the source while two builders work, reading resumes behind their gapless part", async () => {
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
  expect(await answersAsBuiltAlone(source, builderOf(source))).toHaveLength(1);
});

test("closing does not wait for a second builder", async () => {
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
  const follower = new EmbeddedFollower({
    mapping,
    dynamicFields: 20,
    sourceMemory: 0,
    source,
    help: { parts, builder: () => second },
    pollIntervalMs: 60_000,
    onUpdate: () => expect.unreachable(),
    onFailure: (error) => failures.push(error),
  });
  const running = follower.run();
  await building;
  follower.close();
  await running;
  expect(failures).toEqual([]);
});
