import { z } from "zod";
import { pidOf } from "../../contracts/metadata.ts";
import { demoFacilities } from "./catalogue.ts";
import type { ProviderClient } from "./client.ts";
import { demonstrated, REVISED, revisionsOf } from "./demonstrated.ts";
import { addRecords, FACILITIES } from "./fill.ts";

const Stored = z.object({ dataset_metadata: z.object({ version: z.object({ number: z.string() }) }) });

/** Sends the later versions of the records that have some, unless the last one is there. `total`: of all records. */
export async function reviseRecords(client: ProviderClient, url: string, total: number): Promise<void> {
  const facilities = demoFacilities(FACILITIES);
  for (let index = 0; index < Math.min(REVISED, total); index++) {
    const record = demonstrated(index, facilities);
    const revisions = revisionsOf(record);
    const response = await fetch(`${url}/api/metadata/record?${new URLSearchParams({ pid: pidOf(record) })}`);
    // Somebody else may have deleted it.
    if (response.status === 404) continue;
    const { version } = Stored.parse(await response.json()).dataset_metadata;
    if (version.number === revisions.at(-1)?.dataset_metadata.version?.number) continue;
    for (const revision of revisions) await addRecords(client, [revision]);
  }
}
