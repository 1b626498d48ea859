import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { RecordCount } from "./record-count.ts";
import { Deadline } from "./timed-search.ts";

test("records are counted once for each state of the index", async () => {
  let state = "one";
  let count = 12_345;
  const bodies: unknown[] = [];
  const engine: SearchEngine = {
    search: async ({ body }) => {
      bodies.push(JSON.parse(Buffer.from(body).toString()));
      return {
        body: (async function* () {
          yield Buffer.from(JSON.stringify({ hits: { total: { value: count } } }));
        })(),
      };
    },
  };
  const records = new RecordCount(engine, () => state);
  const current = () => records.current(new Deadline(Object.assign(new EventEmitter(), { writableFinished: true })));
  expect([await current(), await current()]).toEqual([12_345, 12_345]);
  expect(bodies).toEqual([{ size: 0, track_total_hits: true }]);
  count = 3;
  state = "two";
  expect(await current()).toBe(3);
});
