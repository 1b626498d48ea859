import { mkdirSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../errors.ts";
import { explainedAsPlace, FolderUnusable } from "./failure.ts";
import { Folder, isGuarded } from "./folder.ts";

/** As many as the system follows. */
const MAX_LINKS = 40;

/**
 * Opens a folder.
 * @throws the system's error, or FolderUnusable where a link of another user would lead root into a folder that is not theirs
 */
export function openFolder(path: string): Folder {
  return isGuarded() ? walk(resolve(path), false) : Folder.ofPath(realpathSync(path));
}

/** Opens a folder, which is made with those above it where they are missing. @throws as `openFolder` */
export function makeFolder(path: string): Folder {
  if (isGuarded()) return walk(resolve(path), true);
  makeFolders(resolve(path));
  const made = Folder.ofPath(realpathSync(path));
  if (process.geteuid?.() !== 0 || made.owner.uid === 0) return made;
  throw new FolderUnusable(`${path} belongs to another user: on this system, start as its owner instead of root.`);
}

/** Opens a data folder, which is made where it is missing. @throws FolderUnusable when there can be none */
export function makeDataFolder(path: string): Folder {
  try {
    return makeFolder(path);
  } catch (error) {
    throw explainedAsPlace(error, path);
  }
}

/** The folder; undefined where there is none. @throws as `openFolder` */
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

/** @throws the system's error, or FolderUnusable */
function walk(path: string, makes: boolean): Folder {
  const rest = namesIn(path);
  /** Names of `rest`, from its beginning, that a link has brought. */
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
      else if (makes && !isBrought && current.found(name) === undefined) {
        requireLed(path, leaders, current);
        current = above.ensureFolder(name);
      } else current = above.folder(name);
    }
    requireLed(path, leaders, current);
  } catch (error) {
    current[Symbol.dispose]();
    throw error;
  }
  return current;
}

/** A user may lead root by a link to their own folders alone. */
function requireLed(path: string, leaders: ReadonlySet<number>, { owner }: Folder): void {
  const stranger = [...leaders].find((uid) => uid !== 0 && uid !== owner.uid);
  if (stranger === undefined) return;
  throw new FolderUnusable(
    `${path} is, or lies behind, a link of another user (${stranger}) to a folder that is not theirs: root does not follow it.`,
  );
}

const namesIn = (path: string): string[] => path.split("/").filter((name) => name !== "");

/**
 * Makes a folder and those above it where they are missing. Node's own recursive mkdir never ends where the file system takes
 * no folders, as in /proc.
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (missingAbove(path, mode) === undefined) return;
  makeFolders(dirname(path), mode);
  const failure = missingAbove(path, mode);
  if (failure !== undefined) throw failure;
}

/** Makes a folder where there is nothing. The system's error where a folder above it is missing; others are thrown. */
function missingAbove(path: string, mode: number): unknown {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return error;
    if (codeOf(error) !== "EEXIST") throw error;
  }
  return undefined;
}
