import type { Facility } from "../../contracts/facility.ts";
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

async function holdings(url: string): Promise<{ facilities: Facility[]; records: number }> {
  const [facilities, search] = await Promise.all([
    fetch(`${url}/api/facilities`).then((response) => response.json() as Promise<Facility[]>),
    fetch(`${url}/api/metadata/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ search: { size: 0 } }),
    }).then((response) => response.json() as Promise<{ response: { hits: { total: { value: number } } } }>),
  ]);
  return { facilities, records: search.response.hits.total.value };
}
