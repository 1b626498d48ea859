import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { EngineMissing, type EngineName, type StartedEngine } from "./engine.ts";

const run = promisify(execFile);
const home = process.env["ENGINES_HOME"] ?? join(tmpdir(), "airlog-engines");

/** Lines of output that are quoted when a start fails. */
const MAX_QUOTED_LINES = 10;

/** The processes of each engine, as `up` names them. */
const processes: Readonly<Record<EngineName, readonly string[]>> = {
  elasticsearch: ["elasticsearch"],
  kafka: ["kafka"],
  "kafka-cluster": ["kafka-cluster-1", "kafka-cluster-2", "kafka-cluster-3"],
  "kafka-secured": ["kafka-secured"],
  eventstoredb: [],
};

/**
 * Starts the engine from the Java package registry, or reuses one that `up` started before.
 * @throws EngineMissing when this machine lacks the tools, Error with the end of the output when the start fails.
 */
export async function startByMaven(name: EngineName): Promise<StartedEngine> {
  if (processes[name].length === 0) throw new EngineMissing(`the Java package registry has no ${name}`);
  const missing = ["mvn", "java", "javac", "keytool", "curl", "setsid"].filter((tool) => !isOnPath(tool));
  if (missing.length > 0) throw new EngineMissing(`${missing.join(", ")} not found on the PATH`);
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
    if (!(error instanceof Error)) throw error;
    const stderr = "stderr" in error ? String(error.stderr).trim() : "";
    throw new Error(stderr.split("\n").slice(-MAX_QUOTED_LINES).join("\n") || error.message);
  }
}

/** Whether `up` started the engine at this address, so that a test may kill it. */
export async function isOurs(name: EngineName, address: string): Promise<boolean> {
  const isUp = processes[name].length > 0 && processes[name].every(isRunning);
  return isUp && (await startByMaven(name)).address === address;
}

/** Kills the engine (SIGKILL). `startByMaven` starts it again on its data. */
export async function killEngine(name: EngineName): Promise<void> {
  await script("down", ["--kill", ...processes[name]]);
}

/** Kills one process of an engine (SIGKILL). */
export async function killProcess(name: string): Promise<void> {
  await script("down", ["--kill", name]);
}

function script(name: "up" | "down", parameters: readonly string[]) {
  return run(`test/engines/${name}`, [...parameters], { env: { ...process.env, ENGINES_HOME: home } });
}

function isOnPath(tool: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

/** Whether a process that `up` started is running, such as kafka-cluster-2. */
export function isRunning(name: string): boolean {
  try {
    return process.kill(Number(readFileSync(join(home, "pids", name), "utf8")), 0);
  } catch {
    return false;
  }
}
