import { z } from "zod";
import { type Metadata, pidOf } from "../../contracts/metadata.ts";
import { demoFacilities } from "./catalogue.ts";
import type { ProviderClient } from "./client.ts";
import { demonstrated } from "./demonstrated.ts";
import { progressBars } from "./progress.ts";

export const FACILITIES = 100;
export const RECORDS = 5000;
const BATCH = 500;

/**
 * Sends the demonstration's facilities and records through the write API, with progress bars on standard error. Existing
 * ones stay as they are, so the next run completes one that was cut off. Additions of others, also under the same
 * identifiers, stay too.
 */
export async function fillCatalogue(client: ProviderClient, url: string, total = RECORDS): Promise<void> {
  const facilities = demoFacilities(FACILITIES);
  const recordsFrom = (begin: number): Metadata[] =>
    Array.from({ length: Math.min(BATCH, total - begin) }, (_, i) => demonstrated(begin + i, facilities));
  const known = await knownFacilities(url);
  const missing = facilities.filter(({ identifier }) => !known.has(identifier));
  // Batches are sent one after another: if the last one is stored, all are.
  const last = recordsFrom(Math.floor((total - 1) / BATCH) * BATCH);
  if (missing.length === 0 && (await countOf(url, last)) === last.length) return;
  const bars = progressBars();
  const facilityBar = bars.create(FACILITIES, FACILITIES - missing.length, { name: "facilities" });
  const recordBar = bars.create(total, 0, { name: "records   " });
  for (const facility of missing) {
    await client.post("/api/provider/facilities/add", facility);
    facilityBar.increment();
  }
  for (let begin = 0; begin < total; begin += BATCH) {
    const records = recordsFrom(begin);
    await addRecords(client, records);
    recordBar.increment(records.length);
  }
  bars.stop();
}

const PATH = "/api/provider/metadata/add";
const Refusal = z.object({
  code: z.literal("record-owned-by-another"),
  errors: z.array(z.object({ path: z.string() })),
});

/** Adds the records, without those whose PIDs others have taken. */
export async function addRecords(client: ProviderClient, records: readonly Metadata[]): Promise<void> {
  if (records.length === 0) return;
  const response = await client.send(PATH, JSON.stringify(records), { Prefer: "wait=60" });
  if (response.ok) return;
  const text = await response.text();
  const refusal = response.status === 403 ? Refusal.safeParse(JSON.parse(text)) : undefined;
  const taken = new Set(refusal?.data?.errors.map(({ path }) => Number(path.split("/")[1])));
  if (taken.size === 0) throw new Error(`${PATH} answered ${response.status}: ${text}`);
  return addRecords(
    client,
    records.filter((_, index) => !taken.has(index)),
  );
}

const Facilities = z.array(z.object({ identifier: z.string() }));
const Found = z.object({ response: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) });

async function knownFacilities(url: string): Promise<ReadonlySet<string>> {
  const response = await fetch(`${url}/api/facilities`);
  return new Set(Facilities.parse(await response.json()).map(({ identifier }) => identifier));
}

/** How many of the records are in the catalogue. */
async function countOf(url: string, records: readonly Metadata[]): Promise<number> {
  const query = { terms: { "identification.identifier.pid.keyword": records.map(pidOf) } };
  const response = await fetch(`${url}/api/metadata/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ search: { size: 0, query } }),
  });
  return Found.parse(await response.json()).response.hits.total.value;
}
