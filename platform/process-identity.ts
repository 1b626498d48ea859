import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { answersSignals } from "./answers-signals.ts";
import { toolEnvironment } from "./environment.ts";

/**
 * Identifies the process with this id, even across reboots: a later process with the same id has another identity.
 * Undefined when there is no such process, or only a zombie.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === "linux") return linuxIdentity(pid);
  if (!answersSignals(pid)) return undefined;
  return process.platform === "win32" ? `${pid}` : `${pid}-${startTimeFromPs(pid)}`;
}

/** Whether the process that had this identity is still running. */
export function isAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  const found = processIdentity(pid);
  return found === identity || found === `${pid}-${hidden}`;
}

/** Replaces the start time of a process that this user may not inspect: it is only known to run. */
const hidden = "hidden";

function linuxIdentity(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return answersSignals(pid) ? `${pid}-${hidden}` : undefined;
  }
  // The second field is the command in parentheses, which may hold anything; the third is the state.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0];
  const startTicks = fields[19];
  return state === "Z" || state === "X" ? undefined : `${pid}-${startTicks}-${bootId()}`;
}

let knownBootId: string | undefined;

/** Start times count from the boot of the machine, so the boot is part of the identity. */
function bootId(): string {
  knownBootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
  return knownBootId;
}

function startTimeFromPs(pid: number): string {
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "latin1", env: toolEnvironment });
    return text.trim().replaceAll(/[^A-Za-z0-9]+/g, "_");
  } catch {
    return hidden;
  }
}
