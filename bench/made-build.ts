import { type RunnerOptions, runBuild } from "../services/projector/runner.ts";
import type { SqlView } from "../services/projector/view.ts";

type BuildParts = Pick<RunnerOptions, "database" | "log" | "feed" | "follower">;

/** Makes a build, and its follower if it has one, up to the head of the log. @throws Error when it ends before that */
export async function madeBuild(build: SqlView, parts: BuildParts): Promise<void> {
  const ended = new AbortController();
  const outcome = await runBuild(build, {
    ...parts,
    ...{ creates: true, isSkipped: async () => false, lease: { holder: crypto.randomUUID() } },
    metrics: { applied: () => undefined, state: (state) => state === "live" && ended.abort(), left: () => undefined },
    signal: ended.signal,
  });
  if (outcome !== "aborted") throw new Error(`the build has ended: it was ${outcome}`);
}
