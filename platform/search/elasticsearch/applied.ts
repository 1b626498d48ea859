import { Coalesced } from "../../async/coalesced.ts";
import { migrate } from "../../database/migrations.ts";
import type { Database } from "../../database/port.ts";
import { onProgressOf } from "../../views/changes.ts";
import type { BuildId } from "../../views/schema.ts";
import type { SourceHead } from "../documents/source.ts";
import { INDEX_MIGRATIONS, readIndexCheckpoint } from "./checkpoint.ts";

/** Interval at which the checkpoint is polled in case a notification was lost. */
const POLL_INTERVAL_MS = 500;

/** Progress of an index that another process may feed. */
export interface AppliedIndex {
  /** State of the source that searches reflect; undefined while there is no complete index. */
  applied(): SourceHead | undefined;
  close(): Promise<void>;
}

/** Follows the index's checkpoint. `onApplied` is called whenever its position changes. Failed reads are repeated. */
export async function followApplied(
  database: Database,
  build: BuildId,
  onApplied: (head: SourceHead) => void = () => {},
): Promise<AppliedIndex> {
  await migrate(database, INDEX_MIGRATIONS);
  let applied: SourceHead | undefined;
  // A failed read is repeated at the next notification or poll.
  const reading = new Coalesced(async () => {
    const found = await readIndexCheckpoint(database, build);
    const { position, sequence } = found ?? {};
    if (position == null || sequence === undefined) applied = undefined;
    else if (position !== applied?.position) {
      applied = { position, sequence };
      onApplied(applied);
    }
  });
  const stopListening = await onProgressOf(build.name, database, () => reading.request());
  const poll = setInterval(() => reading.request(), POLL_INTERVAL_MS);
  reading.request();
  return {
    applied: () => applied,
    close: async () => {
      clearInterval(poll);
      await stopListening();
      await reading.idle();
    },
  };
}
