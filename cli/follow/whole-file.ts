import { open, rename } from "node:fs/promises";

/**
 * Replaces a file: whatever ends the process or the machine, it is as it was or has all of the content. `part` is the name of
 * the file until it is whole, in the same file system. The new name is only certain after `syncFolder`.
 */
export async function replaceFile(file: string, content: Uint8Array, part: string): Promise<void> {
  const opened = await open(part, "w");
  try {
    await opened.writeFile(content);
    await opened.sync();
  } finally {
    await opened.close();
  }
  await rename(part, file);
}

/** Makes sure that the names in a folder outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
