import { Client } from "@elastic/elasticsearch";
import { besideBulkRequests } from "./bulk-requests.ts";
import { addFacilities } from "./catalogue.ts";
import { makeBareIndex } from "./elasticsearch.ts";
import type { BenchEngine } from "./engines.ts";
import type { Row } from "./harness.ts";
import { MeasuredSystem } from "./system.ts";

/** Bulk add into a system with the embedded engine, beside `_bulk` into Elasticsearch alone. */
export async function besideElasticsearch(engine: BenchEngine): Promise<Row[]> {
  const client = new Client({ node: engine.address });
  const system = await MeasuredSystem.start();
  const index = await makeBareIndex(client);
  try {
    await addFacilities(system);
    const rows = await besideBulkRequests({ client, system }, index, 1);
    return rows.map((row) => ({ ...row, name: `${row.name}, beside _bulk into Elasticsearch` }));
  } finally {
    await system.close();
    await client.indices.delete({ index });
    await client.close();
  }
}
