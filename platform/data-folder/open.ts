import { mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../errors.ts";
import { explainedAsPlace, FolderUnusable } from "./failure.ts";
import { Folder, isGuarded } from "./folder.ts";

/** Number of links that the system follows. */
const MAX_LINKS = 40;

/**
 * Opens a folder.
 * @throws the system's error, or FolderUnusable where a link of another user would lead root into a folder that is not theirs
 */
export function openFolder(path: string): Folder {
  return isGuarded() ? walk(resolve(path)) : Folder.ofPath(realpathSync(path));
}

/** Opens a folder. Makes it and the folders above it where they are missing, with this mode. @throws as `openFolder` */
export function makeFolder(path: string, mode = 0o777): Folder {
  if (isGuarded()) return walk(resolve(path), mode);
  makeFolders(resolve(path), mode);
  const made = Folder.ofPath(realpathSync(path));
  if (process.geteuid?.() !== 0 || made.owner.uid === 0) return made;
  throw new FolderUnusable(`${path} belongs to another user: on this system, start as its owner instead of root.`);
}

/** Opens a data folder, which is made where it is missing. @throws FolderUnusable when that is not possible */
export function makeDataFolder(path: string): Folder {
  try {
    return makeFolder(path);
  } catch (error) {
    throw explainedAsPlace(error, path);
  }
}

/** Opens a folder; undefined where it is missing. @throws as `openFolder` */
export function folderIfThere(path: string): Folder | undefined {
  try {
    return openFolder(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Text of a file in a folder; undefined where either is missing. @throws as `openFolder` */
export function readFrom(folder: string, name: string): string | undefined {
  using opened = folderIfThere(folder);
  return opened?.read(name);
}

/** Makes what is missing if a mode is given. @throws the system's error, or FolderUnusable */
function walk(path: string, mode?: number): Folder {
  const rest = namesIn(path);
  /** Number of names at the beginning of `rest` that come from a link. */
  let brought = 0;
  let links = 0;
  const leaders = new Set<number>();
  let current = Folder.root();
  try {
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      const isBrought = brought > 0;
      if (isBrought) brought -= 1;
      const link = current.linkAt(name);
      if (link !== undefined) {
        links += 1;
        if (links > MAX_LINKS) throw new FolderUnusable(`${path} can't be used: its links lead in a circle.`);
        leaders.add(link.uid);
        const target = namesIn(resolve(current.path, link.target));
        rest.unshift(...target);
        brought += target.length;
      }
      using above = current;
      if (link !== undefined) current = Folder.root();
      else if (mode !== undefined && !isBrought && current.found(name) === undefined) {
        requireLed(path, leaders, current);
        current = above.ensureFolder(name, mode);
      } else current = above.folder(name);
    }
    requireLed(path, leaders, current);
  } catch (error) {
    current[Symbol.dispose]();
    throw error;
  }
  return current;
}

/** A user's link may lead root only to that user's own folders. */
function requireLed(path: string, leaders: ReadonlySet<number>, { owner }: Folder): void {
  const stranger = [...leaders].find((uid) => uid !== 0 && uid !== owner.uid);
  if (stranger === undefined) return;
  throw new FolderUnusable(
    `${path} is, or lies behind, a link of another user (${stranger}) to a folder that is not theirs: root does not follow it.`,
  );
}

const namesIn = (path: string): string[] => path.split("/").filter((name) => name !== "");

/**
 * Makes a folder and those above it where they are missing. Node's own recursive mkdir never ends on a file system
 * without new folders, such as /proc.
 */
function makeFolders(path: string, mode: number): void {
  if (missingAbove(path, mode) === undefined) return;
  makeFolders(dirname(path), mode);
  const failure = missingAbove(path, mode);
  if (failure !== undefined) throw failure;
}

/**
 * Makes a folder unless the name exists. Returns the system's error where a folder above it is missing, and throws
 * others.
 */
function missingAbove(path: string, mode: number): unknown {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return error;
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return undefined;
}
