import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { ViewName } from "../../../contracts/views.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ViewProgress } from "../../../platform/views/progress.ts";

const WAIT_TIMEOUT_MS = 5_000;

/** Whether the request may be answered at once: its client asks for no position, and no reader of this process is late. */
export function isShownAtOnce(
  { headers }: Request,
  views: readonly ViewName[],
  progress: Pick<ViewProgress, "isLate">,
): boolean {
  return headers["min-event-position"] === undefined && !progress.isLate(views);
}

/**
 * Handles `Min-Event-Position`: the request continues when each of the views shows that position to every reader, so that
 * clients read their own writes. A request also waits while a reader of this process is late: an answer a little later is
 * better than none.
 * @throws PositionUnknown, and the problem `not-yet-visible` after 5 seconds, or at once where too many wait.
 */
export function showingAtLeast(
  views: readonly ViewName[],
  eventStore: Pick<EventStore, "parsePosition">,
  progress: Pick<ViewProgress, "waitFor" | "isLate" | "untilCurrent">,
): RequestHandler {
  const wait = async (text: string, request: Request, response: Response, next: NextFunction): Promise<void> => {
    const position = eventStore.parsePosition(text);
    if (views.length === 0) return next();
    const options = { by: clientOf(request), timeoutMs: WAIT_TIMEOUT_MS, signal: leaving(response) };
    const visible = await progress.waitFor(views, position, options);
    if (response.destroyed) return;
    if (!visible) {
      const detail = `What this route reads does not show that position after ${WAIT_TIMEOUT_MS / 1000} s, or too many requests wait; try again.`;
      throw problem("not-yet-visible", detail, { headers: { "Retry-After": "2" } });
    }
    next();
  };
  const waitForReaders = async (response: Response, next: NextFunction): Promise<void> => {
    const ended = new AbortController();
    response.once("close", () => ended.abort());
    const timeout = setTimeout(() => ended.abort(), WAIT_TIMEOUT_MS);
    await progress.untilCurrent(views, ended.signal);
    clearTimeout(timeout);
    if (!response.destroyed) next();
  };
  return (request, response, next) => {
    const text = request.get("Min-Event-Position");
    if (text !== undefined) return wait(text, request, response, next);
    return progress.isLate(views) ? waitForReaders(response, next) : next();
  };
}
