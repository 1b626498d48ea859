import type { Queryable } from "../platform/database/port.ts";

/** Lets time pass since everything that is published. In two steps, since no row may take the time of another on the way. */
export async function agePublication(database: Queryable, seconds: number): Promise<void> {
  await database.query("update publication set time = time - interval '365000 days'");
  const text = "update publication set time = time + interval '365000 days' - $1 * interval '1 s'";
  await database.query({ text, values: [seconds] });
}
