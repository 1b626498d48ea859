import { Registry } from "prom-client";
import { afterAll, beforeEach, expect, test } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { changeRoutes } from "../../services/query/changes/routes.ts";
import { Tails } from "../../services/query/changes/tails.ts";
import { answering } from "../doubles/database.ts";
import { numberedPosition, positionOf } from "../position.ts";
import { serveRoutes, unlimitedRead } from "../serve-routes.ts";

/** Up to where the log, the builds and what every process shows are. */
const reached = { log: 0, builds: 0, shown: 0 };
let pages = 0;

const point = async () => ({ builds: VIEWS, upTo: numberedPosition(reached.builds) });
const feed = {
  now: point,
  shown: point,
  page: async () => {
    pages += 1;
    return { heads: [], next: { position: numberedPosition(reached.builds) }, more: false, builds: VIEWS };
  },
};
const writing = { source: () => "https://data.example.org", utcOffset: 0 };
const contents = { database: { query: () => expect.unreachable() }, valueWriter: () => undefined };
const failed = (error: unknown) => expect.unreachable(String(error));
const tails = await Tails.open({ listen: async () => async () => undefined }, { feed, writing, contents, failed });
const url = await serveRoutes(
  afterAll,
  changeRoutes({
    ...{ feed, tails, writing, contents },
    newestRecords: { current: () => expect.unreachable() },
    database: answering(() => [{ now: new Date() }]),
    eventStore: {
      parsePosition: positionOf,
      head: async () => numberedPosition(reached.log),
      start: numberedPosition(0),
    },
    progress: { waitFor: async (_, position) => position <= numberedPosition(reached.shown) },
    read: unlimitedRead,
    metrics: new Registry(),
  }),
);
afterAll(() => tails.close());
beforeEach(() => {
  pages = 0;
});

async function ask(query = "", accept = "application/json") {
  const answer = await fetch(`${url}/api/changes${query}`, { headers: { Accept: accept } });
  return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get("Retry-After") };
}

const notThereYet = { status: 503, body: { code: "not-yet-visible" }, retryAfter: "2" };

test("a page waits until every process shows what the log has", async () => {
  Object.assign(reached, { log: 2, builds: 2, shown: 1 });
  expect(await ask()).toMatchObject(notThereYet);
  expect(pages).toBe(0);
});

test("a page waits until every process shows what the builds have come to meanwhile", async () => {
  Object.assign(reached, { log: 1, builds: 2, shown: 1 });
  expect(await ask()).toMatchObject(notThereYet);
  expect(pages).toBe(0);
  reached.shown = 2;
  expect(await ask()).toMatchObject({ status: 200, body: { next: numberedPosition(2), more: false } });
});

test.each([
  ["page", "application/json"],
  ["stream", "text/event-stream"],
])("a %s from beyond the end of the log is refused", async (_, accept) => {
  Object.assign(reached, { log: 2, builds: 2, shown: 2 });
  expect(await ask(`?after=${numberedPosition(3)}`, accept)).toMatchObject(notThereYet);
});
