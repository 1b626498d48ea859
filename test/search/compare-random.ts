/**
 * Sends bodies made by chance to a real Elasticsearch and to the embedded engine, and prints where the answers differ.
 * In the project's root, with ELASTICSEARCH_URL set; the seed of a run makes it again:
 *
 *     npx tsc -p test/search && node dist/recorder/test/search/compare-random.js [seed] [bodies]
 */
import { corpus, random } from "./corpus.ts";
import { loadElasticsearch } from "./elasticsearch.ts";
import { loadEmbedded } from "./embedded.ts";
import { type Answer, comparable } from "./exchange.ts";
import { randomRecords } from "./random-records.ts";
import { randomBody } from "./random-searches.ts";

const url = process.env["ELASTICSEARCH_URL"];
if (!url) throw new Error("ELASTICSEARCH_URL is not set");
const [seed = 1, bodies = 1_000] = process.argv.slice(2).map(Number);

const index = `random-catalogue-${process.pid}`;
const records = [...corpus, ...randomRecords(random(seed), 300)];
const elasticsearch = await loadElasticsearch(url, index, records);
const embedded = await loadEmbedded(index, records);

let differing = 0;
for (let n = 0; n < bodies; n++) {
  const body = JSON.stringify(randomBody(random(seed * 1_000_003 + n)));
  const [expected, given] = await Promise.all([elasticsearch.ask(body), embedded.ask(body)]);
  if (agree(expected, given)) continue;
  differing++;
  const [one, other] = [comparable(expected), comparable(given)];
  const from = Math.max(0, firstDifference(one, other) - 60);
  process.stdout.write(
    `${body}\n  expected ${one.slice(from, from + 240)}\n  given    ${other.slice(from, from + 240)}\n`,
  );
}
process.stdout.write(`${bodies - differing} of ${bodies} answers agree (seed ${seed})\n`);
await Promise.all([elasticsearch.close(), embedded.close()]);
process.exitCode = differing > 0 ? 1 : 0;

/** An engine's own failure must be a refusal of the other's. */
function agree(expected: Answer, given: Answer): boolean {
  if (expected.status >= 500) return given.status === 400;
  return expected.status === given.status && comparable(expected) === comparable(given);
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
