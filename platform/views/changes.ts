import type { Database } from "../database/port.ts";
import { VIEWS_CHANNEL } from "./schema.ts";

/**
 * Calls back after every change of a view's progress, and when one may have been missed. Others' changes don't count: with
 * values coming in they are many, and each would cost a query. Returns a function that ends it.
 */
export function onProgressOf(
  view: string,
  database: Pick<Database, "listen">,
  onChange: () => void,
): Promise<() => Promise<void>> {
  return database.listen(VIEWS_CHANNEL, (notice) => {
    // Release 0.1.0 does not name the view.
    if (notice === "" || notice === view) onChange();
  });
}
