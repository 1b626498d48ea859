import type { Position } from "../../platform/event-store/port.ts";
import type { FeedBatch } from "../../platform/feed/port.ts";
import type { ComponentHealth } from "../../platform/health.ts";
import type { Platform } from "../../platform/lifecycle/service.ts";
import type { TableListener } from "../../platform/search/documents/written-source.ts";
import type { DropIndex } from "../../platform/views/drop.ts";
import type { BuildId } from "../../platform/views/schema.ts";

/** Dependencies of followers. */
export type FollowerParts = Pick<
  Platform,
  "config" | "database" | "eventStore" | "log" | "metrics" | "elasticsearch" | "tracedIndex"
>;

/** The follower of the tables of a view's builds, such as an index. Declared with the view. */
export interface FollowedBy {
  /** Its name in `/health/ready`, before the view's name. */
  readonly name: string;
  /** Follows a build that processes read. */
  open(build: BuildId, parts: FollowerParts): Follower;
  /** Follows a build that is made before any process reads it. */
  openUnread(build: BuildId, parts: FollowerParts): Follower;
  /** Deletes what the follower of a dropped build has written. */
  drop(build: BuildId, parts: FollowerParts): Promise<void>;
}

/**
 * Follows the tables of one build. It is notified of each write; the build is complete only when the follower has caught up.
 */
export interface Follower extends TableListener {
  /** Starts to follow. The tables exist. @throws when the database can't be prepared */
  start(): Promise<void>;
  /** Every event of the batch was applied and committed. */
  committed(batch: FeedBatch): void;
  hasReached(position: Position): Promise<boolean>;
  /** Undefined where the processes that read the build follow the tables themselves. */
  health(): ComponentHealth | undefined;
  close(): Promise<void>;
}

interface Followed {
  readonly name: string;
  readonly followedBy?: FollowedBy | undefined;
}

/** Deletes what the follower of a build of one of the views has written. */
export function dropFollower(views: readonly Followed[], parts: FollowerParts): DropIndex {
  return async (build) => views.find(({ name }) => name === build.name)?.followedBy?.drop(build, parts);
}
