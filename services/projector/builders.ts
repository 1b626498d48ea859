import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { buildName } from "../../contracts/views/declaration.ts";
import type { Database } from "../../platform/database/port.ts";
import type { Feed } from "../../platform/feed/port.ts";
import type { ComponentHealth } from "../../platform/health.ts";
import type { Tracing } from "../../platform/tracing/port.ts";
import type { Builds } from "../../platform/views/builds.ts";
import type { RegisteredBuild } from "../../platform/views/registry.ts";
import type { BuildId } from "../../platform/views/schema.ts";
import type { Follower } from "./follower.ts";
import type { ViewMetrics } from "./metrics.ts";
import { runBuild } from "./runner.ts";
import type { IsSkipped } from "./skips.ts";
import type { SqlView } from "./view.ts";

export interface BuildersParts {
  /** First builds of the versions that this code declares. */
  readonly views: readonly SqlView[];
  readonly builds: Pick<Builds, "of" | "nextGeneration" | "onChange">;
  readonly database: Database;
  readonly feed: Feed;
  readonly log: Logger;
  readonly metricsOf: (build: BuildId) => ViewMetrics;
  /** The follower of a build's tables, where there is one. */
  readonly followerOf: (build: SqlView) => Follower | undefined;
  readonly isSkipped: IsSkipped;
  readonly tracing?: Tracing | undefined;
}

interface Builder {
  readonly follower: Follower | undefined;
  readonly metrics: ViewMetrics;
  readonly closing: AbortController;
  readonly running: Promise<unknown>;
  /** Whether the registry had the build since it was begun here. */
  wasRegistered: boolean;
  /** It met an event that it can't apply. */
  hasStopped: boolean;
}

/**
 * For each view, keeps the builds of the declared version that are read at the head of the log, and makes the first build if
 * none is complete.
 */
export class Builders {
  readonly #parts: BuildersParts;
  /** By the name of the build's schema. */
  readonly #builders = new Map<string, Builder>();
  readonly #holder = randomUUID();
  #ended: Promise<void>[] = [];
  #stopWatching: (() => void) | undefined;

  constructor(parts: BuildersParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopWatching = this.#parts.builds.onChange(() => this.#adjust());
    this.#adjust();
  }

  /** Health of the follower of each view's newest build, where this process feeds it. */
  followerHealth(): Readonly<Record<string, ComponentHealth>> {
    const found = this.#parts.views.flatMap((view) => {
      const builders = this.#wanted(view).flatMap(({ schema }) => this.#builders.get(schema) ?? []);
      const health = builders.at(-1)?.follower?.health();
      return view.followedBy && health ? [[`${view.followedBy.name} ${view.name}`, health] as const] : [];
    });
    return Object.fromEntries(found);
  }

  async close(): Promise<void> {
    this.#stopWatching?.();
    for (const schema of this.#builders.keys()) this.#end(schema);
    await Promise.all(this.#ended);
  }

  #adjust(): void {
    const wanted = new Map(this.#parts.views.flatMap((view) => this.#wanted(view)).map((view) => [view.schema, view]));
    const registered = new Map(
      this.#parts.views.flatMap((view) => this.#parts.builds.of(view)).map((build) => [buildName(build), build]),
    );
    for (const [schema, builder] of this.#builders) {
      const isDropped = builder.wasRegistered && !registered.has(schema);
      builder.wasRegistered ||= registered.has(schema);
      // An operator has decided what to do with the event.
      const goesOn = builder.hasStopped && registered.get(schema)?.state !== "stopped";
      if (!wanted.has(schema) || isDropped || goesOn) this.#end(schema);
    }
    for (const view of wanted.values()) if (!this.#builders.has(view.schema)) this.#begin(view);
  }

  #wanted(view: SqlView): SqlView[] {
    const { builds } = this.#parts;
    return wantedBuilds(builds.of(view), builds.nextGeneration(view)).map((generation) => view.build(generation));
  }

  #begin(view: SqlView): void {
    const { database, feed, log, metricsOf, followerOf, isSkipped, tracing } = this.#parts;
    const closing = new AbortController();
    const follower = followerOf(view);
    const metrics = metricsOf(view);
    const running = runBuild(view, {
      ...{ database, feed, log, follower, isSkipped, tracing },
      creates: this.#parts.builds.of(view).length === 0,
      metrics,
      signal: closing.signal,
      lease: { holder: this.#holder },
    });
    const builder: Builder = { follower, metrics, closing, running, wasRegistered: false, hasStopped: false };
    this.#builders.set(view.schema, builder);
    void running.then((outcome) => {
      builder.hasStopped = outcome === "stopped";
    });
  }

  #end(schema: string): void {
    const builder = this.#builders.get(schema);
    if (!builder) return;
    this.#builders.delete(schema);
    builder.closing.abort();
    builder.metrics.left();
    this.#ended.push(Promise.all([builder.running, builder.follower?.close()]).then(() => undefined));
  }
}

/**
 * Generations of a version that a projector feeds: the newest complete one and others that are still read; if none is
 * complete, the one that was begun last, else the `next`.
 */
export function wantedBuilds(
  builds: readonly Pick<RegisteredBuild, "generation" | "complete" | "readers">[],
  next: number,
): number[] {
  const complete = builds.filter((build) => build.complete);
  const newest = complete.at(-1);
  if (!newest) return [builds.at(-1)?.generation ?? next];
  return complete.filter((build) => build === newest || build.readers > 0).map(({ generation }) => generation);
}
