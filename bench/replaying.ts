import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";

/** Builds of the catalogue by the command, as an operator runs it beside the running system. */
export class Replaying {
  readonly #folder: string;
  readonly #opening: Promise<Database>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#opening = openDatabase({ dataFolder: folder, logger: pino({ level: "silent" }) });
  }

  /**
   * Goes on with a build, or begins another one, for so many seconds or until it is complete. The records a second from
   * the first that it applied.
   */
  async rateFor(seconds: number): Promise<number> {
    const env = { ...process.env, AIRLOG_DATA: this.#folder };
    const command = spawn(process.execPath, ["dist/cli/replay.js", "catalogue", "--again"], { env, stdio: "ignore" });
    const exited = once(command, "exit");
    const isOver = Promise.race([exited, delay(seconds * 1_000)]).then(() => true);
    const began = await this.#applied();
    let first: { readonly at: number; readonly applied: number } | undefined;
    while (!first) {
      const applied = await this.#applied();
      if (applied !== began) first = { at: performance.now(), applied: applied < began ? 0 : applied };
      else if (await Promise.race([isOver, delay(20, false)])) throw new Error("the build did not begin in its time");
    }
    await isOver;
    const applied = await this.#applied();
    const rate = (applied - first.applied) / ((performance.now() - first.at) / 1000);
    // One that was stopped ends with 1.
    const isStopped = command.exitCode === null && command.kill("SIGINT");
    const [code] = await exited;
    if (!isStopped && code !== 0) throw new Error(`the replay ended with ${code}`);
    return rate;
  }

  async close(): Promise<void> {
    await (await this.#opening).close();
  }

  /** Records that the newest build has. */
  async #applied(): Promise<number> {
    const [row] = await (await this.#opening).query<{ applied: number }>(
      `select sequence::float8 as applied from view_builds
        where name = 'catalogue' order by version desc, generation desc limit 1`,
    );
    return row?.applied ?? 0;
  }
}
