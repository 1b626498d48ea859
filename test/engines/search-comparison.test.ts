import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compareRandom, type RandomComparison } from "../search/random-comparison.ts";
import { describeWithEngine } from "./engine.ts";

/** Number of bodies; the soak has more, with other seeds: `COMPARED=20000 SEARCH_SEED=7`. */
const BODIES = Number(process.env["COMPARED"] ?? 1_000);
const SEED = Number(process.env["SEARCH_SEED"] ?? 1);
/** Ten times the duration of one search, on a machine with other work. */
const BODY_TIMEOUT_MS = 1_000;
/** None of 1,000, a few of 20,000: searches whose form has no recorded case yet. */
const MAX_DIFFERING = 0.0005;
/** Share of distinct scores among the hits ordered by scores: with fewer, equal scores would hide a wrong order. */
const MIN_DISTINCT_SCORES = 0.9;

describeWithEngine("elasticsearch", "the embedded engine beside Elasticsearch", (url) => {
  test(
    `${BODIES} random searches are answered alike (seed ${SEED})`,
    async () => {
      const comparison = await compareRandom(url, SEED, BODIES);
      log(comparison);
      if (comparison.differences.length > MAX_DIFFERING * BODIES)
        expect(comparison.differences.slice(0, 10)).toEqual([]);
      const { bodies, differences } = comparison.computed;
      if (differences.length > MAX_DIFFERING * bodies) expect(differences.slice(0, 10)).toEqual([]);
      expect(comparison.distinctScores).toBeGreaterThanOrEqual(MIN_DISTINCT_SCORES * comparison.scoredHits);
    },
    60_000 + BODIES * BODY_TIMEOUT_MS,
  );
});

/** Adds a row to the table at the end of bench/SEARCHES.md, in the soak. */
function log({ bodies, refused, differences, scoredHits, distinctScores, computed }: RandomComparison): void {
  if (!process.env["SOAK_LOG"]) return;
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"]).stdout?.toString().trim() || "unknown";
  const distinct = `${((100 * distinctScores) / Math.max(1, scoredHits)).toFixed(1)} %`;
  const row = [new Date().toISOString().slice(0, 10), commit, SEED, bodies, refused, differences.length, distinct];
  row.push(computed.bodies, computed.differences.length);
  appendFileSync("bench/SEARCHES.md", `| ${row.join(" | ")} |\n`);
}
