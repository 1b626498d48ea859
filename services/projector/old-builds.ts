import { delay } from "../../platform/async/delay.ts";
import { tellsOfLoss } from "../../platform/errors.ts";
import type { Platform } from "../../platform/lifecycle/service.ts";
import { dropBuild, dropRemains } from "../../platform/views/drop.ts";
import { noteReadBuilds, type RegisteredBuild, registeredBuilds } from "../../platform/views/registry.ts";
import { messageOf } from "./failures.ts";
import { dropFollower } from "./follower.ts";
import { dropKilledComparisons } from "./verify.ts";
import type { SqlView } from "./view.ts";

const INTERVAL_MS = 60_000;

/**
 * Drops builds that newer ones have replaced, a grace time after they were last read or moved, until the returned function
 * is called.
 */
export function dropOldBuilds(views: readonly SqlView[], platform: Platform): () => Promise<void> {
  const { config, database, log } = platform;
  const dropIndex = dropFollower(views, platform);
  const closing = new AbortController();
  const dropping = async () => {
    while (!closing.signal.aborted) {
      try {
        await noteReadBuilds(database);
        const builds = await registeredBuilds(database);
        for (const build of views.flatMap((view) => oldBuilds(view, builds, config.viewGrace / 1000))) {
          if (!(await dropBuild(database, build, dropIndex))) continue;
          const { name: view, version, generation } = build;
          log.info({ view, version, generation }, "an old build is dropped");
        }
        await dropKilledComparisons(database, views);
        await dropRemains(database, views, dropIndex);
      } catch (error) {
        if (!tellsOfLoss(error))
          log.warn({ reason: messageOf(error) }, "old builds can't be dropped at the moment; trying again");
      }
      await delay(INTERVAL_MS, closing.signal);
    }
  };
  const running = dropping();
  return async () => {
    closing.abort();
    await running;
  };
}

/**
 * Builds of the view that are to be dropped: older than the newest complete one of the declared version, which was first
 * read `grace` seconds ago, and unused for as long. Those of a later version stay, since newer code may come back.
 */
export function oldBuilds(
  { name, version }: Pick<SqlView, "name" | "version">,
  builds: readonly RegisteredBuild[],
  grace: number,
): RegisteredBuild[] {
  const own = builds.filter((build) => build.name === name);
  const served = own.findLast((build) => build.version === version && build.complete);
  // Until then operators can return to it.
  if (!served || (served.served ?? 0) <= grace) return [];
  const isOlder = (build: RegisteredBuild) =>
    build.version < version || (build.version === version && build.generation < served.generation);
  return own.filter((build) => isOlder(build) && build.readers === 0 && build.unused > grace);
}
