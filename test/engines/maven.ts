import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type EngineName, NotHere, type StartedEngine } from "./engine.ts";

const run = promisify(execFile);
const home = process.env["ENGINES_HOME"] ?? join(tmpdir(), "airlog-engines");

/** Lines that are told of what an engine said before it failed. */
const LAST_WORDS = 10;

/** What `up` calls an engine's processes. */
const processes: Readonly<Record<EngineName, readonly string[]>> = {
  elasticsearch: ["elasticsearch"],
  kafka: ["kafka"],
  "kafka-cluster": ["kafka-cluster-1", "kafka-cluster-2", "kafka-cluster-3"],
  "kafka-secured": ["kafka-secured"],
  eventstoredb: [],
};

/**
 * Starts the engine from the Java package registry, or takes one that `up` started before.
 * @throws NotHere when nothing here can start it, Error with its last words when it does not start.
 */
export async function startByMaven(name: EngineName): Promise<StartedEngine> {
  if (processes[name].length === 0) throw new NotHere(`the Java package registry has no ${name}`);
  const missing = ["mvn", "java", "javac", "keytool", "curl", "setsid"].filter((tool) => !isOnPath(tool));
  if (missing.length > 0) throw new NotHere(`${missing.join(", ")} not found on the PATH`);
  const stopped = processes[name].filter((process) => !isRunning(process));
  const stop = async () => {
    const ours = stopped.filter(isRunning);
    if (ours.length > 0) await script("down", ours);
  };
  try {
    const { stdout } = await script("up", [name]);
    const address = /^export \w+=(.+)$/m.exec(stdout)?.[1];
    if (!address) throw new Error(`test/engines/up ${name} names no address`);
    return { address, ...(stopped.length > 0 && { stop }) };
  } catch (error) {
    await stop();
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    throw new Error(stderr?.trim().split("\n").slice(-LAST_WORDS).join("\n") || message);
  }
}

/** Whether the engine at this address is one that `up` started, so that a test may kill it. */
export async function isOurs(name: EngineName, address: string): Promise<boolean> {
  const isUp = processes[name].length > 0 && processes[name].every(isRunning);
  return isUp && (await startByMaven(name)).address === address;
}

/** Ends the engine at once, as a crash would (SIGKILL). `startByMaven` starts it again, on the data that it has. */
export async function killEngine(name: EngineName): Promise<void> {
  await script("down", ["--kill", ...processes[name]]);
}

function script(name: "up" | "down", parameters: readonly string[]) {
  return run(`test/engines/${name}`, [...parameters], { env: { ...process.env, ENGINES_HOME: home } });
}

function isOnPath(tool: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

function isRunning(name: string): boolean {
  try {
    return process.kill(Number(readFileSync(join(home, "pids", name), "utf8")), 0);
  } catch {
    return false;
  }
}
