import { randomBytes } from "node:crypto";
import { rmSync, type Stats } from "node:fs";
import { link, lstat, open, rename, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { codeOf } from "../platform/errors.ts";
import { BadFile } from "./bad-file.ts";

/**
 * @throws BadFile when something has the name that must not be replaced: anything unless `mayReplace`, else anything but a
 * file
 */
export async function requireFree(file: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await unlessAbsent(lstat(file)))) throw taken(file);
  // A link to a device or a pipe would be replaced like any other.
  const there = await unlessAbsent(stat(file));
  if (there && !there.isFile()) throw new BadFile(`${file} is not a file; - is stdout`);
}

/**
 * Creates a file that `write` fills. The file gets its name once it is whole; a file that another program has made meanwhile
 * stays, unless it may be replaced. Only its owner can read it. @throws BadFile when something has the name
 */
export async function writeNewFile(
  file: string,
  mayReplace: boolean,
  write: (target: Writable) => Promise<void>,
): Promise<void> {
  await requireFree(file, mayReplace);
  const part = `${file}.${randomBytes(4).toString("hex")}.part`;
  const removePart = () => rmSync(part, { force: true });
  process.once("exit", removePart);
  try {
    // A stream that opens the file by itself may do so after the file was removed.
    const opened = await open(part, "wx", 0o600);
    await write(opened.createWriteStream({ flush: true }));
    if (mayReplace) await rename(part, file);
    else await moveToFree(part, file);
  } finally {
    await rm(part, { force: true });
    process.off("exit", removePart);
  }
}

/** Gives a file another name unless something has it. The first name may stay. */
async function moveToFree(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw taken(file);
    if (!NO_LINKS.has(codeOf(error))) throw error;
    const claimed = await open(file, "wx").catch((failure: unknown) => {
      throw codeOf(failure) === "EEXIST" ? taken(file) : failure;
    });
    await claimed.close();
    await rename(part, file);
  }
}

/** System errors for a second name on a file system without hard links, such as FAT. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

const taken = (file: string): BadFile =>
  new BadFile(`${file} is there already: name another file, or replace it with --force.`);

async function unlessAbsent(look: Promise<Stats>): Promise<Stats | undefined> {
  return look.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}
