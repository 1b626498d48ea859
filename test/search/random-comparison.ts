import { type Comparison, compareEngines } from "./comparison.ts";
import { corpus, type Random, random } from "./corpus.ts";
import { loadElasticsearch } from "./elasticsearch.ts";
import { loadEmbedded } from "./embedded.ts";
import { randomRecords, WORDS } from "./random-records.ts";
import { randomBody } from "./random-searches.ts";

/** Records made by chance that join the corpus. */
const RANDOM_RECORDS = 300;

/** Compares the embedded engine with the Elasticsearch at `url`: `count` bodies that the seed decides. */
export async function compareRandom(url: string, seed: number, count: number): Promise<Comparison> {
  const index = `random-catalogue-${process.pid}`;
  const records = [...corpus, ...randomRecords(random(seed), RANDOM_RECORDS)];
  const elasticsearch = await loadElasticsearch(url, index, records);
  const embedded = await loadEmbedded(index, records);
  try {
    return await compareEngines(elasticsearch.ask, embedded.ask, randomBodies(seed, count));
  } finally {
    await Promise.all([elasticsearch.close(), embedded.close()]);
  }
}

function* randomBodies(seed: number, count: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    const r = random(seed * 1_000_003 + n);
    const body = randomBody(r);
    const byScore = body["query"] !== undefined && body["aggs"] === undefined && body["sort"] === undefined;
    yield JSON.stringify(byScore && r.chance(0.7) ? { ...body, query: ranked(r, body["query"]) } : body);
  }
}

/** The query as a part of one whose matches nearly all score differently. */
function ranked(r: Random, query: unknown): object {
  const words = Array.from({ length: 3 + r.below(4) }, () => r.pick(WORDS)).join(" ");
  return { bool: { must: { match: { "identification.abstract": words } }, should: query } };
}
