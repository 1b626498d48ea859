import { chownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Gives a file that root created to the owner of its folder, who must be able to continue without root. */
export function leaveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
