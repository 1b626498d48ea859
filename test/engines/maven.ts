import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { EngineName } from "./engine.ts";
import type { StartedEngine } from "./setup.ts";

const run = promisify(execFile);
const home = process.env.ENGINES_HOME ?? join(tmpdir(), "airlog-engines");

/** What `up` calls an engine's processes. */
const processes: Readonly<Record<EngineName, readonly string[]>> = {
  elasticsearch: ["elasticsearch"],
  kafka: ["kafka"],
  "kafka-cluster": ["kafka-cluster-1", "kafka-cluster-2", "kafka-cluster-3"],
  "kafka-secured": ["kafka-secured"],
  eventstoredb: [],
};

/** Starts the engine from the Java package registry, or takes one that `up` started before. @throws Error */
export async function startByMaven(name: EngineName): Promise<StartedEngine> {
  if (processes[name].length === 0) throw new Error(`the Java package registry has no ${name}`);
  const missing = ["mvn", "java", "javac", "curl"].filter((tool) => !isOnPath(tool));
  if (missing.length > 0) throw new Error(`${missing.join(", ")} not found on the PATH`);
  const stopped = processes[name].filter((process) => !isRunning(process));
  const { stdout } = await run("test/engines/up", [name], { env: { ...process.env, ENGINES_HOME: home } }).catch(
    (error: { stderr?: string; message: string }) => {
      throw new Error(error.stderr?.trim().split("\n").at(-1) || error.message);
    },
  );
  const address = /^export \w+=(.+)$/m.exec(stdout)?.[1];
  if (!address) throw new Error(`test/engines/up ${name} names no address`);
  const stop = async () => {
    await run("test/engines/down", [...stopped], { env: { ...process.env, ENGINES_HOME: home } });
  };
  return { address, ...(stopped.length > 0 && { stop }) };
}

function isOnPath(tool: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

function isRunning(name: string): boolean {
  try {
    return process.kill(Number(readFileSync(join(home, "pids", name), "utf8")), 0);
  } catch {
    return false;
  }
}
