import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../platform/config.ts";
import type { OpenLimits } from "../../../platform/http/open-answers.ts";
import type { SearchEngine } from "../../../platform/search/port.ts";
import { serveRoutes, unlimitedRead } from "../../../test/serve-routes.ts";
import { compatibilityRoute } from "./compatibility.ts";
import { KnownLabels } from "./known-labels.ts";

const query = new URLSearchParams({
  time_range_start: "2024-01-01T00:00:00Z",
  time_range_end: "2024-12-31T00:00:00Z",
  variables: "ozone",
  north_bound_latitude: "90",
  west_bound_longitude: "-180",
  south_bound_latitude: "-90",
  east_bound_longitude: "180",
});

const RECORDS = 1_000;
const pids = Array.from({ length: RECORDS }, (_, number) => `r${number}`);
const engine: SearchEngine = {
  search: async () => ({
    body: (async function* () {
      const hits = { total: { value: RECORDS }, hits: pids.map((_id) => ({ _id })) };
      yield Buffer.from(JSON.stringify({ hits, aggregations: { labels: { buckets: [] } } }));
    })(),
  }),
};

/** The search over a thousand records; a page fits 7 of them. `X-Forwarded-For` names clients. */
async function serveSearch(documentOf: (pid: string) => string | undefined, limits?: OpenLimits) {
  const page = vi.fn(async (ids: readonly string[], _maxBytes: number) =>
    ids.slice(0, 7).map((pid) => {
      const document = documentOf(pid);
      return document === undefined ? undefined : Buffer.from(document);
    }),
  );
  const labels = new KnownLabels(engine, () => "");
  const catalogueFor = vi.fn(() => ({ engine, documents: { page } }));
  const parts = { catalogueFor, labels, read: unlimitedRead };
  const routes = [compatibilityRoute(parts, limits)];
  const base = await serveRoutes(onTestFinished, routes, readConfig({ AIRLOG_TRUSTED_PROXIES: "127.0.0.1" }));
  return { url: `${base}/api/compat/metadata/search/ext?${query}`, page, catalogueFor };
}

/** The answer's head; its body is left unread. */
async function begin(url: string, client: string): Promise<IncomingMessage> {
  const [answer] = await once(get(url, { agent: false, headers: { "X-Forwarded-For": client } }), "response");
  return answer;
}

test("records are written in order, without those that are gone, and few more are fetched than fit into a page", async () => {
  const isGone = (pid: string) => Number(pid.slice(1)) < 10 || pid === "r500";
  const { url, page } = await serveSearch((pid) => (isGone(pid) ? undefined : `{"pid":"${pid}"}`));
  const answer = await fetch(url);
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  const hits = pids.filter((pid) => !isGone(pid)).map((pid) => ({ pid }));
  expect(await answer.json()).toEqual({ totalHits: RECORDS, hitCount: RECORDS, hits });
  expect(page).toHaveBeenCalledTimes(Math.ceil(RECORDS / 7));
  const [first, ...others] = page.mock.calls;
  expect(first?.[0]).toHaveLength(100);
  for (const [ids] of others) expect(ids.length).toBeLessThanOrEqual(14);
  for (const [, maxBytes] of page.mock.calls) expect(maxBytes).toBeLessThanOrEqual(256 * 1024);
});

test("an answer comes from one build of the catalogue, even if another one is served before its end", async () => {
  const { url, page, catalogueFor } = await serveSearch((pid) => `"${pid}"`);
  const other = vi.fn(async () => []);
  catalogueFor
    .mockImplementationOnce(() => ({ engine, documents: { page } }))
    .mockImplementation(() => ({ engine, documents: { page: other } }));
  const { hits }: { hits: unknown } = JSON.parse(await (await fetch(url)).text());
  expect(hits).toEqual(pids);
  expect(other).not.toHaveBeenCalled();
});

test("when the maximum of answers is open, the slowest reader is cut for another client, and nobody before", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const long = `"${"x".repeat(256 * 1024)}"`;
  const { url, page } = await serveSearch(() => long, { all: 2, perClient: 1, perNetwork: 2 });
  const cut: string[] = [];
  const beginAs = async (client: string) => {
    const answer = await begin(url, client);
    answer.on("error", () => cut.push(client));
    return answer;
  };
  const first = await beginAs("192.0.2.1");
  await vi.waitFor(() => expect(page).toHaveBeenCalled(), 20_000);
  vi.advanceTimersByTime(60_000);
  const second = await beginAs("198.51.100.1");
  expect((await beginAs("198.51.100.1")).statusCode).toBe(503);
  expect(cut).toEqual([]);

  const third = await beginAs("203.0.113.1");
  expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  first.resume();
  await vi.waitFor(() => expect(cut).toEqual(["192.0.2.1"]), 20_000);
  const refused = await beginAs("203.0.113.2");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
  for (const answer of [second, third]) answer.destroy();
});

test("a client beyond its limit is refused before a search runs, and a search that fails leaves its place", async () => {
  const search = vi.spyOn(engine, "search");
  onTestFinished(() => search.mockRestore());
  const { url } = await serveSearch(() => `"${"x".repeat(256 * 1024)}"`, { all: 1, perClient: 1, perNetwork: 1 });
  search.mockRejectedValueOnce(new Error("the engine is gone"));
  expect((await fetch(url)).status).toBe(500);
  const first = await begin(url, "192.0.2.1");
  expect(first.statusCode).toBe(200);

  const before = search.mock.calls.length;
  expect((await fetch(url)).status).toBe(503);
  expect(search).toHaveBeenCalledTimes(before);
  first.on("error", () => {});
  first.destroy();
});
