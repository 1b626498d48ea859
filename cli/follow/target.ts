import type { Change } from "./page.ts";
import type { Progress } from "./state.ts";

/** Who gets the changes. */
export interface Target {
  /** Says what was done, such as `written`. */
  readonly done: string;
  /** Makes what the work needs; called once before it, and not before the state is stored. */
  prepare(): Promise<void>;
  /** Does the work for a page of changes; all of it is on the disk when it resolves. */
  apply(changes: readonly Change[], progress: Progress, signal: AbortSignal): Promise<void>;
  /** Everything of this log has come, after beginning anew: removes what did not come. Returns how much that was. */
  removeRemains(progress: Progress): Promise<number>;
}
