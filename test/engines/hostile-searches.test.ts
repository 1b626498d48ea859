import { afterAll, beforeAll, expect, test } from "vitest";
import { SEARCH_TIMEOUT_MS } from "../../contracts/search-limits.ts";
import { chooseEngines } from "../end-to-end/engines.ts";
import { HOSTILE_SEARCHES } from "../hostile/bodies.ts";
import { attackerOf, expectServedMeanwhile, SEVERAL_CLIENTS, timed } from "../hostile/neighbour.ts";
import { addManySided } from "../hostile/records.ts";
import { crowdedMs } from "../live-probe.ts";
import { type WholeSystem, wholeSystemUntil } from "../search-process/whole-system.ts";
import { elasticsearchAt } from "./end-to-end.ts";
import { describeWithEngine } from "./engine.ts";

const RECORDS = 1_500;
/** Concurrent searches: with two processors, Elasticsearch searches in four threads. */
const AT_ONCE = 2;
/** Time for everything besides the search. */
const ROOM_MS = 2_000;
const ENGINE_TIMEOUT_MS = 10_000;
/** Time in which Elasticsearch ends a search that the service has cancelled. */
const ENDED_TIMEOUT_MS = 15_000;

/**
 * Searches that Elasticsearch runs until they are cancelled; they run in the soak. One other search reaches the time limit
 * in every run.
 */
const SLOW: readonly string[] = [
  "terms of many values, twelve deep",
  "terms of many values, eight deep",
  "terms of few values, thirty deep",
  "fragments of every field of every record",
  "three short patterns of every field in every field of every record",
  "fragments of 1,300 words of every record, each marked only where another is not",
  "words of every field marked in every other field of every record",
  "64 criteria of an order by the median_absolute_deviation of a bucket for each of many values",
  "4,000 named clauses that nothing matches, of 30 hits in each of many buckets",
  "a text of 2,000 characters for each of 12 keys of every hit",
  "1,000 paths of the source with 400 parts each, of the hits inside each hit",
  "50 areas that go around the earth 2,400 times, with holes of 5,000 positions",
  "350 phrases of ten frequent words in any order",
];

const searches = HOSTILE_SEARCHES.filter(({ name }) => process.env["SOAK_LOG"] || !SLOW.includes(name));
const groups = searches.flatMap((_, n) => {
  const group = searches.slice(n, n + AT_ONCE);
  return n % AT_ONCE === 0 ? [{ group, names: group.map(({ name }) => name).join("; ") }] : [];
});

interface NodeStats {
  readonly jvm: { readonly uptime_in_millis: number };
  readonly breakers: { readonly request: { readonly estimated_size_in_bytes: number } };
}

describeWithEngine("elasticsearch", "hostile searches before Elasticsearch", (url) => {
  let system: WholeSystem;
  let begunMs: number;
  beforeAll(async () => {
    chooseEngines(elasticsearchAt(url));
    system = await wholeSystemUntil(afterAll, SEVERAL_CLIENTS);
    await addManySided(system, RECORDS);
    begunMs = performance.now();
  });

  async function ofEngine<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ENGINE_TIMEOUT_MS) });
    return JSON.parse(await answer.text()) as Answer;
  }

  async function nodeStats(): Promise<NodeStats> {
    const { nodes } = await ofEngine<{ nodes: Record<string, NodeStats> }>("/_nodes/stats/jvm,breaker");
    const [stats] = Object.values(nodes);
    if (!stats) throw new Error("Elasticsearch tells of no node");
    return stats;
  }

  const runningSearches = async (): Promise<readonly string[]> => {
    const { tasks } = await ofEngine<{ tasks: Record<string, object> }>(
      "/_tasks?actions=indices:data/read/search*&group_by=parents",
    );
    return Object.keys(tasks);
  };

  /** "cut" where the answer ended before it was complete. */
  const statusOf = (body: object): Promise<number | "cut"> =>
    attackerOf(system)
      .post("/api/metadata/search", { search: body })
      .then(({ status }) => status)
      .catch(() => "cut");

  test.each(groups)("$names: they end there too, and others are served", { timeout: 120_000 }, async ({ group }) => {
    const answers = Promise.all(group.map(({ body }) => timed(statusOf(body))));
    await expectServedMeanwhile(system, answers);
    for (const { value, ms } of await answers) {
      expect([200, 400, 503, 504, "cut"]).toContain(value);
      expect(ms).toBeLessThan(crowdedMs(SEARCH_TIMEOUT_MS + ROOM_MS));
    }
    await expect.poll(runningSearches, { timeout: crowdedMs(ENDED_TIMEOUT_MS), interval: 100 }).toEqual([]);
  });

  test("Elasticsearch has not been started again, and its searches hold no memory", async () => {
    const heldBytes = async () => (await nodeStats()).breakers.request.estimated_size_in_bytes;
    await expect.poll(heldBytes, { timeout: ENGINE_TIMEOUT_MS }).toBe(0);
    expect((await nodeStats()).jvm.uptime_in_millis).toBeGreaterThan(performance.now() - begunMs);
  });
});
