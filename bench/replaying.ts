import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import { nodeMemory, withoutEngines } from "./system.ts";

const SAMPLE_INTERVAL_MS = 100;
const BEGIN_TIMEOUT_MS = 60_000;

export interface WholeReplay {
  readonly seconds: number;
  /** The highest resident bytes of the command, until a tenth of the events was applied and until its end. */
  readonly atTenth: number;
  readonly atEnd: number;
  /** The search process that the command starts. */
  readonly search: number;
}

/** Builds of the catalogue by the command, as an operator runs it beside the running system. */
export class Replaying {
  readonly #folder: string;
  readonly #opening: Promise<Database>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#opening = openDatabase({ dataFolder: folder, logger: pino({ level: "silent" }) });
  }

  /**
   * Continues a build, or begins another one, until it is complete or `seconds` have passed since the first applied record.
   * Returns the records a second meanwhile.
   */
  async rateFor(seconds: number): Promise<number> {
    const command = this.#start();
    const exited = once(command, "exit");
    const hasEnded = exited.then(() => true);
    const began = await this.#applied();
    const asked = performance.now();
    let first: { readonly at: number; readonly applied: number } | undefined;
    while (!first) {
      const applied = await this.#applied();
      if (applied !== began) first = { at: performance.now(), applied: applied < began ? 0 : applied };
      else if (await Promise.race([hasEnded, delay(20, false)])) {
        if (command.exitCode !== 0) throw new Error(`the replay ended with ${command.exitCode}`);
        // The command had only the index of the previous build to complete, and no records to apply.
        return this.rateFor(seconds);
      } else if (performance.now() - asked > BEGIN_TIMEOUT_MS) throw new Error("the build did not begin in its time");
    }
    await Promise.race([hasEnded, delay(seconds * 1_000)]);
    const applied = await this.#applied();
    const rate = (applied - first.applied) / ((performance.now() - first.at) / 1000);
    // A stopped command ends with 1.
    const isStopped = command.exitCode === null && command.kill("SIGINT");
    const [code] = await exited;
    if (!isStopped && code !== 0) throw new Error(`the replay ended with ${code}`);
    return rate;
  }

  /** Makes a build of `events` events. Returns the seconds from the first to the last, and the highest resident bytes. */
  async whole(events: number): Promise<WholeReplay> {
    const began = performance.now();
    const command = this.#start();
    const exited = once(command, "exit");
    const isOver = exited.then(() => true);
    let [atTenth, atEnd, search] = [0, 0, 0];
    do {
      const [own = 0, ...children] = await nodeMemory(command.pid ?? 0, /VmHWM:\s+(\d+) kB/).catch(() => []);
      atEnd = Math.max(atEnd, own);
      search = Math.max(search, ...children);
      const applied = await this.#applied();
      if (applied > 0 && applied <= events / 10) atTenth = atEnd;
    } while (!(await Promise.race([isOver, delay(SAMPLE_INTERVAL_MS, false)])));
    const [code] = await exited;
    if (code !== 0) throw new Error(`the replay ended with ${code}`);
    return { seconds: (performance.now() - began) / 1000, atTenth, atEnd, search };
  }

  async close(): Promise<void> {
    await (await this.#opening).close();
  }

  #start(): ChildProcess {
    const env = { ...withoutEngines(process.env), AIRLOG_DATA: this.#folder };
    return spawn(process.execPath, ["dist/cli/main.js", "replay", "catalogue", "--again"], { env, stdio: "ignore" });
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
