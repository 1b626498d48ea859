import { onTestFinished } from "vitest";
import type { View } from "../contracts/views/declaration.ts";
import type { ViewName } from "../contracts/views.ts";
import type { Database, Queryable } from "../platform/database/port.ts";
import { openViewProgress, type ViewProgress } from "../platform/views/progress.ts";
import { createBuild, moveCheckpoint, readCheckpoint } from "../platform/views/registry.ts";
import { numberedPosition } from "./position.ts";
import { databaseUntil, silent } from "./postgres.ts";

/** A view on a database of the test's own; the test writes it in place of a projector. */
export interface WrittenView {
  readonly database: Database;
  readonly progress: ViewProgress;
  /** Makes the empty view, at position 0. */
  create(): Promise<void>;
  /** Moves the view to the position of this number, together with the rows, if there are any. */
  write(number: number, rows?: (transaction: Queryable) => Promise<unknown>): Promise<void>;
  /** Whether readers see the view at the position of this number within the time limit. */
  shown(number: number): Promise<boolean>;
}

export const positionAt = numberedPosition;

export async function writtenView(view: View<ViewName>): Promise<WrittenView> {
  const database = await databaseUntil(onTestFinished);
  const progress = await openViewProgress(database, silent);
  onTestFinished(() => progress.close());
  return {
    database,
    progress,
    create: () => createBuild(database, view, positionAt(0)),
    write: async (number, rows) => {
      const from = await readCheckpoint(database, view);
      const sequence = from.sequence + (rows ? 1 : 0);
      await database.transaction(async (transaction) => {
        await rows?.(transaction);
        await moveCheckpoint(transaction, view, from, { ...from, position: positionAt(number), sequence });
      });
    },
    shown: (number) => progress.waitFor([view.name], positionAt(number), { by: "a test", timeoutMs: 20_000 }),
  };
}
