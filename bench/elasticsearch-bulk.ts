import { besideBulkRequests } from "./bulk-requests.ts";
import { makeBareIndex, openElasticsearchBench } from "./elasticsearch.ts";
import type { BenchResult } from "./harness.ts";

/**
 * Bulk add over HTTP with Elasticsearch, 1,000 records of 5 KB a request, by one and by four clients, each waiting until
 * its records can be searched; beside `_bulk` of the same documents alone by as many clients: the same client library,
 * an index of the same mapping and settings, each request refreshing.
 */

export async function run(): Promise<BenchResult> {
  const bench = await openElasticsearchBench();
  const index = await makeBareIndex(bench.client);
  try {
    const rows = await besideBulkRequests(bench, index, 0.5);
    return { name: "elasticsearch-bulk", rows };
  } finally {
    await bench.client.indices.delete({ index });
    await bench.close();
  }
}
