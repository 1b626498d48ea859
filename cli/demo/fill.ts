import { MultiBar, Presets } from "cli-progress";
import { demoFacilities, demoRecord } from "./catalogue.ts";
import type { ProviderClient } from "./client.ts";

export const FACILITIES = 100;
export const RECORDS = 5000;
const BATCH = 500;

/** What the running system holds already. */
export async function holdings(url: string): Promise<{ facilities: number; records: number }> {
  const [facilities, search] = await Promise.all([
    fetch(`${url}/api/facilities`).then((response) => response.json() as Promise<unknown[]>),
    fetch(`${url}/api/metadata/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ search: { size: 0 } }),
    }).then((response) => response.json() as Promise<{ response: { hits: { total: { value: number } } } }>),
  ]);
  return { facilities: facilities.length, records: search.response.hits.total.value };
}

/**
 * Sends the demonstration's facilities and records through the write API, with progress bars on standard error. What
 * is there already stays as it is, so a run that was cut off is completed by the next.
 */
export async function fillCatalogue(client: ProviderClient, known: ReadonlySet<string>): Promise<void> {
  const facilities = demoFacilities(FACILITIES);
  const bars = new MultiBar(
    { format: "{name} {bar} {value}/{total}", stream: process.stderr, hideCursor: true },
    Presets.shades_classic,
  );
  const facilityBar = bars.create(FACILITIES, 0, { name: "facilities" });
  const recordBar = bars.create(RECORDS, 0, { name: "records   " });
  for (const facility of facilities) {
    if (!known.has(facility.identifier)) await client.post("/api/provider/facilities/add", facility);
    facilityBar.increment();
  }
  for (let begin = 0; begin < RECORDS; begin += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, RECORDS - begin) }, (_, i) =>
      demoRecord(begin + i, facilities),
    );
    await client.post("/api/provider/metadata/add", records, { Prefer: "wait=60" });
    recordBar.increment(records.length);
  }
  bars.stop();
}
