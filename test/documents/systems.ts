import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Place } from "./page.ts";

/** Where the commands of a page run: a folder that looks like a checkout, and the address of what runs there. */
export interface RunningPlace {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly url: string | undefined;
  close(): Promise<void>;
}

interface Program {
  readonly words: readonly string[];
  /** What it prints once it is there. */
  readonly ready: RegExp;
}

/** The demonstration has fewer records and days here than one that users start, and the same examples. */
const PROGRAMS: Readonly<Record<Place, Program | undefined>> = {
  demo: { words: ["dist/cli/demo.js", "--records", "500", "--days", "10"], ready: /demonstration is ready/ },
  "empty system": { words: ["dist/services/main.js"], ready: /airlog listens on/ },
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

/** Without what the test run, or who runs it, has set for airlog. */
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
  const url = await untilReady(child, ready);
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The address that the program listens on, once it has printed what `ready` matches. */
async function untilReady(child: ChildProcess, ready: RegExp): Promise<string> {
  let output = "";
  return new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /airlog listens on (http:\S+)/.exec(output) ?? [];
      if (url !== undefined && ready.test(output)) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the system ended with ${code}: ${output}`)));
  });
}
