import type { RequestHandler } from "express";
import type { ViewName } from "../../../contracts/views.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";
import { showingAtLeast } from "./freshness.ts";
import { limitReads } from "./rate-limit.ts";

/** What goes before every public read: the client's share, then the wait for what it has seen of the views it reads. */
export type PublicReads = (...views: readonly ViewName[]) => RequestHandler[];

export interface PublicReadParts {
  readonly rateLimit: number | "off";
  readonly clock: () => Date;
  readonly eventStore: Pick<EventStore, "parsePosition">;
  readonly progress: Pick<ViewProgress, "waitFor">;
}

export function publicReads({ rateLimit, clock, eventStore, progress }: PublicReadParts): PublicReads {
  const limits = rateLimit === "off" ? [] : [limitReads(rateLimit, clock)];
  return (...views) => [...limits, showingAtLeast(views, eventStore, progress)];
}
