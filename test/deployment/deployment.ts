import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { VIEWS } from "../../contracts/views.ts";
import { DeployedFleet } from "./fleet.ts";
import { Follower } from "./follower.ts";
import { Load } from "./load.ts";
import { type LoadReport, summaryOf } from "./load-report.ts";
import { expectMigrated, nextRelease, type Release, releaseIn } from "./release.ts";

export interface DeploymentOptions {
  readonly databaseUrl: string;
  /** An empty folder. */
  readonly folder: string;
  /** An empty folder, for the next release. */
  readonly releaseFolder: string;
  readonly records: number;
  /** How long the load goes on between two steps. */
  readonly pauseMs: number;
  readonly log: (line: string) => void;
}

const PASSWORD = "deployed again and again";

/**
 * Deploys the next release under load, goes back, and forward again: views are built beside the live ones, the projector is
 * killed twice meanwhile, processes are replaced one by one, and in the end the upgrade is finished. Throws if a view
 * differs from a fresh build, or a copy that was kept by the changes from what is served. Returns the report of the clients.
 */
export async function deploy(options: DeploymentOptions): Promise<LoadReport> {
  const { databaseUrl, folder, releaseFolder, records, pauseMs, log } = options;
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const fleet = new DeployedFleet({ databaseUrl, password: PASSWORD, folder });
  const old = releaseIn(".");
  const next = nextRelease(releaseFolder);
  let follower: Follower | undefined;
  const begun = performance.now();
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    log(`${Math.round((performance.now() - begun) / 1_000)} s: ${what}`);
  };
  try {
    await step("the old release runs", () => fleet.start(old));
    const load = new Load(fleet.url, PASSWORD, records);
    follower = new Follower(old, fleet.url, join(folder, "copy"));
    await step(`${records} records are stored`, () => load.fill());
    load.start();
    const killProjector = (release: Release) => load.whileProjectorIsReplaced(() => fleet.killProjector(release));
    try {
      await sleep(pauseMs);
      const building = fleet.run(next, "replay");
      building.catch(() => undefined);
      await step("the projector is killed and replaced while views are built", () => killProjector(old));
      await step("the views of the next release are built", () => building);
      await sleep(pauseMs);
      load.serving = "either";
      await step("every process is of the next release", () => fleet.replaceAll(next));
      load.serving = "new";
      await sleep(pauseMs);
      await step("the projector is killed and replaced", () => killProjector(next));
      await sleep(pauseMs);
      await expectMigrated({ url: databaseUrl, dataFolder: folder });
      load.serving = "either";
      await step("every process is of the old release again", () => fleet.replaceAll(old));
      load.serving = "old";
      await sleep(pauseMs);
      load.serving = "either";
      await step("every process is of the next release again", () => fleet.replaceAll(next));
      load.serving = "new";
      await step("the upgrade is finished", () => fleet.run(next, "upgrade", "finish"));
      await sleep(pauseMs);
    } finally {
      log(summaryOf(await load.stop()));
    }
    for (const view of Object.keys(VIEWS)) {
      await step(`${view} equals a fresh build`, () => fleet.run(next, "views", "verify", view));
    }
    await step("a copy that was kept all the time equals what is served", async () => follower?.expectEqual());
    const status = await fleet.run(next, "upgrade");
    expect(status).toContain("StationUpdated\t2\t2\t2");
    return load.stop();
  } finally {
    await follower?.stop();
    await fleet.close();
  }
}
