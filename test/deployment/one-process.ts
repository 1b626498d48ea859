import { setTimeout as sleep } from "node:timers/promises";
import { VIEWS } from "../../contracts/views.ts";
import { SpawnedService } from "../spawned-service.ts";
import type { DeploymentOptions } from "./deployment.ts";
import { Load } from "./load.ts";
import { type LoadReport, summaryOf } from "./load-report.ts";
import { expectMigrated, nextRelease, type Release, releaseIn, runCommand } from "./release.ts";

const PASSWORD = "deployed again and again";

/**
 * Deploys the next release on the only process of a data folder, goes back, and forward again: its views are built beside
 * the live ones, then the process is restarted. Throws if a view differs from a fresh build. Returns the report of the
 * clients.
 */
export async function deployOnOneProcess(options: Omit<DeploymentOptions, "databaseUrl">): Promise<LoadReport> {
  const { folder, releaseFolder, records, pauseMs, log } = options;
  const process = new OnlyProcess(folder);
  const [old, next] = [releaseIn("."), nextRelease(releaseFolder)];
  await process.start(old);
  try {
    const load = new Load(process.url, PASSWORD, records);
    await load.fill();
    load.start();
    const restart = async (release: Release, serving: "old" | "new") => {
      load.serving = "either";
      load.mayRefuse = true;
      const begun = performance.now();
      await load.whileProjectorIsReplaced(async () => {
        await process.stop();
        await process.start(release);
      });
      load.mayRefuse = false;
      load.serving = serving;
      log(`the ${serving} release is ready after ${Math.round(performance.now() - begun)} ms`);
      await sleep(pauseMs);
    };
    let report: LoadReport | undefined;
    try {
      await sleep(pauseMs);
      await process.run(next, "replay");
      await restart(next, "new");
      await expectMigrated({ dataFolder: folder });
      await restart(old, "old");
      await restart(next, "new");
      await process.run(next, "upgrade", "finish");
      await sleep(pauseMs);
    } finally {
      report = await load.stop();
      log(summaryOf(report));
    }
    for (const { name } of Object.values(VIEWS)) await process.run(next, "views", "verify", name);
    return report;
  } finally {
    await process.stop();
  }
}

/** All services in one process on embedded engines, which keeps its address when it is restarted. */
class OnlyProcess {
  readonly #folder: string;
  #service: SpawnedService | undefined;
  #port = "0";

  constructor(folder: string) {
    this.#folder = folder;
  }

  get url(): string {
    return this.#service?.url ?? "";
  }

  /** Resolves when it is ready. */
  async start(release: Release): Promise<void> {
    this.#service = await SpawnedService.run([release.program("cli/main"), "start"], this.#environment());
    this.#port = new URL(this.#service.url).port;
    await this.#service.ready();
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
  }

  run(release: Release, command: string, ...words: readonly string[]): Promise<string> {
    return runCommand(release, this.#environment(), command, ...words);
  }

  #environment(): Readonly<Record<string, string>> {
    return {
      ...{ AIRLOG_DATA: this.#folder, AIRLOG_ADMIN_PASSWORD: PASSWORD, PORT: this.#port },
      ...{ AIRLOG_RATE_LIMIT: "off", AIRLOG_LOG_LEVEL: "warn" },
    };
  }
}
