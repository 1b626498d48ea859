import { expect, test } from "vitest";
import type { SearchEngine, SearchRequest } from "../../port.ts";
import { RunningSearches } from "./running-searches.ts";

const request: SearchRequest = { body: Buffer.from("{}"), signal: new AbortController().signal };

/** Answers in two chunks, or fails. */
function engine(failure?: Error): SearchEngine {
  async function* body() {
    yield Buffer.from("{");
    yield Buffer.from("}");
  }
  return {
    search: async () => {
      if (failure) throw failure;
      return { body: body() };
    },
  };
}

function running(of: SearchEngine) {
  const released: number[] = [];
  return { released, searches: new RunningSearches(of, (number) => released.push(number)) };
}

test("without searches an update releases what it replaced at once", () => {
  const { searches, released } = running(engine());
  searches.updated(1);
  searches.updated(2);
  expect(released).toEqual([1, 2]);
});

test("the data of a search is kept until its answer is written", async () => {
  const { searches, released } = running(engine());
  searches.updated(1);
  const first = (await searches.search(request)).body[Symbol.asyncIterator]();
  searches.updated(2);
  const second = (await searches.search(request)).body[Symbol.asyncIterator]();
  searches.updated(3);
  expect(released).toEqual([1]);
  while (!(await second.next()).done);
  expect(released).toEqual([1]);
  await first.next();
  expect(released).toEqual([1]);
  while (!(await first.next()).done);
  expect(released).toEqual([1, 3]);
});

test("an abandoned or failed search keeps nothing", async () => {
  const { searches, released } = running(engine());
  const answer = (await searches.search(request)).body[Symbol.asyncIterator]();
  await answer.next();
  searches.updated(1);
  await answer.return?.(undefined);
  expect(released).toEqual([1]);
  const failing = running(engine(new Error("no")));
  const failed = failing.searches.search(request);
  failing.searches.updated(1);
  await expect(failed).rejects.toThrow("no");
  expect(failing.released).toEqual([1]);
});
