import { retry } from "../../async/retry.ts";
import type { Folder } from "../../data-folder/folder.ts";
import { codeOf } from "../../errors.ts";

/** PostgreSQL's programs end within seconds once their files are gone. */
const REMOVE_RETRY = { timeoutMs: 10_000, firstMs: 100, maxMs: 100 };

/**
 * Removes a folder that a killed run has left unfinished, if it exists and all names in it match `made`. A program that
 * the run had started may still write to it.
 */
export async function removeUnfinished(folder: Folder, name: string, made: RegExp): Promise<void> {
  await retry(async () => removeOnly(folder, name, made), {
    ...REMOVE_RETRY,
    isTransient: (error) => error instanceof StillFilled || codeOf(error) === "ENOTEMPTY",
  });
}

/** Whether the name is a folder in which all names match `made`. */
export function holdsOnly(folder: Folder, name: string, made: RegExp): boolean {
  if (!folder.found(name)?.isDirectory()) return false;
  using inside = folder.folder(name);
  return inside.names().every((each) => made.test(each));
}

function removeOnly(folder: Folder, name: string, made: RegExp): void {
  if (!folder.found(name)?.isDirectory()) return;
  using unfinished = folder.folder(name);
  // Checked in the opened folder, since another could have replaced it.
  if (!unfinished.names().every((each) => made.test(each))) return;
  unfinished.clear();
  folder.removeEmpty(name);
  if (folder.found(name)) throw new StillFilled();
}

class StillFilled extends Error {}
