import { migrate } from "../../database/migrations.ts";
import type { Database } from "../../database/port.ts";
import { VIEWS_CHANNEL, type ViewVersion } from "../../views/schema.ts";
import type { SourceHead } from "../documents/source.ts";
import { INDEX_MIGRATIONS, readIndexCheckpoint } from "./checkpoint.ts";

/** Milliseconds between two looks, should a notice get lost. */
const POLL = 500;

/** How far the index is that some other process may feed. */
export interface AppliedIndex {
  /** What can be found, undefined while there is no complete index. */
  applied(): SourceHead | undefined;
  close(): Promise<void>;
}

/** Calls `onApplied` whenever more can be found. While the database can't be reached it goes on trying. */
export async function followApplied(
  database: Database,
  view: ViewVersion,
  onApplied: (head: SourceHead) => void = () => {},
): Promise<AppliedIndex> {
  await migrate(database, INDEX_MIGRATIONS);
  let applied: SourceHead | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  const look = async (): Promise<void> => {
    while (again) {
      again = false;
      const found = await readIndexCheckpoint(database, view);
      const { position, sequence } = found ?? {};
      if (position == null || sequence === undefined) applied = undefined;
      else if (position !== applied?.position) {
        applied = { position, sequence };
        onApplied(applied);
      }
    }
  };
  const wake = (): void => {
    again = true;
    looking ??= look()
      // What could not be read is read at the next notice or look.
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };
  const stopListening = await database.listen(VIEWS_CHANNEL, wake);
  const poll = setInterval(wake, POLL);
  wake();
  return {
    applied: () => applied,
    close: async () => {
      clearInterval(poll);
      await stopListening();
      await looking;
    },
  };
}
