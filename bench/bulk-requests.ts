import type { Client } from "@elastic/elasticsearch";
import { corpusBatch } from "./corpus.ts";
import { bulkOf } from "./elasticsearch.ts";
import { alternate, type Row, scaled } from "./harness.ts";
import { load, type MeasuredSystem } from "./system.ts";

const BATCH = 1000;
const BATCHES = scaled(8);

interface Sides {
  readonly client: Client;
  readonly system: MeasuredSystem;
}

/**
 * Bulk adds of 1,000 records of 5 KB by one and by four clients, in searchable records a second, beside `_bulk` requests of
 * the same documents to the index by as many clients, each refreshing. The ratio should be at least `goal`.
 */
export async function besideBulkRequests(sides: Sides, index: string, goal: number): Promise<Row[]> {
  const rows: Row[] = [];
  const rates = ratesOf(sides, index);
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
      goal: { of: "ratio", at: "least", value: goal },
    });
  }
  return rows;
}

/** Both sides send the same records: limit and product have a count of their own. */
function ratesOf({ client, system }: Sides, index: string) {
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
