import type { RequestHandler } from "express";
import type { View } from "../../../contracts/views/declaration.ts";
import { VIEWS, type ViewName } from "../../../contracts/views.ts";
import { type HttpProblem, problem } from "../../../platform/http/problem.ts";
import type { Builds } from "../../../platform/views/builds.ts";

/** Seconds after which a client should ask again, at most. */
const MAX_RETRY_AFTER = 60;

export const viewsOf = (names: readonly ViewName[]): readonly View[] => names.map((name) => VIEWS[name]);

/** Whether each of the views has a complete build. */
export function areBuilt(views: readonly View[], builds: Pick<Builds, "newest">): boolean {
  return views.every((view) => builds.newest(view));
}

/** Passes requests on while each of the views has a complete build. @throws HttpProblem `view-building` */
export function requireBuilt(names: readonly ViewName[], builds: Pick<Builds, "newest" | "progress">): RequestHandler {
  const views = viewsOf(names);
  return (_request, _response, next) => {
    if (!areBuilt(views, builds)) throw viewBuilding(views, builds);
    next();
  };
}

/** The problem of a route whose views are not all built yet, with how far they are. */
export function viewBuilding(views: readonly View[], builds: Pick<Builds, "progress">): HttpProblem {
  const building = views.flatMap((view) => builds.progress(view) ?? []);
  const left = Math.max(1, ...building.map(({ secondsLeft = 1 }) => secondsLeft));
  return problem("view-building", "What this route reads is being built; try again later.", {
    members: { building },
    headers: { "Retry-After": String(Math.min(left, MAX_RETRY_AFTER)) },
  });
}
