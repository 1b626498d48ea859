import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Contents by file, of all but `.airlog`. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (entry.isFile() && !path.startsWith(".airlog/")) files[path] = readFileSync(join(folder, path), "utf8");
  }
  return files;
}
