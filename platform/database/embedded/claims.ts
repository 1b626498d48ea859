import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { explained } from "./failure.ts";
import { leaveToOwnerOfFolder } from "./ownership.ts";
import { isAlive, processIdentity } from "./processes.ts";

/**
 * Marks of live processes in a folder: empty files named `<role>.<process>.<count>`. A mark whose process is gone
 * counts for nothing, and since no two processes ever have the same name, removing it can't hit a living one.
 */
export interface Mark {
  readonly pid: number;
  remove(): void;
}

let marksOfThisProcess = 0;

/**
 * Marks this process as one that has the role. Any number may.
 * @throws EmbeddedPostgresError when this user may not write into the folder.
 */
export function mark(folder: string, role: string): Mark & { readonly name: string } {
  marksOfThisProcess += 1;
  const name = `${role}.${processIdentity(process.pid)}.${marksOfThisProcess}`;
  const file = join(folder, name);
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) leaveToOwnerOfFolder(folder);
    writeFileSync(file, "", { flag: "wx" });
  } catch (error) {
    throw explained(error, dirname(folder));
  }
  return { pid: process.pid, name, remove: () => rmSync(file, { force: true }) };
}

/** Names of the living marks of a role, in order. Sweeps away the dead ones. */
export function living(folder: string, role: string): string[] {
  const names: string[] = [];
  for (const name of readdirSync(folder)) {
    const [itsRole, identity] = name.split(".");
    if (itsRole !== role || identity === undefined) continue;
    if (isAlive(identity)) names.push(name);
    else rmSync(join(folder, name), { force: true });
  }
  return names.sort();
}

export type Claim = { readonly held: true; release(): void } | { readonly held: false; readonly pid: number };

/**
 * Takes the role for this process alone, waiting up to `patience` milliseconds for another to give it up. There is no
 * lock to go stale: each contender raises its mark first and looks afterwards, so two can't both find themselves alone;
 * of several, those with a later name withdraw and come again.
 */
export async function claim(folder: string, role: string, patience: number): Promise<Claim> {
  const deadline = performance.now() + patience;
  let mine = mark(folder, role);
  for (;;) {
    const others = living(folder, role).filter((name) => name !== mine.name);
    const first = others[0];
    if (first === undefined) return { held: true, release: mine.remove };
    if (performance.now() >= deadline) {
      mine.remove();
      return { held: false, pid: pidOf(first) };
    }
    if (first < mine.name) {
      mine.remove();
      await sleep(10 + Math.random() * 20);
      mine = mark(folder, role);
    } else {
      await sleep(5);
    }
  }
}

function pidOf(name: string): number {
  return Number.parseInt(name.split(".")[1] ?? "", 10);
}
