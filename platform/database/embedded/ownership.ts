import { lchownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Gives a file that root created to the owner of its folder, who must be able to continue without root. */
export function leaveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  // The owner could have put a link in its place meanwhile.
  lchownSync(path, uid, gid);
}

/** Writes a file that only its owner can read. What the folder's owner has put in its place is not written to: it may be a link. */
export function writePrivately(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { encoding: "latin1", mode: 0o600, flag: "wx" });
}
