import { corpusBatch } from "./corpus.ts";
import { bulkOf, type ElasticsearchBench, makeBareIndex, openElasticsearchBench } from "./elasticsearch.ts";
import { alternate, type BenchResult, type Row } from "./harness.ts";
import { load } from "./system.ts";

/**
 * Bulk add over HTTP with Elasticsearch, 1,000 records of 5 KB a request, by one and by four clients, each waiting until
 * its records can be searched; beside `_bulk` of the same documents alone by as many clients: the same client library,
 * an index of the same mapping and settings, each request refreshing.
 */

const BATCH = 1000;
const BATCHES = 8;

export async function run(): Promise<BenchResult> {
  const bench = await openElasticsearchBench();
  const index = await makeBareIndex(bench.client);
  try {
    const rows: Row[] = [];
    const rates = ratesOf(bench, index);
    await rates.limit(4);
    await rates.product(4);
    for (const clients of [1, 4]) {
      const values = await alternate(
        () => rates.limit(clients),
        () => rates.product(clients),
      );
      rows.push({
        name: `records until searchable, ${clients === 1 ? "one client" : "four clients"}`,
        unit: "records/s",
        ...values,
        goal: { of: "ratio", at: "least", value: 0.5 },
      });
    }
    return { name: "elasticsearch-bulk", rows };
  } finally {
    await bench.client.indices.delete({ index });
    await bench.close();
  }
}

/** Both take the same records: limit and product have a count of their own. */
function ratesOf({ client, system }: ElasticsearchBench, index: string) {
  const next = { limit: 0, product: 0 };
  return {
    limit: (clients: number): Promise<number> => {
      const bodies = Array.from({ length: BATCHES }, () => bulkOf(BATCH * next.limit++, BATCH));
      return rate(clients, async (call) => {
        const { errors } = await client.transport.request<{ errors: boolean }>({
          method: "POST",
          path: `/${index}/_bulk`,
          querystring: { refresh: "true" },
          bulkBody: bodies[call] ?? Buffer.alloc(0),
        });
        if (errors) throw new Error("the engine refuses documents of the corpus");
      });
    },
    product: (clients: number): Promise<number> => {
      const bodies = Array.from({ length: BATCHES }, () => corpusBatch(BATCH * next.product++, BATCH));
      return rate(clients, async (call) => {
        const headers = { Prefer: "wait=60" };
        const answer = await system.write("/api/provider/metadata/add", bodies[call] ?? Buffer.alloc(0), headers);
        if (answer.headers["preference-applied"] !== "wait") throw new Error("a batch was not searchable in 60 s");
      });
    },
  };
}

async function rate(clients: number, work: (call: number) => Promise<void>): Promise<number> {
  const begin = performance.now();
  await load(clients, BATCHES, work);
  return (BATCH * BATCHES) / ((performance.now() - begin) / 1000);
}
