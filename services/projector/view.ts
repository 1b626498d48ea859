import type { View } from "../../contracts/views/declaration.ts";
import type { Queryable } from "../../platform/database/port.ts";
import type { RecordedEvent } from "../../platform/event-store/port.ts";
import type { Change } from "../../platform/search/documents/source.ts";
import type { FollowedBy } from "./follower.ts";

/** A build of a view with what events do to its tables. */
export interface SqlView extends View {
  /**
   * Applies as many of the events as suit one short transaction, from the front: at least one, or a part of it. The same
   * events applied to the same rows give the same rows, however they are cut into batches.
   * @throws EventUnreadable
   */
  apply(work: Work, transaction: Queryable): Promise<Applied>;
  build(generation: number): SqlView;
  /** The follower of the tables of its builds, if there is one. */
  readonly followedBy?: FollowedBy | undefined;
}

export interface Work {
  /** In the order of the log; at least one. */
  readonly events: readonly RecordedEvent[];
  /** Number of the last change of a row. */
  readonly sequence: number;
  /** `Applied.cursor` of the previous application; not null when the first event is partly applied. */
  readonly cursor: string | null;
}

export interface Applied {
  /** How many events are applied completely. */
  readonly events: number;
  readonly sequence: number;
  /** How far the next event is applied, in a form of the view's own; null when it is not begun. */
  readonly cursor: string | null;
  /** For the follower of the tables: the written and deleted documents, ordered by sequence, if they are at hand. */
  readonly changes?: readonly Change[];
}

/** Applies events to the tables of a build, as `SqlView.apply` does. */
type Apply<Table extends string> = (
  tables: View<string, Table>["tables"],
  work: Work,
  transaction: Queryable,
) => Promise<Applied>;

/** The declared view with the functions that make its builds. */
export function sqlView<Name extends string, Table extends string>(
  view: View<Name, Table>,
  apply: Apply<Table>,
  more: Pick<SqlView, "followedBy"> = {},
): SqlView {
  return {
    ...view,
    ...more,
    apply: (work, transaction) => apply(view.tables, work, transaction),
    build: (generation) => sqlView(view.build(generation), apply, more),
  };
}
