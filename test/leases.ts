import { randomUUID } from "node:crypto";
import type { Database } from "../platform/database/port.ts";

/** Gives the lease of a build to another holder for four minutes, replacing the present one. */
export async function holdElsewhere(database: Database, name: string, version = 1): Promise<void> {
  await database.query({
    text: `insert into view_leases values ($1, $3, $2, clock_timestamp() + interval '4 min')
      on conflict (name, version) do update set holder = excluded.holder, expires = excluded.expires`,
    values: [name, randomUUID(), version],
  });
}
