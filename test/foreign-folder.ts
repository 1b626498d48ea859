import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";

/** Another user than root, who owns a data folder. */
export const OWNER = { uid: 65534, gid: 65534 };

/**
 * Attacks by the owner of a folder on root, who works in the folder. They need root, on a system where folders can be held
 * open.
 */
export const testAsRoot = test.skipIf(process.geteuid?.() !== 0 || process.platform !== "linux");

export interface ForeignFolder {
  /** A data folder of another user. */
  readonly folder: string;
  /** A folder of root beside it, with a file. */
  readonly ofRoot: string;
  readonly secret: string;
}

/** A data folder of another user, and a folder of root beside it; both are gone when the hook runs. */
export function foreignFolder(hook: (end: () => void) => void): ForeignFolder {
  const above = mkdtempSync(join(tmpdir(), "airlog-foreign-"));
  hook(() => rmSync(above, { recursive: true, force: true }));
  const [folder, ofRoot] = [join(above, "data"), join(above, "of-root")];
  for (const each of [folder, ofRoot]) mkdirSync(each);
  chownSync(above, OWNER.uid, OWNER.gid);
  chownSync(folder, OWNER.uid, OWNER.gid);
  const secret = join(ofRoot, "secret");
  writeFileSync(secret, "known to root alone", { mode: 0o600 });
  return { folder, ofRoot, secret };
}

/** A link that the folder's owner has made. */
export function ownersLink(target: string, path: string): void {
  symlinkSync(target, path);
  execFileSync("chown", ["-h", `${OWNER.uid}:${OWNER.gid}`, path]);
}
