import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Place } from "./page.ts";

/** Where the commands of a page run: a folder that looks like a checkout, and the address of the running system. */
export interface RunningPlace {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly url: string | undefined;
  /** The system's output until it was ready. */
  readonly output: string;
  close(): Promise<void>;
}

interface Program {
  readonly words: readonly string[];
  /** Its output once it is ready. */
  readonly ready: RegExp;
}

/** The demonstration here has fewer records and days than a user's, but the same examples. */
const PROGRAMS: Readonly<Record<Place, Program | undefined>> = {
  demo: { words: ["dist/cli/main.js", "demo", "--records", "500", "--days", "10"], ready: /Ctrl-C stops it/ },
  "empty system": { words: ["dist/cli/main.js", "start"], ready: /airlog listens on/ },
  checkout: undefined,
};

export async function startPlace(place: Place): Promise<RunningPlace> {
  const folder = checkout();
  const environment = ownEnvironment();
  const program = PROGRAMS[place];
  const running = program && (await start(program, folder, environment));
  return {
    folder,
    environment,
    url: running?.url,
    output: running?.output ?? "",
    close: async () => {
      await running?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** This checkout's files without its data folder. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), "airlog-documents-"));
  const names = readdirSync(".").filter((name) => name !== "data" && name !== ".git");
  for (const name of names) symlinkSync(resolve(name), join(folder, name));
  return folder;
}

/** The environment without variables for airlog that the test run or its user has set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VITEST|AIRLOG_|DATABASE_URL|EVENTSTORE_|ELASTICSEARCH_|KAFKA_|PORT$|HOST$|NODE_OPTIONS$|npm_)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function start({ words, ready }: Program, folder: string, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...words], {
    cwd: folder,
    env: { ...environment, PORT: "0", AIRLOG_LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await untilReady(child, ready);
  return {
    output,
    url: /airlog listens on (http:\S+)/.exec(output)?.[1],
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The program's output once `ready` matches it. */
async function untilReady(child: ChildProcess, ready: RegExp): Promise<string> {
  let output = "";
  return new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (ready.test(output)) resolve(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the system ended with ${code}: ${output}`)));
  });
}
