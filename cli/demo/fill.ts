import { z } from "zod";
import { demoFacilities, demoRecord } from "./catalogue.ts";
import type { ProviderClient } from "./client.ts";
import { progressBars } from "./progress.ts";

export const FACILITIES = 100;
export const RECORDS = 5000;
const BATCH = 500;

/**
 * Sends the demonstration's facilities and records through the write API, with progress bars on standard error. What
 * is there already stays as it is, so a run that was cut off is completed by the next.
 */
export async function fillCatalogue(client: ProviderClient, url: string, total = RECORDS): Promise<void> {
  const held = await holdings(url);
  if (held.facilities.length >= FACILITIES && held.records >= total) return;
  const known = new Set(held.facilities.map(({ identifier }) => identifier));
  const facilities = demoFacilities(FACILITIES);
  const bars = progressBars();
  const facilityBar = bars.create(FACILITIES, 0, { name: "facilities" });
  const recordBar = bars.create(total, 0, { name: "records   " });
  for (const facility of facilities) {
    if (!known.has(facility.identifier)) await client.post("/api/provider/facilities/add", facility);
    facilityBar.increment();
  }
  for (let begin = 0; begin < total; begin += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, total - begin) }, (_, i) => demoRecord(begin + i, facilities));
    await client.post("/api/provider/metadata/add", records, { Prefer: "wait=60" });
    recordBar.increment(records.length);
  }
  bars.stop();
}

const Facilities = z.array(z.object({ identifier: z.string() }));
const Found = z.object({ response: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) });

async function holdings(url: string): Promise<{ facilities: z.infer<typeof Facilities>; records: number }> {
  const [facilities, search] = await Promise.all([
    fetch(`${url}/api/facilities`).then(async (response) => Facilities.parse(await response.json())),
    fetch(`${url}/api/metadata/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ search: { size: 0 } }),
    }).then(async (response) => Found.parse(await response.json())),
  ]);
  return { facilities, records: search.response.hits.total.value };
}
