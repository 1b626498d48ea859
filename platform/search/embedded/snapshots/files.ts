import type { Folder } from "../../../data-folder/folder.ts";
import { folderIfThere } from "../../../data-folder/open.ts";

/*
 * Names of the files and folders of snapshots. Only these are deleted, since an operator may have put others beside
 * them.
 */

/** The file that makes a folder a snapshot. */
export const MANIFEST = "manifest.json";
/** Begins with the process that has written the file. */
export const PART_NAME = /^(\d+)-\d+-\d+\.part$/;
/** A folder of one snapshot: a digest of what its index is built from, and how. */
export const SNAPSHOT_FOLDER = /^[0-9a-f]{16}$/;
/** A folder of the snapshots of the index over one build of the catalogue. */
const BUILD_FOLDER = /^catalogue_v\d+_\d+$/;

/** Removes the snapshots of builds, except of those whose names are kept. */
export function removeSnapshotsOfBuilds(folder: string, isKept: (build: string) => boolean): void {
  using search = folderIfThere(folder);
  for (const build of search?.names() ?? []) {
    if (!search || !BUILD_FOLDER.test(build) || isKept(build) || !search.found(build)?.isDirectory()) continue;
    {
      using snapshots = search.folder(build);
      for (const name of snapshots.names()) removeSnapshot(snapshots, name);
    }
    search.removeEmpty(build);
  }
}

/** Removes a snapshot, if the name is that of one. */
export function removeSnapshot(snapshots: Folder, name: string): void {
  if (!SNAPSHOT_FOLDER.test(name) || !snapshots.found(name)?.isDirectory()) return;
  {
    using snapshot = snapshots.folder(name);
    for (const file of snapshot.names()) if (file === MANIFEST || PART_NAME.test(file)) snapshot.remove(file);
  }
  snapshots.removeEmpty(name);
}
