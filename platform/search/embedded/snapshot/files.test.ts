import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderUntil } from "../../../../test/folder.ts";
import { foreignFolder, ownersLink, testAsRoot } from "../../../../test/foreign-folder.ts";
import { removeSnapshotsOfBuilds } from "./files.ts";

const DIGEST = "0123456789abcdef";

/** Makes a snapshot as the engine does. */
function snapshotIn(folder: string): void {
  mkdirSync(join(folder, DIGEST), { recursive: true });
  for (const name of ["manifest.json", "12-1700000000000-0.part"]) writeFileSync(join(folder, DIGEST, name), "");
}

const listed = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

test("the snapshots of a build that is gone are removed, those of others stay", () => {
  const folder = folderUntil(onTestFinished);
  for (const build of ["catalogue_v1_1", "catalogue_v1_2"]) snapshotIn(join(folder, build));
  removeSnapshotsOfBuilds(folder, (build) => build === "catalogue_v1_2");
  expect(readdirSync(folder)).toEqual(["catalogue_v1_2"]);
  expect(readdirSync(join(folder, "catalogue_v1_2", DIGEST))).toHaveLength(2);
});

test("what an operator has put beside snapshots stays", () => {
  const folder = folderUntil(onTestFinished);
  const build = join(folder, "catalogue_v1_1");
  snapshotIn(build);
  for (const name of ["notes.txt", "catalogue_v1_1/notes.txt", `catalogue_v1_1/${DIGEST}/notes.txt`]) {
    writeFileSync(join(folder, name), "");
  }
  for (const name of ["old", "catalogue_v1_1/old"]) snapshotIn(join(folder, name));
  removeSnapshotsOfBuilds(folder, () => false);
  expect(listed(folder).filter((name) => name.endsWith(".txt"))).toHaveLength(3);
  expect(listed(folder).filter((name) => name.endsWith(".part"))).toEqual([
    `catalogue_v1_1/old/${DIGEST}/12-1700000000000-0.part`,
    `old/${DIGEST}/12-1700000000000-0.part`,
  ]);
});

test("what links lead to stays, also where it is named like snapshots", () => {
  const [folder, other] = [folderUntil(onTestFinished), folderUntil(onTestFinished)];
  snapshotIn(other);
  symlinkSync(other, join(folder, "catalogue_v1_1"));
  mkdirSync(join(folder, "catalogue_v1_2"));
  symlinkSync(join(other, DIGEST), join(folder, "catalogue_v1_2", DIGEST));
  removeSnapshotsOfBuilds(folder, () => false);
  expect(readdirSync(join(other, DIGEST))).toHaveLength(2);
});

testAsRoot("a link of the data folder's owner in the place of all snapshots is refused", () => {
  const { folder, ofRoot } = foreignFolder(onTestFinished);
  snapshotIn(join(ofRoot, "catalogue_v1_1"));
  ownersLink(ofRoot, join(folder, "search"));
  expect(() => removeSnapshotsOfBuilds(join(folder, "search"), () => false)).toThrow(/root does not follow/);
  expect(readdirSync(join(ofRoot, "catalogue_v1_1", DIGEST))).toHaveLength(2);
});
