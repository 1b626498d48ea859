import { expect, test } from "vitest";
import { VIEWS } from "../../../../contracts/views.ts";
import type { SearchRequest } from "../../../../platform/search/port.ts";
import { numberedPosition } from "../../../../test/position.ts";
import { Deadline } from "../../search/timed-search.ts";
import type { Sought } from "./asked.ts";
import { searchFeedText } from "./feed.ts";

const everything: Sought = {
  ...{ q: undefined, from: undefined, to: undefined, bbox: undefined },
  ...{ facility: [], variable: [], instrument: [], framework: [], repository: [], type: [], matrix: [] },
};

/** An engine that finds this many records, and among given PIDs those with an even number. */
function engineFinding(total: number) {
  return {
    search: async ({ body }: SearchRequest) => {
      const { size, query } = JSON.parse(Buffer.from(body).toString());
      const among: string[] | undefined = query.bool.filter[1]?.ids.values;
      const even = (pid: string) => Number(pid) % 2 === 0;
      const pids = among?.filter(even) ?? Array.from({ length: Math.min(size, total) }, (_, at) => String(at));
      const answer = { hits: { total: { value: total }, hits: pids.map((_id) => ({ _id })) } };
      return { body: [Buffer.from(JSON.stringify(answer))].values() as unknown as AsyncIterable<Uint8Array> };
    },
  };
}

async function feedOf(total: number) {
  const among: (readonly string[])[] = [];
  const selected: ReadonlySet<string>[] = [];
  const response = { writableFinished: true, once: () => undefined };
  const text = await searchFeedText(everything, engineFinding(total), new Deadline(response), {
    feed: {
      now: async () => ({ builds: VIEWS, upTo: numberedPosition(1) }),
      newestRecordsAmong: async (_, __, pids) => {
        among.push(pids);
        return [];
      },
      newestRecordsSelected: async (_, __, select) => {
        selected.push(await select(["1", "2", "3", "4"]));
        return [];
      },
      recordsSince: async () => new Date("2026-11-26T20:00:00.5Z"),
    },
    contents: {
      database: { query: () => Promise.reject(new Error("there are no records")) },
      valueWriter: () => undefined,
    },
    publisher: () => ({ publicUrl: "https://data.example.org", name: "Institute" }),
  });
  return { among, selected, text };
}

test("the newest of a few records are chosen among all that are found", async () => {
  const { among, selected } = await feedOf(10_000);
  expect(among[0]).toHaveLength(10_000);
  expect(selected).toEqual([]);
});

test("the newest of many records are found among the newest of the catalogue", async () => {
  const { among, selected } = await feedOf(10_001);
  expect(among).toEqual([]);
  expect(selected).toEqual([new Set(["2", "4"])]);
});

test("a feed without changes has the time since when there could have been some", async () => {
  expect((await feedOf(0)).text).toContain("<updated>2026-11-26T20:00:00Z</updated>");
});
