import { closeSync, constants } from "node:fs";
import { dirname } from "node:path";
import { delay } from "../../async/delay.ts";
import { explained } from "../../data-folder/failure.ts";
import { folderIfThere, makeFolder, openFolder } from "../../data-folder/open.ts";
import { isAlive, processIdentity } from "../../process-identity.ts";

/**
 * A process's mark in a folder: an empty file named `<role>.<process>.<count>`. The mark of a process that has ended is
 * ignored, and removed; process names are never reused, so no live mark is removed by mistake.
 */
export interface Mark {
  readonly name: string;
  remove(): void;
}

let marksOfThisProcess = 0;

/**
 * Marks this process as one that has the role; others may have it too.
 * @throws FolderUnusable when this user may not write into the folder.
 */
export function mark(folder: string, role: string): Mark {
  marksOfThisProcess += 1;
  const name = `${role}.${processIdentity(process.pid)}.${marksOfThisProcess}`;
  try {
    using marks = makeFolder(folder);
    closeSync(marks.openFile(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL));
  } catch (error) {
    throw explained(error, dirname(folder));
  }
  const remove = (): void => {
    using marks = folderIfThere(folder);
    marks?.remove(name);
  };
  return { name, remove };
}

/**
 * Names of the marks of live processes that have a role, in order. Removes those of ended processes.
 * @throws FolderUnusable when this user may not
 */
export function living(folder: string, role: string): string[] {
  try {
    using marks = openFolder(folder);
    const ofRole = marks.names().filter((name) => MARK.exec(name)?.[1] === role);
    const names = ofRole.filter((name) => isAlive(name.split(".")[1] ?? ""));
    for (const name of ofRole) if (!names.includes(name)) marks.remove(name);
    return names.sort();
  } catch (error) {
    throw explained(error, dirname(folder));
  }
}

const MARK = /^(\w+)\.\d[^.]*\.\d+$/;

export type Claim = { readonly held: true; release(): void } | { readonly held: false; readonly pid: number };

/**
 * Takes the role exclusively, waiting up to `timeoutMs` for another process to release it. No lock can go stale: each
 * contender writes its mark first and reads the others afterwards, so two can't both find themselves alone. Of several,
 * those with later names withdraw and try again.
 */
export async function claim(folder: string, role: string, timeoutMs: number): Promise<Claim> {
  const deadline = performance.now() + timeoutMs;
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
      await delay(10 + Math.random() * 20);
      mine = mark(folder, role);
    } else {
      await delay(5);
    }
  }
}

/** The process that made the mark. */
export function pidOf(name: string): number {
  return Number.parseInt(name.split(".")[1] ?? "", 10);
}
