import { chownSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** What root makes in somebody's folder belongs to that folder's owner, who shall be able to go on alone. */
export function leaveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
