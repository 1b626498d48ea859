/**
 * Sends random bodies to a real Elasticsearch and to the embedded engine, and prints where the answers differ. Run in the
 * project's root, with ELASTICSEARCH_URL set; the seed of a run repeats it:
 *
 *     npx tsc -p test/search && node dist/recorder/test/search/compare-random.js [seed] [bodies]
 */
import { compareRandom } from "./random-comparison.ts";

const url = process.env["ELASTICSEARCH_URL"];
if (!url) throw new Error("ELASTICSEARCH_URL is not set");
const [seed = 1, bodies = 1_000] = process.argv.slice(2).map(Number);

const { differences, refused, scoredHits, distinctScores, computed } = await compareRandom(url, seed, bodies);
for (const { body, expected, given } of [...differences, ...computed.differences]) {
  process.stdout.write(`${body}\n  expected ${expected}\n  given    ${given}\n`);
}
process.stdout.write(
  `${bodies - differences.length} of ${bodies} answers agree (seed ${seed}); ${refused} refused; ${distinctScores} different scores of ${scoredHits}\n`,
);
process.stdout.write(
  `${computed.bodies - computed.differences.length} of ${computed.bodies} answers agree that were computed from others\n`,
);
process.exitCode = differences.length + computed.differences.length > 0 ? 1 : 0;
