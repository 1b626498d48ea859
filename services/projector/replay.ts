import { randomUUID } from "node:crypto";
import type { ViewName } from "../../contracts/views.ts";
import { delay } from "../../platform/async/delay.ts";
import { shareOf } from "../../platform/event-store/positions.ts";
import { directFeed } from "../../platform/feed/open.ts";
import type { Platform } from "../../platform/lifecycle/service.ts";
import { dropRemains } from "../../platform/views/drop.ts";
import { requireBuildsOfLog } from "../../platform/views/other-logs.ts";
import { nextGenerations, type RegisteredBuild, registeredBuilds, resumeBuild } from "../../platform/views/registry.ts";
import { messageOf } from "./failures.ts";
import { dropFollower } from "./follower.ts";
import { projectorMetrics, type ViewMetrics } from "./metrics.ts";
import { runBuild } from "./runner.ts";
import { sqlViews } from "./service.ts";
import { recordSkip, type Skip, skipsIn } from "./skips.ts";
import type { SqlView } from "./view.ts";

export type ReplayParts = Omit<Platform, "clock" | "writtenVersions">;

export interface ReplayOptions {
  /** Makes another build of a version that has a complete one. */
  readonly again: boolean;
  /** Stops the builds where they are; the next call goes on. */
  readonly signal: AbortSignal;
  /** Called about once a second for each build, and when it ends. */
  readonly onProgress: (progress: ReplayProgress) => void;
}

export interface ReplayProgress {
  readonly view: ViewName;
  readonly version: number;
  readonly generation: number;
  readonly state: "building" | "complete" | "stopped";
  /** Share of the log that is applied, 0 to 1. */
  readonly done: number;
  /** Events that this process has applied. */
  readonly events: number;
  /** Why it stopped. */
  readonly reason?: string;
}

const PROGRESS_INTERVAL_MS = 1_000;

/**
 * Makes builds of the views' declared versions, each up to the head of the log, beside those that are served. A build that
 * was begun is continued. A view whose newest build is complete is left alone, unless another one is asked for.
 * @returns the last progress of each build that was made
 * @throws StartFailure while live processes read views of another log
 */
export async function replay(
  parts: ReplayParts,
  names: readonly ViewName[],
  options: ReplayOptions,
): Promise<readonly ReplayProgress[]> {
  const views = sqlViews(parts.config.utcOffset);
  await requireBuildsOfLog(parts.database, parts.eventStore.logId);
  await dropRemains(parts.database, Object.values(views), dropFollower(Object.values(views), parts)).catch((error) => {
    parts.log.warn({ reason: messageOf(error) }, "remains of dropped builds can't be removed at the moment");
  });
  const next = await nextGenerations(parts.database);
  const registered = await registeredBuilds(parts.database);
  const metricsOf = projectorMetrics(parts.metrics);
  const made = names.map(async (name) => {
    const view = views[name];
    const builds = registered.filter((each) => each.name === name && each.version === view.version);
    const generation = generationToMake(builds, options.again, next(view));
    if (generation === undefined) return undefined;
    return make(name, view.build(generation), metricsOf(view.build(generation)), { ...parts, ...options });
  });
  return (await Promise.all(made)).filter((progress) => progress !== undefined);
}

/**
 * Records that those of the views which are stopped at the event leave it out, and lets them go on; views that a projector
 * feeds go on at once. `actor` is who decided it. An event that only needs newer code is never left out.
 * @returns their names; none when no view is stopped there
 */
export async function skipEvent(
  { database, eventStore }: Pick<ReplayParts, "database" | "eventStore">,
  names: readonly ViewName[],
  { event, reason, actor }: Omit<Skip, "views"> & { readonly actor: string },
): Promise<readonly string[]> {
  const builds = await registeredBuilds(database);
  const stopped = builds.filter(({ name, state, error }) => {
    const isBad = error?.event?.id === event && error.code !== "needs-newer-code";
    return state === "stopped" && isBad && names.some((each) => each === name);
  });
  const views = [...new Set(stopped.map(({ name }) => name))];
  if (views.length === 0) return [];
  await recordSkip(eventStore, { event, views, reason }, actor);
  for (const build of stopped) await resumeBuild(database, build);
  return views;
}

/**
 * The build to make of a version: one that was begun, or the `next`; undefined where the newest one is complete and no other
 * is wanted.
 */
export function generationToMake(
  builds: readonly Pick<RegisteredBuild, "generation" | "complete">[],
  again: boolean,
  next: number,
): number | undefined {
  const newest = builds.at(-1);
  if (!newest) return next;
  if (!newest.complete) return newest.generation;
  return again ? next : undefined;
}

type MakeParts = ReplayParts & ReplayOptions;

async function make(name: ViewName, build: SqlView, metrics: ViewMetrics, parts: MakeParts): Promise<ReplayProgress> {
  const { database, eventStore, log, signal, onProgress } = parts;
  let events = 0;
  const applied = (count: number, seconds: number) => {
    events += count;
    metrics.applied(count, seconds);
  };
  const follower = build.followedBy?.openUnread(build, parts);
  const ended = new AbortController();
  const running = runBuild(build, {
    ...{ database, log, follower, creates: true, isSkipped: skipsIn(eventStore) },
    feed: directFeed(eventStore),
    metrics: { ...metrics, applied },
    signal: AbortSignal.any([signal, ended.signal]),
    lease: { holder: randomUUID() },
  });
  let outcome: Awaited<typeof running> | undefined;
  void running.then((reason) => {
    outcome = reason;
  });
  try {
    for (;;) {
      const how = outcome;
      const progress = await progressOf(name, build, parts, events, how);
      onProgress(progress);
      if (progress.state !== "building" || signal.aborted) return progress;
      await delay(PROGRESS_INTERVAL_MS, signal);
    }
  } finally {
    ended.abort();
    await running;
    await follower?.close();
  }
}

async function progressOf(
  view: ViewName,
  { version, generation }: SqlView,
  { database, eventStore }: MakeParts,
  events: number,
  outcome: Awaited<ReturnType<typeof runBuild>> | undefined,
): Promise<ReplayProgress> {
  const [registered, head] = await Promise.all([registeredBuilds(database), eventStore.head()]);
  const build = registered.find(
    (each) => each.name === view && each.version === version && each.generation === generation,
  );
  const progress = { view, version, generation, events };
  if (outcome === "dropped")
    return {
      ...progress,
      state: "stopped",
      done: 0,
      reason: "it was dropped, or the log ends before it: run it again",
    };
  if (!build) return { ...progress, state: "building", done: 0 };
  const done = shareOf(build.position, head);
  // A reason that an earlier run left is gone once this one has begun.
  if (outcome === "stopped") return { ...progress, state: "stopped", done, reason: build.error?.reason ?? "not known" };
  return { ...progress, state: build.complete ? "complete" : "building", done };
}
