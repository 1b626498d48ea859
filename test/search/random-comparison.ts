import { type Comparison, compareEngines } from "./comparison.ts";
import { type ComputedCase, type ComputedComparison, compareComputed } from "./computed-comparison.ts";
import { corpus, type Random, random } from "./corpus.ts";
import { loadElasticsearch } from "./elasticsearch.ts";
import { loadEmbedded } from "./embedded.ts";
import { randomCounterpart } from "./random-counterparts.ts";
import { randomRecords, WORDS } from "./random-records.ts";
import { randomBody } from "./random-searches.ts";

/** Random records that join the corpus. */
const RANDOM_RECORDS = 300;

/** Bodies for each body of a kind that Elasticsearch lacks. */
const BODIES_OF_A_COMPUTED = 10;

export interface RandomComparison extends Comparison {
  /** Results of kinds that the Elasticsearch lacks. They are not among the other bodies. */
  readonly computed: ComputedComparison;
}

/** Compares the embedded engine with the Elasticsearch at `url`: `count` bodies that the seed decides, and computed ones. */
export async function compareRandom(url: string, seed: number, count: number): Promise<RandomComparison> {
  const index = `random-catalogue-${process.pid}`;
  const records = [...corpus, ...randomRecords(random(seed), RANDOM_RECORDS)];
  const elasticsearch = await loadElasticsearch(url, index, records);
  const embedded = await loadEmbedded(index, records);
  try {
    const compared = await compareEngines(elasticsearch.ask, embedded.ask, randomBodies(seed, count));
    const cases = randomCases(seed, Math.ceil(count / BODIES_OF_A_COMPUTED));
    return { ...compared, computed: await compareComputed(elasticsearch.ask, embedded.ask, cases) };
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

function* randomCases(seed: number, count: number): Generator<ComputedCase> {
  for (let n = 0; n < count; n++) {
    const r = random(seed * 1_000_003 + n);
    const counterpart = randomCounterpart(r);
    yield { counterpart, query: counterpart.query ?? (r.chance(0.5) ? randomBody(r)["query"] : { match_all: {} }) };
  }
}

/** Adds the query to one whose matches nearly all score differently. */
function ranked(r: Random, query: unknown): object {
  const words = Array.from({ length: 3 + r.below(4) }, () => r.pick(WORDS)).join(" ");
  return { bool: { must: { match: { "identification.abstract": words } }, should: query } };
}
