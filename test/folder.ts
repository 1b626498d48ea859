import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, gone when the hook runs: `folderUntil(afterAll)`, or `onTestFinished`. */
export function folderUntil(hook: (end: () => void) => void, prefix = "airlog-"): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  hook(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
